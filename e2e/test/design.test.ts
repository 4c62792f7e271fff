import { ANGLE_FACTOR, type MapsFile } from '@pace/contract';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { callApi } from '../support/api.ts';
import { blocksUnv } from '../support/blocksUnv.ts';
import { countColors, oneStory, TestBrowser } from '../support/browser.ts';
import { expectFits } from '../support/fits.ts';
import { newPerson } from '../support/people.ts';
import {
  at,
  COMPUTING_MS,
  csvParts,
  download,
  ended,
  enter,
  pngSize,
  uploadedProject,
} from '../support/steps.ts';
import { waitUntil } from '../support/wait.ts';

const FREQUENCY_HZ = 0.2e9;
/** θ 60, 70, 80 and 90° at φ = 20°, both polarizations */
const INPUT = {
  scalefactor: 1,
  frequency: [FREQUENCY_HZ, -1, -1],
  anglesweep: 1,
  excitation: [60, 90, 20, 20, 4, 10, 90],
  numberoffarlocations: 0,
  solvertype: 2,
};

oneStory();
const browser = new TestBrowser();
let page: Page;
let token: string;
let projectId: string;
beforeAll(async () => {
  page = await browser.newPage({ acceptDownloads: true });
});

const ask = (question: object): Promise<MapsFile> =>
  callApi('designMaps', token, {
    body: {
      projectId,
      frequency: FREQUENCY_HZ,
      theta: 60 * ANGLE_FACTOR,
      phi: 20 * ANGLE_FACTOR,
      ...question,
    },
  });

const SECTOR = {
  thetaTo: 90 * ANGLE_FACTOR,
  incident: 'H',
  received: 'V',
  layer: { permittivity: { real: 4, imaginary: -2 }, permeability: { real: 1, imaginary: 0 } },
};

/** Part and figure of each row, in their order. */
const column = (name: string) =>
  page
    .locator(`[data-testid=design-parts] td[data-column=${name}]`)
    .evaluateAll((cells) =>
      cells.map((cell) => [
        Number(cell.parentElement!.getAttribute('data-part')),
        Number(cell.getAttribute('data-value')),
      ]),
    );
const shares = ({ parts }: MapsFile) =>
  parts.map(({ index, share_dBsm }) => [index, share_dBsm!] as const).sort(([, a], [, b]) => b - a);

test('the maps of a run name the part that makes the echo', async () => {
  token = await enter(page, await newPerson());
  const bytes = blocksUnv(
    [
      { name: 'large', from: [0, 0, 0], size: [0.5, 0.4, 0.3] },
      { name: 'small', from: [1.5, 0.2, 0.1], size: [0.2, 0.2, 0.2] },
    ],
    4,
  );
  projectId = await uploadedProject(token, { name: 'Two blocks' }, { name: 'blocks.unv', bytes });
  await callApi('input', token, { body: { projectId, ...INPUT } });
  await callApi('solverRun', token, { body: { projectId, formulationType: 1 } });
  await ended(token, projectId, 'solverState');
  await page.goto(`/projects/detail?id=${projectId}`);
  await at(page, 'results-design').click();
  await at(page, 'design-plot').click();
  await at(page, 'design-parts').waitFor({ timeout: COMPUTING_MS });
  const maps = await ask({ incident: 'V', received: 'V' });
  expect(await column('share')).toEqual(shares(maps));
  expect(maps.parts.map(({ name }) => name)).toEqual(['large', 'small']);
  await page.locator('[data-testid=mesh-viewer] canvas').waitFor();
  await waitUntil(
    'colors',
    async () => (await countColors(page.locator('[data-testid=mesh-viewer] canvas'))) > 20,
  );
  await expectAccessible(page, undefined, { what: 'design' });
});

test('derivatives have a bar about zero with its unit, and are saved as a picture', async () => {
  await at(page, 'design-map').selectOption({ label: 'Outward displacement' });
  const bar = at(page, 'color-bar');
  await waitUntil('the unit', async () => (await bar.innerText()).includes('dB/mm'));
  const [low, high] = JSON.parse((await bar.getAttribute('data-range'))!) as [number, number];
  expect(low).toBe(-high);
  expect(await at(page, 'viewer-palette').isDisabled()).toBe(true);
  const picture = await download(page, 'viewer-png');
  expect(picture.name).toBe('Two blocks-displacement-VV.png');
  expect(pngSize(picture.bytes)[0]).toBeGreaterThan(300);
});

test('a sector of the cross-polar echo with a layer: the page shows what the solver says', async () => {
  await at(page, 'design-sector').click();
  await at(page, 'design-component').selectOption({ label: 'VH (V received, H incident)' });
  await at(page, 'design-layer').selectOption({ label: 'Typed values' });
  await at(page, 'design-epsilonReal').fill('4');
  await at(page, 'design-epsilonLoss').fill('2');
  await at(page, 'design-plot').click();
  // A question of one's own would end that of the page.
  await at(page, 'design-sort-benefit').waitFor({ timeout: COMPUTING_MS });
  const maps = await ask(SECTOR);
  expect(maps.illuminations).toHaveLength(4);
  expect(await column('share')).toEqual(shares(maps));
  await at(page, 'design-sort-benefit').click();
  const benefits = (await column('benefit')).map(([, value]) => value!);
  expect(benefits).toEqual([...benefits].sort((a, b) => b - a));
  expect(await at(page, 'design-map').locator('option').allInnerTexts()).toContain('Thin layer');
  await expectFits(page, [390, 960], 'design');
});

test('the sector has curves of shares over the angle, as the solver says them; a tolerance of 1 mm gives a band', async () => {
  const { illuminations, parts, responses } = await ask(SECTOR);
  const chart = page.locator('[data-curves]').filter({ has: at(page, 'design-shares-chart') });
  await at(page, 'design-shares-chart').locator('canvas, svg').first().waitFor();
  expect(await chart.getAttribute('data-curves')).toBe(String(parts.length + 1));
  const dbsm = ([real, imaginary]: [number, number]) =>
    10 * Math.log10(4 * Math.PI * (real ** 2 + imaginary ** 2));
  const drawn = csvParts((await download(page, 'plot-csv')).text);
  const titles = drawn.titles.split(',');
  const drawnOf = (name: string) => drawn.rows.map((row) => row[titles.indexOf(`${name} [dBsm]`)]!);
  const expectCurve = (name: string, values: number[]) =>
    drawnOf(name).forEach((value, i) => expect(value, `${name} ${i}`).toBeCloseTo(values[i]!, 9));
  expect(drawn.rows.map(([theta]) => theta)).toEqual(illuminations.map(({ thetaDeg }) => thetaDeg));
  expectCurve(
    'Total',
    responses!.map(({ field }) => dbsm(field)),
  );
  parts.forEach(({ name }, part) =>
    expectCurve(
      name,
      responses!.map((response) => dbsm(response.parts[part]!.share)),
    ),
  );
  await at(page, `design-outward-${parts[0]!.index}`).fill('1');
  await waitUntil('a band', async () => (await chart.getAttribute('data-bands')) === '1');
  const banded = csvParts((await download(page, 'plot-csv')).text);
  const [, total, low, high] = banded.rows[0]!;
  const [{ field, parts: ofParts }] = responses as [NonNullable<MapsFile['responses']>[number]];
  const [perMm, sigma] = [ofParts[0]!.perMm!, 4 * Math.PI * (field[0] ** 2 + field[1] ** 2)];
  const change = Math.abs(8 * Math.PI * (field[0] * perMm[0] + field[1] * perMm[1]));
  expect(change).toBeGreaterThan(0);
  expect(total).toBeCloseTo(10 * Math.log10(sigma), 9);
  expect(high).toBeCloseTo(10 * Math.log10(sigma + change), 9);
  expect(low).toBeCloseTo(10 * Math.log10(sigma - change), 9);
  // The plot's own sentence about bands is of error bars.
  expect(await at(page, 'design-curves').innerText()).not.toContain('estimated error bars');
  await expectAccessible(page, '[data-testid=design-curves]', { what: 'design curves' });
  await expectFits(page, [390, 960], 'design curves');
});

test('a part is coated in a project of its own; its run is compared with what the maps predicted', async () => {
  await at(page, 'design-coat').getByText('Select parts in the table').waitFor();
  await page.getByRole('checkbox', { name: 'large' }).check();
  const thickness = at(page, 'design-coat-thickness');
  expect(await thickness.inputValue()).toBe('5.9');
  await thickness.fill('nothing');
  await at(page, 'design-coat').getByText('Enter a thickness').waitFor();
  expect(await at(page, 'design-coat-start').isDisabled()).toBe(true);
  await thickness.fill('3');
  const predicted = Number(await at(page, 'design-coat-predicted').getAttribute('data-mesh'));
  await expectAccessible(page, '[data-testid=design-coat]', { what: 'coat parts' });
  await expectFits(page, [390, 960], 'coat parts');
  await at(page, 'design-coat-start').click();
  await page.waitForURL((url) => !url.search.includes(projectId), { timeout: COMPUTING_MS });
  const copy = new URL(page.url()).searchParams.get('id')!;
  await at(page, 'run-status').waitFor();
  expect(await at(page, 'coated').count()).toBe(0);
  await callApi('solverRun', token, { body: { projectId: copy, formulationType: 2 } });
  await ended(token, copy, 'solverState');
  await page.goto(`/projects/detail?id=${copy}`);
  await at(page, 'coated-verdict').waitFor({ timeout: COMPUTING_MS });
  const { monoStaticRcs } = await callApi('monoStaticRcsResult', token, { body: { projectId: copy } });
  const dbsm = (real: number, imaginary: number) =>
    10 * Math.log10(4 * Math.PI * (real ** 2 + imaginary ** 2));
  const shown = async (where: string, name: string) =>
    (
      await page
        .locator(`[data-testid=coated-table] ${where} td[data-column=${name}]`)
        .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-value')))
    ).map(Number);
  const computed = monoStaticRcs.map((record) =>
    's_VH_Real' in record ? dbsm(record.s_VH_Real, record.s_VH_Imag) : NaN,
  );
  const differences = await shown('tbody', 'difference');
  const predictions = await shown('tbody', 'predicted');
  (await shown('tbody', 'computed')).forEach((value, i) => expect(value).toBeCloseTo(computed[i]!, 9));
  expect(differences).toHaveLength(4);
  differences.forEach((value, i) => expect(value).toBeCloseTo(computed[i]! - predictions[i]!, 9));
  expect((await shown('tfoot', 'predicted'))[0]).toBeCloseTo(10 * Math.log10(predicted), 9);
  // The run computes what was predicted, up to second order.
  const [before, after, wanted] = await Promise.all(
    ['before', 'computed', 'predicted'].map(async (name) => (await shown('tfoot', name))[0]!),
  );
  expect(Math.abs(after! - wanted!)).toBeLessThan(0.5 * Math.abs(after! - before!));
  expect(await at(page, 'coated-verdict').getAttribute('data-holds')).toBe('true');
  await at(page, 'coated-chart').locator('canvas, svg').first().waitFor();
  await expectAccessible(page, '[data-testid=coated]', { what: 'predicted and computed' });
  await expectFits(page, [390, 960], 'predicted and computed');
});

import { ANGLE_FACTOR, type MapsFile } from '@pace/contract';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { callApi } from '../support/api.ts';
import { blocksUnv } from '../support/blocksUnv.ts';
import { countColors, oneStory, TestBrowser } from '../support/browser.ts';
import { expectFits } from '../support/fits.ts';
import { newPerson } from '../support/people.ts';
import { at, COMPUTING_MS, download, ended, enter, pngSize, uploadedProject } from '../support/steps.ts';
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
  const maps = await ask({
    thetaTo: 90 * ANGLE_FACTOR,
    incident: 'H',
    received: 'V',
    layer: { permittivity: { real: 4, imaginary: -2 }, permeability: { real: 1, imaginary: 0 } },
  });
  expect(maps.illuminations).toHaveLength(4);
  expect(await column('share')).toEqual(shares(maps));
  await at(page, 'design-sort-benefit').click();
  const benefits = (await column('benefit')).map(([, value]) => value!);
  expect(benefits).toEqual([...benefits].sort((a, b) => b - a));
  expect(await at(page, 'design-map').locator('option').allInnerTexts()).toContain('Thin layer');
  await expectFits(page, [390, 960], 'design');
});

import { correctedRecord, isScatteringMatrix, sizeDbsm, wholeBar } from '@pace/contract';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sphereUnv } from '../../testing/sphereUnv.ts';
import { expectAccessible } from '../support/accessible.ts';
import { callApi } from '../support/api.ts';
import { oneStory, TestBrowser } from '../support/browser.ts';
import { mie } from '../support/mie.ts';
import { newPerson } from '../support/people.ts';
import {
  at,
  csvParts,
  download,
  enter,
  next,
  plotBistatic,
  runToTheEnd,
  uploadedProject,
} from '../support/steps.ts';
import { waitUntil } from '../support/wait.ts';

const RADIUS_M = 0.2;
const FREQUENCY_HZ = 0.4e9;
/** θ 20, 30, … 70° at φ = 40°, vertical */
const INPUT = {
  scalefactor: 1,
  frequency: [FREQUENCY_HZ, -1, -1],
  anglesweep: 1,
  excitation: [20, 70, 40, 40, 1, 10, 90],
  numberoffarlocations: 36,
  solvertype: 2,
};
const ANGLES = 6;

oneStory();
const browser = new TestBrowser();
let page: Page;
let token: string;
let projectId: string;
beforeAll(async () => {
  page = await browser.newPage({ acceptDownloads: true });
});

test('a run with error bars is started in the wizard, and its bars hold the exact echo of a sphere', async () => {
  token = await enter(page, await newPerson());
  const bytes = sphereUnv(RADIUS_M, { name: 'SI', code: 1, unitsPerMetre: 1 });
  projectId = await uploadedProject(token, { name: 'Sphere with bars' }, { name: 'sphere.unv', bytes });
  await callApi('input', token, { body: { projectId, ...INPUT } });
  await page.goto(`/app/simulation?id=${projectId}`);
  await next(page, 1);
  await next(page, 2);
  await next(page, 3);
  await at(page, 'solver-errorBars').check();
  await runToTheEnd(page);
  const exact = await mie({
    radiusM: RADIUS_M,
    centreM: [0, 0, 0],
    frequencyHz: FREQUENCY_HZ,
    ...{ thetaDeg: 90, phiDeg: 0, polarization: 1, points: 36 },
  });
  const echo = exact.find(({ plane, phiDeg }) => plane === 'xy' && phiDeg === 0)!.dbsm;
  const { monoStaticRcs } = await callApi('monoStaticRcsResult', token, { body: { projectId } });
  expect(monoStaticRcs).toHaveLength(ANGLES);
  for (const record of monoStaticRcs) {
    expect(isScatteringMatrix(record)).toBe(false);
    const { low, high } = wholeBar(record)!;
    expect(sizeDbsm(low)).toBeLessThan(echo);
    expect(sizeDbsm(high)).toBeGreaterThan(echo);
    expect(sizeDbsm(high) - sizeDbsm(low)).toBeLessThan(4);
    // The way from facets to the sphere is known, so the corrected echo has a far narrower bar.
    const corrected = wholeBar(correctedRecord(record))!;
    expect(sizeDbsm(corrected.low)).toBeLessThan(echo);
    expect(sizeDbsm(corrected.high)).toBeGreaterThan(echo);
    expect(sizeDbsm(corrected.high) - sizeDbsm(corrected.low)).toBeLessThan(
      0.5 * (sizeDbsm(high) - sizeDbsm(low)),
    );
  }
});

test('the certificate counts the directions, names the largest part and says what would halve it', async () => {
  const certificate = at(page, 'certificate');
  await certificate.waitFor();
  const row = certificate.locator('tbody tr').first();
  await row.waitFor();
  expect(await row.locator('td').first().innerText()).toBe(String(ANGLES));
  // What returns, as solved and corrected, and the cuts.
  expect(await certificate.locator('tbody tr').count()).toBe(3);
  // A sphere of facets whose edges are short beside the wavelength: its shape is what errs.
  expect(await at(page, 'certificate-largest').getAttribute('data-part')).toBe('geometry');
  expect(await at(page, 'certificate-action').innerText()).toContain('Round');
  await expectAccessible(page, '[data-testid=certificate]');
});

test('the plot has a band, in its file of values too, and none when it is switched off', async () => {
  await at(page, 'results-monostatic').click();
  await at(page, 'monostatic-plot').click();
  await at(page, 'monostatic-chart').locator('canvas, svg').first().waitFor();
  const bands = () => page.locator('[data-bands]').first().getAttribute('data-bands');
  await waitUntil('a band', async () => (await bands()) === '1');
  const { titles, rows } = csvParts((await download(page, 'plot-csv')).text);
  expect(titles.split(',').length).toBeGreaterThan(2);
  expect(rows).toHaveLength(ANGLES);
  expect(titles).toContain('corrected');
  expect(titles).toContain('as solved');
  await at(page, 'monostatic-corrected').uncheck();
  expect(csvParts((await download(page, 'plot-csv')).text).titles).not.toContain('corrected');
  await at(page, 'monostatic-bars').uncheck();
  await waitUntil('no band', async () => (await bands()) === '0');
});

test('the files of a cut have both ends of the bar beside each value, and the bar of each field', async () => {
  await plotBistatic(page, 'xz');
  const { rows } = csvParts((await download(page, 'plot-csv')).text);
  expect(rows.length).toBeGreaterThanOrEqual(36);
  for (const [, value, low, high] of rows) {
    expect(low).toBeLessThan(value!);
    expect(high).toBeGreaterThan(value!);
  }
  const fields = csvParts((await download(page, 'plot-fields')).text);
  const columns = fields.titles.split(',');
  for (const field of ['theta', 'phi']) {
    const fromTheEnd = columns.indexOf(`e_${field}_error_V`) - columns.length;
    for (const row of fields.rows) expect(row.at(fromTheEnd)).toBeGreaterThan(0);
  }
});

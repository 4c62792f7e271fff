import {
  correctedRecord,
  isScatteringMatrix,
  MODEL_PICTURE,
  rcsDbsm,
  type MonoStaticRcs,
  type SphereResult,
} from '@pace/contract';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { callApi } from '../support/api.ts';
import { countColors, oneStory, TestBrowser } from '../support/browser.ts';
import { meanDifference, mie } from '../support/mie.ts';
import { DEMO } from '../support/people.ts';
import { textOfPdf, withoutBlanks } from '../support/pdf.ts';
import { sphereUnv } from '../../testing/sphereUnv.ts';
import {
  at,
  COMPUTING_MS,
  csvParts,
  download,
  enter,
  plotBistatic,
  pngSize,
  readPlotTable,
  uploadedProject,
} from '../support/steps.ts';
import { waitUntil } from '../support/wait.ts';

const RADIUS_M = 0.5;
/** Enough of them that the page is there before the run has ended */
const FREQUENCIES = [0.1e9, 0.004e9, 0.26e9] as const;
/** φ 0, 5, … 40° at θ = 90°, vertical polarization */
const INPUT = {
  scalefactor: 1,
  freqsweep: 1,
  frequency: FREQUENCIES,
  anglesweep: 1,
  excitation: [90, 90, 0, 40, 1, 90, 5],
  numberoffarlocations: 120,
  numberof3dthetas: 13,
  // Bars have a test of their own (error-bars.test.ts).
  errorestimate: 0,
};
const KEY = { frequency: FREQUENCIES[0], theta: 900, phi: 0 };

oneStory();
const browser = new TestBrowser();
let page: Page;
let token: string;
let projectId: string;
let sphere: SphereResult;
beforeAll(async () => {
  page = await browser.newPage({ acceptDownloads: true });
});

/** A number that the page keeps in an attribute. */
const numberOf = async (testId: string, attribute: string) =>
  Number(await at(page, testId).first().getAttribute(attribute));

test('a sweep over frequency and angle is followed live to its end', async () => {
  // Its computed example is what this run is compared with.
  token = await enter(page, DEMO);
  const bytes = sphereUnv(RADIUS_M, { name: 'SI', code: 1, unitsPerMetre: 1 });
  projectId = await uploadedProject(token, { name: 'Swept sphere' }, { name: 'sphere.unv', bytes });
  await callApi('input', token, { body: { projectId, ...INPUT } });
  // Once visited, the page is there again in a moment, long before the run has ended.
  await page.goto(`/projects/detail?id=${projectId}`);
  await at(page, 'run-status').waitFor();
  await callApi('solverRun', token, { body: { projectId, formulationType: 1 } });
  const stream = page.waitForRequest((request) => request.url().includes('/api/solver/live-events'));
  await page.reload();
  await stream;
  await page.locator('[data-testid=live-run][data-streaming=true]').waitFor();
  await at(page, 'live-curve').locator('canvas').first().waitFor();
  await page.locator('[data-testid=run-status][data-status=Finished]').waitFor({ timeout: COMPUTING_MS });
});

test('its card has the model and the curve of the sweep', async () => {
  await page.goto('/projects');
  const card = at(page, `project-picture-${projectId}`);
  await card.locator('[data-testid=project-curve][data-axis=phi] polyline').waitFor();
  expect(await card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(
    MODEL_PICTURE.width,
  );
  await page.goto(`/projects/detail?id=${projectId}`);
  await page.locator('[data-testid=run-status][data-status=Finished]').waitFor();
});

test('the exact curve beside the computed one is that of the Mie series, and their difference is small', async () => {
  await plotBistatic(page, 'xz');
  await at(page, 'bistatic-exact').check();
  await at(page, 'comparison-mean').waitFor();
  sphere = await callApi('sphereResult', token, { body: { projectId, ...KEY } });
  expect(await numberOf('bistatic-sphere', 'data-radius')).toBeCloseTo(sphere.radiusM, 9);
  const shown = await readPlotTable(page, 1);
  const exact = await mie({
    radiusM: sphere.radiusM,
    centreM: sphere.centreM,
    frequencyHz: KEY.frequency,
    thetaDeg: 90,
    phiDeg: 0,
    polarization: 1,
    points: INPUT.numberoffarlocations,
  });
  expect(meanDifference(shown, exact, 'xz')).toBeLessThan(1e-6);
  // 320 flat triangles, 20 edges a wavelength at the lowest frequency.
  const difference = await numberOf('comparison-mean', 'data-value');
  console.log(`mean |ΔdB| to Mie on the page: ${difference.toFixed(4)}`);
  expect(difference).toBeLessThan(0.1);
});

test('a reference file is laid over it with its mean difference, and one that is none says in which line', async () => {
  const own = await readPlotTable(page, 0);
  const lines = [...own].map(([x, y]) => `${x},${y + 0.5}`);
  const file = (text: string) => ({ name: 'half.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await at(page, 'bistatic-reference').setInputFiles(file('angle,dBsm\n1,2\n3,four\n'));
  expect(await at(page, 'bistatic-reference-problem').innerText()).toContain('Line 3');
  await at(page, 'bistatic-reference').setInputFiles(file(['angle,dBsm', ...lines].join('\n')));
  const row = at(page, 'comparison-table').locator('tr', { hasText: 'half.csv' });
  expect(Number(await row.getByTestId('comparison-mean').getAttribute('data-value'))).toBeCloseTo(0.5, 6);
});

test('co- and cross-polar curves, square metres and statistics are those of the complex fields of the API', async () => {
  await at(page, 'bistatic-exact').uncheck();
  await at(page, 'bistatic-plot').click();
  await at(page, 'bistatic-component').selectOption({ label: 'Co-polar' });
  await at(page, 'bistatic-m2').click();
  await at(page, 'bistatic-plot').click();
  const shown = await readPlotTable(page);
  const { farZoneFields } = await callApi('farZoneFieldsResult', token, { body: { projectId, ...KEY } });
  const cut = farZoneFields.filter(({ plane, anglePhi }) => plane === 'xz' && anglePhi === 0);
  // Vertical incidence: co-polar is θ.
  for (const field of cut) {
    if (isScatteringMatrix(field)) throw new Error('A run of one incident wave has no matrix');
    const power = field.e_Theta_Real ** 2 + field.e_Theta_Imag ** 2;
    expect(shown.get(field.angleTheta / 10)).toBeCloseTo(4 * Math.PI * power, 9);
  }
  await at(page, 'plot-statistics-toggle').click();
  const values = [...shown.values()];
  const cells = at(page, 'statistics-table').locator('tbody tr').first().locator('td');
  expect(Number(await cells.nth(0).getAttribute('data-value'))).toBeCloseTo(Math.max(...values), 9);
  expect(Number(await cells.nth(4).getAttribute('data-value'))).toBeCloseTo(
    values.reduce((sum, value) => sum + value, 0) / values.length,
    9,
  );
  await at(page, 'plot-markers-toggle').click();
  await at(page, 'marker-peaks').click();
  expect(
    Number(await at(page, 'marker-table').locator('td[data-value]').nth(1).getAttribute('data-value')),
  ).toBeCloseTo(Math.max(...values), 9);
});

test('the mean of a sector is that of its points', async () => {
  await at(page, 'statistics-sectors').selectOption({ index: 1 });
  const range = await at(page, 'sector-table').locator('thead th').nth(1).innerText();
  const [low, high] = range.split('–').map((text) => parseFloat(text)) as [number, number];
  const inside = [...(await readPlotTable(page))].filter(([x]) => x >= low && x < high);
  expect(inside.length).toBeGreaterThan(10);
  const mean = inside.reduce((sum, [, y]) => sum + y, 0) / inside.length;
  const shown = at(page, 'sector-table').locator('td[data-value]').first();
  expect(Number(await shown.getAttribute('data-value'))).toBeCloseTo(mean, 9);
});

test('every export of a plot holds what the plot shows', async () => {
  const shown = await readPlotTable(page);
  const [width, height] = pngSize((await download(page, 'plot-png')).bytes);
  expect(Math.min(width, height)).toBeGreaterThan(300);
  const svg = await download(page, 'plot-svg');
  expect(svg.name).toBe('Swept sphere-bistatic.svg');
  expect(svg.text).toMatch(/^<svg[^]*<path[^]*<\/svg>/);
  const csv = csvParts((await download(page, 'plot-csv')).text);
  expect(csv.comments.join()).not.toContain('CONVERGED');
  expect(new Map(csv.rows.map(([x, y]) => [x, y]))).toEqual(shown);
  const fields = csvParts((await download(page, 'plot-fields')).text);
  const columns = fields.titles.split(',');
  // From the end: the first column is a name, which may hold commas.
  const cell = (row: readonly number[], title: string): number =>
    row.at(columns.indexOf(title) - columns.length)!;
  for (const row of fields.rows) {
    const phi = cell(row, 'phi_deg');
    // Co-polar of a vertical wave is θ; the curve is in square metres.
    const angle = phi === 180 ? 360 - cell(row, 'theta_deg') : cell(row, 'theta_deg');
    const squared = cell(row, 'e_theta_real_V') ** 2 + cell(row, 'e_theta_imag_V') ** 2;
    expect(4 * Math.PI * squared).toBeCloseTo(shown.get(angle)!, 9);
  }
});

test('the menu of exports has the cuts that are drawn for other programs', async () => {
  await at(page, 'plot-export').click();
  const ffe = await download(page, 'export-ffe-0');
  expect(ffe.name).toBe('Swept sphere-bistatic.ffe');
  expect(ffe.text).toMatch(/^##File Type: Far field\n/);
  const blocks = ffe.text.match(/^#Request Name: \S+$/gm) ?? [];
  expect(blocks).toContain('#Request Name: xy');
});

test('another run is laid over this one, with its own numbers', async () => {
  const other = (await callApi('getDemoProjects', token)).projects.find(
    ({ state }) => state.solverResultReady,
  )!;
  await at(page, 'bistatic-run').selectOption({ label: other.name });
  await at(page, 'bistatic-component').selectOption({ label: 'Total' });
  await at(page, 'bistatic-plane').selectOption({ label: 'xy' });
  await at(page, 'bistatic-plot').click();
  await at(page, 'plot-table').locator('th', { hasText: other.name }).first().waitFor();
  const { frequency, excitation } = other.state.solverInput!;
  const { farZoneFields } = await callApi('farZoneFieldsResult', token, {
    body: {
      projectId: other.id,
      frequency: frequency[0],
      theta: 10 * excitation[0]!,
      phi: 10 * excitation[1]!,
    },
  });
  const titles = await at(page, 'plot-table').locator('thead th').allInnerTexts();
  const column = titles.findIndex((title) => title.includes(other.name)) - 1;
  const rows = await at(page, 'plot-table')
    .locator('tbody tr')
    .evaluateAll(
      (all, at) =>
        all.map((row): [string, string | null] => [
          row.querySelector('th')!.textContent,
          row.querySelectorAll('td')[at]!.getAttribute('data-value'),
        ]),
      column,
    );
  const shown = new Map(rows.filter(([, y]) => y !== null).map(([x, y]) => [Number(x), Number(y)]));
  const cut = farZoneFields.filter(({ plane }) => plane === 'xy');
  expect(cut.length).toBeGreaterThan(300);
  for (const field of cut) expect(shown.get(field.anglePhi / 10)).toBeCloseTo(10 ** (rcsDbsm(field) / 10), 9);
  await at(page, 'results-monostatic').click();
  await at(page, 'monostatic-run').selectOption({ label: other.name });
  await at(page, 'monostatic-plot').click();
  const value = at(page, 'monostatic-value').locator('dd[data-value]').first();
  await value.waitFor();
  const { monoStaticRcs } = await callApi('monoStaticRcsResult', token, { body: { projectId: other.id } });
  const back = Number(await value.getAttribute('data-value'));
  expect(back).toBeCloseTo(rcsDbsm(correctedRecord(monoStaticRcs[0]!)), 9);
  await at(page, 'monostatic-corrected').uncheck();
  await waitUntil('the field as solved', async () => {
    const solved = Number(await value.getAttribute('data-value'));
    return Math.abs(solved - rcsDbsm(monoStaticRcs[0]!)) < 1e-9;
  });
});

test('the picture over frequency and angle has its peak where the API has it', async () => {
  await at(page, 'results-waterfall').click();
  await at(page, 'waterfall-chart-peak').waitFor();
  const { monoStaticRcs } = await callApi('monoStaticRcsResult', token, { body: { projectId } });
  const best = monoStaticRcs.reduce((one, other) => (rcsDbsm(other) > rcsDbsm(one) ? other : one));
  expect(await numberOf('waterfall-chart-peak', 'data-value')).toBeCloseTo(rcsDbsm(best), 9);
  expect(await numberOf('waterfall-chart-peak', 'data-y')).toBeCloseTo(best.frequency / 1e9, 9);
  const canvas = at(page, 'waterfall-chart').locator('canvas').first();
  await waitUntil('colours', async () => (await countColors(canvas)) > 8);
  const grid = csvParts((await download(page, 'heat-csv')).text);
  expect(grid.rows).toHaveLength(monoStaticRcs.length);
  expect(Math.max(...grid.rows.map(([, , value]) => value!))).toBeCloseTo(rcsDbsm(best), 9);
  expect((await download(page, 'heat-svg')).text).toMatch(/^<svg[^]*<\/svg>/);
  expect(Math.min(...pngSize((await download(page, 'heat-png')).bytes))).toBeGreaterThan(300);
});

test('statistics of the sweep and of a sector are those of its points, and ranges grow with the fourth root', async () => {
  await at(page, 'results-statistics').click();
  await at(page, 'statistics-table').waitFor();
  const { monoStaticRcs } = await callApi('monoStaticRcsResult', token, { body: { projectId } });
  const corrected = monoStaticRcs.map(correctedRecord);
  const cell = (row: number, key: string) =>
    at(page, `statistics-row-${row}`).locator(`[data-key=${key}]`).getAttribute('data-value').then(Number);
  const linear = (records: readonly MonoStaticRcs[]) =>
    records.map((record) => 10 ** (rcsDbsm(record) / 10)).sort((a, b) => a - b);
  const decibels = (value: number) => 10 * Math.log10(value);
  const meanOf = (values: readonly number[]) => values.reduce((a, b) => a + b) / values.length;
  const whole = linear(corrected);
  expect(await cell(0, 'mean')).toBeCloseTo(decibels(meanOf(whole)), 9);
  expect(await cell(0, 'max')).toBeCloseTo(decibels(whole.at(-1)!), 9);

  // The sphere looks alike from all sides: its sector is one of frequency.
  await at(page, 'add-sector').click();
  const frequencies = [...new Set(corrected.map(({ frequency }) => frequency))].sort((a, b) => a - b);
  const middle = frequencies[Math.floor(frequencies.length / 2)]!;
  await at(page, 'sector-1-frequency-to').fill(String(middle / 1e9));
  const inside = linear(corrected.filter(({ frequency }) => frequency <= middle));
  expect(inside.length).toBeLessThan(0.6 * whole.length);
  await waitUntil('the row of the sector', async () => {
    const mean = await cell(1, 'mean');
    return Math.abs(mean - decibels(meanOf(inside))) < 1e-9;
  });
  expect(await cell(1, 'max')).toBeCloseTo(decibels(inside.at(-1)!), 9);
  await at(page, 'exceedance-chart').locator('canvas').first().waitFor();
  await at(page, 'range-chart').locator('canvas').first().waitFor();
  const farthest = () =>
    at(page, 'range-table')
      .locator('tbody tr')
      .first()
      .locator('td')
      .last()
      .getAttribute('data-value')
      .then(Number);
  expect(await farthest()).toBeCloseTo(100 * whole.at(-1)! ** 0.25, 9);
  await at(page, 'reference-sigma').fill('-40');
  await waitUntil(
    'ten times the range',
    async () => Math.abs((await farthest()) - 1000 * whole.at(-1)! ** 0.25) < 1e-6,
  );
});

test('range profile and ISAR image have the nearest point of the sphere at its range', async () => {
  await at(page, 'results-imaging').click();
  await at(page, 'imaging-facts').waitFor();
  expect(await numberOf('imaging-facts', 'data-unambiguous')).toBeCloseTo(
    299_792_458 / (2 * FREQUENCIES[1]),
    6,
  );
  const profile = await readPlotTable(page);
  const [range] = [...profile].reduce((best, one) => (one[1] > best[1] ? one : best));
  // The specular point is nearer by a radius; what creeps round the sphere comes later and pulls a little.
  expect(range).toBeGreaterThan(-RADIUS_M - 0.15);
  expect(range).toBeLessThan(-RADIUS_M + 0.3);
  await at(page, 'imaging-image').click();
  await at(page, 'imaging-picture-peak').waitFor();
  expect(Math.abs(await numberOf('imaging-picture-peak', 'data-x'))).toBeLessThan(0.1);
  expect(await numberOf('imaging-picture-peak', 'data-y')).toBeCloseTo(range, 0);
  const canvas = at(page, 'imaging-picture').locator('canvas').first();
  await waitUntil('the whole image', async () => (await countColors(canvas)) > 100);
});

test('on the model the strongest hot spot is where the sphere faces the radar', async () => {
  await at(page, 'imaging-model').click();
  await at(page, 'surface-plot').click();
  await at(page, 'hot-spots').waitFor({ timeout: COMPUTING_MS });
  const { spots } = await callApi('backProjection', token, { body: { projectId } });
  const cells = at(page, 'hot-spots').locator('tbody tr').first().locator('td[data-value]');
  const shown = await cells.evaluateAll((all) => all.map((one) => Number(one.getAttribute('data-value'))));
  expect(shown).toEqual([spots[0]!.rcs_dBsm, ...spots[0]!.position_m]);
  // In the middle of the sweep, φ = 20°.
  const facing = [RADIUS_M * Math.cos(Math.PI / 9), RADIUS_M * Math.sin(Math.PI / 9), 0];
  expect(Math.hypot(...facing.map((x, i) => x - spots[0]!.position_m[i]!))).toBeLessThan(0.4);
  const canvas = at(page, 'surface-image').locator('canvas').first();
  await waitUntil('a drawn image', async () => (await countColors(canvas)) > 20);
  await at(page, 'surface-frequency-to').selectOption('0');
  for (const angle of ['phi', 'phi-to']) await at(page, `surface-${angle}`).selectOption('0');
  await at(page, 'surface-few').waitFor();
  expect(await at(page, 'surface-plot').isDisabled()).toBe(true);
});

test('the 3D pattern has the peak of the far field', async () => {
  await at(page, 'results-pattern').click();
  await at(page, 'pattern-facts').waitFor();
  const { farZoneFields } = await callApi('farZoneFieldsResult', token, { body: { projectId, ...KEY } });
  const peak = Math.max(...farZoneFields.filter(({ plane }) => plane === '3d').map(rcsDbsm));
  expect(await numberOf('pattern-facts', 'data-peak')).toBeCloseTo(peak, 4);
  const canvas = at(page, 'mesh-viewer').locator('canvas');
  await waitUntil('a drawn pattern', async () => (await countColors(canvas)) > 100);
});

test('currents are shown at a phase, with a range that stays', async () => {
  await at(page, 'results-currents').click();
  await at(page, 'currents-plot').click();
  await at(page, 'color-bar').waitFor();
  await at(page, 'currents-part').selectOption({ label: 'At a phase' });
  await at(page, 'currents-direction').selectOption({ label: 'z' });
  const range = async () =>
    JSON.parse((await at(page, 'color-bar').getAttribute('data-range'))!) as [number, number];
  const [low, high] = await range();
  expect(low).toBeCloseTo(-high, 12);
  await at(page, 'range-lock').check();
  await at(page, 'range-high').fill('0.01');
  await at(page, 'range-low').fill('-0.01');
  expect(await range()).toEqual([-0.01, 0.01]);
  await at(page, 'plot-export').click();
  const vtu = await download(page, 'export-vtu');
  expect(vtu.name).toBe('Swept sphere-J.vtu');
  expect(vtu.text).toContain('Name="J_imag" NumberOfComponents="3"');
  const picture = await download(page, 'viewer-png');
  expect(picture.name).toBe('Swept sphere-J.png');
  expect(Math.min(...pngSize(picture.bytes))).toBeGreaterThan(300);
});

test('a locked range follows the scale and does not outlive the quantity', async () => {
  await at(page, 'currents-part').selectOption({ label: 'Magnitude' });
  await at(page, 'range-lock').check();
  await at(page, 'range-high').fill('0.01');
  await at(page, 'range-low').fill('0.001');
  await at(page, 'currents-db').click();
  expect(JSON.parse((await at(page, 'color-bar').getAttribute('data-range'))!)).toEqual([-60, -40]);
  await at(page, 'currents-part').selectOption({ label: 'Real part' });
  expect(await at(page, 'range-lock').isChecked()).toBe(false);
});

test('the report and the archive are real files', async () => {
  const pdf = await download(page, 'action-pdf');
  expect(pdf.name).toBe('Swept sphere.pdf');
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  // Pictures are in it as they are: of one with transparency the writer makes two, and takes seconds for it.
  const written = pdf.bytes.toString('latin1');
  expect(written.split('/Subtype /Image').length).toBeGreaterThan(10);
  expect(written).not.toContain('/SMask');
  const printed = await textOfPdf(pdf.bytes);
  const { text: html } = await download(page, 'action-html');
  expect(html).toContain('Swept sphere');
  expect(html.match(/data:image\/png/g)!.length).toBeGreaterThan(5);
  for (const said of [
    'Scale factor',
    'CFIE Alpha',
    '0° to 40°, step 5°',
    'Monostatic RCS over frequency and angle',
    '3D Pattern',
    'Surface Currents',
    'Hot spots',
    'First-order changes at the largest echo',
  ]) {
    expect(html).toContain(said);
    expect(printed).toContain(withoutBlanks(said));
  }
  const { path } = await download(page, 'action-archive');
  const { stdout } = await promisify(execFile)('python3', ['-m', 'zipfile', '-l', path]);
  for (const name of [
    'README.txt',
    'job.json',
    'mesh.unv',
    'results/result.json',
    'csv/monostatic.csv',
    'design/maps_',
    'imaging/hot_spots_',
  ])
    expect(stdout).toContain(name);
});

test('a stranger with the link sees the numbers, can change nothing, and nothing once it is revoked', async () => {
  await at(page, 'action-share').click();
  await at(page, 'share-create').click();
  const link = await at(page, 'share-link').inputValue();
  const visitor = await browser.newPage();
  await visitor.goto(link);
  await plotBistatic(visitor, 'xy');
  const shown = await readPlotTable(visitor);
  const { farZoneFields } = await callApi('farZoneFieldsResult', token, { body: { projectId, ...KEY } });
  for (const field of farZoneFields.filter(({ plane }) => plane === 'xy'))
    expect(shown.get(field.anglePhi / 10)).toBeCloseTo(rcsDbsm(field), 9);
  expect(await at(visitor, 'action-share').count()).toBe(0);
  await at(page, 'share-revoke').click();
  await at(page, 'share-row').waitFor({ state: 'detached' });
  await visitor.reload();
  await at(visitor, 'share-refused').waitFor();
});

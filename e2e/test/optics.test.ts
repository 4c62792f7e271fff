import { rcsDbsm, SPEED_OF_LIGHT } from '@pace/contract';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { callApi } from '../support/api.ts';
import { oneStory, TestBrowser } from '../support/browser.ts';
import {
  chooseFileType,
  at,
  chooseOption,
  closeDialog,
  createProject,
  enter,
  fill,
  meshReady,
  next,
  runToTheEnd,
  uploadModel,
} from '../support/steps.ts';

/** Two facets are a plate, however many wavelengths it has. */
const SIDE = 1;
const PLATE = plateUnv(SIDE);
const FREQUENCY_HZ = 6e9;
const broadsideDbsm = (areaM2: number, frequencyHz: number) =>
  10 * Math.log10((4 * Math.PI * areaM2 ** 2 * frequencyHz ** 2) / SPEED_OF_LIGHT ** 2);
const BROADSIDE_DBSM = broadsideDbsm(SIDE ** 2, FREQUENCY_HZ);
/** Of e2e/data/plate.step, 1000 mm × 500 mm across z */
const STEP_AREA_M2 = 0.5;

oneStory();
const browser = new TestBrowser();
let page: Page;
let projectId: string;
let token: string;
beforeAll(async () => {
  page = await browser.newPage();
});

test('before a STEP file is uploaded its curve is there, on the triangles of the drawing, and follows the frequency', async () => {
  token = await enter(page);
  projectId = await createProject(page, 'Plate that is not uploaded yet');
  await choose('step', 'plate.step', await readFile(join(import.meta.dirname, '../data/plate.step')));
  await at(page, 'optics-chart').locator('canvas, svg').first().waitFor();
  expect(await at(page, 'optics-drawn').innerText()).toBe('Triangles of the drawing');
  // Its two triangles are the plate itself.
  expect(await at(page, 'optics-coarse').count()).toBe(0);
  await at(page, 'plot-table-toggle').click();
  await expectBroadside(broadsideDbsm(STEP_AREA_M2, 1.3e9));
  await next(page, 1);
  await fill(page, { 'frequency-frequency': 2 });
  await at(page, 'optics-preview').getByText('2 GHz').waitFor();
  await expectBroadside(broadsideDbsm(STEP_AREA_M2, 2e9));
  const { state } = await callApi('getSingleProject', token, { query: { id: projectId } });
  expect(state.model).toBeNull();
});

test('the preview of a drawing has no accessibility violation', async () => {
  await expectAccessible(page, '[data-testid=optics-preview]');
});

test('once the STEP model has its mesh the curve is that of the mesh', async () => {
  await at(page, 'upload-start').click();
  await closeDialog(page, 'upload-confirm');
  await meshReady(page);
  await at(page, 'optics-drawn').waitFor({ state: 'detached' });
  await at(page, 'optics-preview').getByText('of this mesh').waitFor();
  await expectBroadside(broadsideDbsm(STEP_AREA_M2, 2e9));
});

test('a UNV file has its curve before the upload if it names its unit, and says so if it does not', async () => {
  await createProject(page, 'Meshes that are not uploaded yet');
  const silent = PLATE.toString().replace(/^ {4}-1\n +164\n[^]*?\n {4}-1\n/, '');
  expect(silent.length).toBeLessThan(PLATE.length);
  await choose('unv', 'silent.unv', Buffer.from(silent));
  await at(page, 'optics-preview').getByText('does not say its unit').waitFor();
  await at(page, 'file-input').setInputFiles({
    name: 'plate.unv',
    mimeType: 'application/octet-stream',
    buffer: PLATE,
  });
  await at(page, 'optics-chart').locator('canvas, svg').first().waitFor();
  expect(await at(page, 'optics-drawn').innerText()).toBe('Triangles of the file');
  await at(page, 'plot-table-toggle').click();
  await expectBroadside(broadsideDbsm(SIDE ** 2, 1.3e9));
});

test('as soon as the mesh is there its Physical Optics curve is beside the wizard, and says what it is', async () => {
  projectId = await createProject(page, 'Plate by Physical Optics');
  await uploadModel(page, 'unv', { name: 'plate.unv', bytes: PLATE });
  await meshReady(page);
  await at(page, 'optics-chart').locator('canvas, svg').first().waitFor();
  expect(await at(page, 'optics-preview').innerText()).toContain('1.3 GHz');
  expect(await at(page, 'optics-preview').innerText()).toContain('PO');
});

test('it follows the frequency, and its broadside value is 4πA²/λ²', async () => {
  await next(page, 1);
  await fill(page, { 'frequency-frequency': FREQUENCY_HZ / 1e9 });
  await at(page, 'optics-preview').getByText('6 GHz').waitFor();
  await at(page, 'plot-table-toggle').click();
  await expectBroadside(BROADSIDE_DBSM);
  expect(await at(page, 'plot-table').locator('tbody tr').count()).toBe(181);
  await at(page, 'plot-table-toggle').click();
});

test('it follows the angle that it runs over', async () => {
  await at(page, 'optics-phi').click();
  await at(page, 'optics-preview').getByText('theta 180°').first().waitFor();
  await at(page, 'optics-theta').click();
});

test('the preview has no accessibility violation', async () => {
  await expectAccessible(page, '[data-testid=optics-preview]');
});

test('PO shows its own options in place of those of the iterations', async () => {
  await at(page, 'unit-confirm').click();
  await next(page, 2);
  await at(page, 'alpha-set').click();
  await next(page, 3);
  await chooseOption(at(page, 'solver-type'), 'PO (Only for PEC)');
  await at(page, 'solver-reflections').waitFor();
  expect(await at(page, 'solver-maxIteration').count()).toBe(0);
  await fill(page, { 'solver-reflections': 11 });
  await page.getByText('Number of reflections must be a whole number between 1 and 10').waitFor();
  await fill(page, { 'solver-reflections': 2 });
  await at(page, 'solver-edgeDiffraction').check();
  await at(page, 'predict-cost').click();
  expect(await at(page, 'predicted-cost').innerText()).toContain('2 facets by Physical Optics');
});

test('the run is computed by Physical Optics, without iterations, and shows what it was asked for', async () => {
  await runToTheEnd(page);
  const project = await callApi('getSingleProject', token, { query: { id: projectId } });
  expect(project.state.solverInput).toMatchObject({
    solvertype: 1,
    numberofreflections: 2,
    edgediffraction: 1,
  });
  const { monoStaticRcs } = await callApi('monoStaticRcsResult', token, { body: { projectId } });
  // Edges add some hundredths of a decibel to the specular flash.
  expect(Math.abs(rcsDbsm(monoStaticRcs[0]!) - BROADSIDE_DBSM)).toBeLessThan(0.2);
  await page.getByText('Physical Optics', { exact: true }).first().waitFor();
  expect(await at(page, 'results-iterations').isDisabled()).toBe(true);
  expect(await at(page, 'results-currents').isEnabled()).toBe(true);
});

/** Chooses a file without uploading it. */
async function choose(type: 'step' | 'unv', name: string, buffer: Buffer) {
  await chooseFileType(page, type);
  await at(page, 'file-input').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}

/** The first row of the table that is open, where the plate is met at right angles. */
async function expectBroadside(dbsm: number) {
  const broadside = at(page, 'plot-table').locator('tbody tr').first().locator('td').first();
  await expect
    .poll(async () => Number(await broadside.getAttribute('data-value')), { timeout: 180_000 })
    .toBeCloseTo(dbsm, 5);
}

/** A square across z whose file is in metres. */
function plateUnv(side: number): Buffer {
  const number = (value: number) => value.toExponential(16).toUpperCase().padStart(25);
  const h = side / 2;
  const nodes = [
    [-h, -h],
    [h, -h],
    [h, h],
    [-h, h],
  ].map(
    ([x, y], i) =>
      `${[i + 1, 1, 1, 11].map((n) => String(n).padStart(10)).join('')}\n${[x!, y!, 0].map(number).join('')}`,
  );
  const triangles = [
    [1, 2, 3],
    [1, 3, 4],
  ].map(
    (corners, i) =>
      `${[i + 1, 91, 1, 1, 7, 3].map((n) => String(n).padStart(10)).join('')}\n${corners.map((n) => String(n).padStart(10)).join('')}`,
  );
  const units = `${'1'.padStart(10)}${'SI: Meter (newton)'.padEnd(20)}${'2'.padStart(10)}\n${[1, 1, 1].map(number).join('')}\n${number(273.15)}`;
  const dataset = (id: number, lines: string[]) =>
    ['    -1', String(id).padStart(6), ...lines, '    -1'].join('\n');
  return Buffer.from([dataset(164, [units]), dataset(2411, nodes), dataset(2412, triangles), ''].join('\n'));
}

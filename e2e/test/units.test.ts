import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { callApi } from '../support/api.ts';
import { oneStory, TestBrowser } from '../support/browser.ts';
import { meanDifference, mie } from '../support/mie.ts';
import { sphereUnv } from '../../testing/sphereUnv.ts';
import {
  at,
  createProject,
  enter,
  fill,
  meshReady,
  next,
  plotBistatic,
  readPlotTable,
  runToTheEnd,
  uploadModel,
} from '../support/steps.ts';

const RADIUS_INCHES = 10;
const METRES_PER_INCH = 0.0254;
const FREQUENCY_HZ = 0.3e9;
/** What the wizard proposes. */
const DIRECTION = { thetaDeg: 180, phiDeg: 180, polarization: 0 };

oneStory();
const browser = new TestBrowser();
let page: Page;
let projectId: string;
let token: string;
beforeAll(async () => {
  page = await browser.newPage();
});

test('a mesh in inches whose file says millimetres is shown in millimetres first', async () => {
  token = await enter(page);
  projectId = await createProject(page, 'Sphere in inches');
  const bytes = sphereUnv(RADIUS_INCHES, { name: 'SI: mm (milli-newton)', code: 5, unitsPerMetre: 1000 });
  await uploadModel(page, 'unv', { name: 'inches.unv', bytes });
  await meshReady(page);
  expect(await at(page, 'units-panel').innerText()).toContain('The file says: Millimetre');
  expect(await at(page, 'unit-mm').getByRole('radio').isChecked()).toBe(true);
  expect(await at(page, 'model-size').innerText()).toMatch(/^0\.02 × 0\.02 × 0\.02\sm$/);
});

test('the run cannot be started before the unit is confirmed', async () => {
  await next(page, 1);
  await fill(page, { 'frequency-frequency': FREQUENCY_HZ / 1e9 });
  await next(page, 2);
  await at(page, 'alpha-set').click();
  await next(page, 3);
  expect(await at(page, 'wizard-start').isDisabled()).toBe(true);
});

test('with inches chosen the length of the model changes', async () => {
  await at(page, 'unit-inch').getByRole('radio').check();
  await at(page, 'unit-confirm').click();
  expect(await at(page, 'units-confirmed').innerText()).toMatch(/Inch.* 0\.508\sm/);
  expect(await at(page, 'model-size').innerText()).toMatch(/^0\.508 × 0\.508 × 0\.508\sm$/);
});

test('the run uses 0.0254 metres per unit', async () => {
  await runToTheEnd(page);
  const project = await callApi('getSingleProject', token, { query: { id: projectId } });
  expect(project.state.solverInput?.scalefactor).toBe(METRES_PER_INCH);
  await plotBistatic(page, 'xy');
  const shown = await readPlotTable(page);
  const exact = await mie({
    ...DIRECTION,
    radiusM: RADIUS_INCHES * METRES_PER_INCH,
    centreM: [0, 0, 0],
    frequencyHz: FREQUENCY_HZ,
    points: shown.size,
  });
  // Taken for millimetres it would be 80 dB less.
  expect(meanDifference(shown, exact, 'xy')).toBeLessThan(0.5);
});

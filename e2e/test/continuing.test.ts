import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { callApi } from '../support/api.ts';
import { oneStory, TestBrowser } from '../support/browser.ts';
import { meanDifference, mie } from '../support/mie.ts';
import { newPerson, type Person } from '../support/people.ts';
import { sphereUnv } from '../../testing/sphereUnv.ts';
import {
  at,
  COMPUTING_MS,
  csvParts,
  download,
  enter,
  fill,
  plotBistatic,
  readPlotTable,
  uploadedProject,
} from '../support/steps.ts';
import { waitUntil } from '../support/wait.ts';

const RADIUS_M = 0.5;
const FREQUENCY_HZ = 0.3e9;
const DIRECTION = { thetaDeg: 60, phiDeg: 30, polarization: 1 };
/** Levels given by hand make the solver take MLFMA for a sphere that it would otherwise solve directly. */
const INPUT = {
  numberoflevels: [0, 2],
  numberofiterations: 2,
  frequency: [FREQUENCY_HZ, -1, -1],
  excitation: [DIRECTION.thetaDeg, DIRECTION.phiDeg, DIRECTION.polarization],
  scalefactor: 1,
};

oneStory();
const browser = new TestBrowser();
let page: Page;
let token: string;
let projectId: string;
let person: Person;
beforeAll(async () => {
  page = await browser.newPage({ acceptDownloads: true });
});

/** A run takes seconds, the page looks every three: the end is told by the numbers of the page. */
async function followToTheEnd(): Promise<void> {
  await page.locator('[data-testid=run-status][data-status=Finished]').waitFor({ timeout: COMPUTING_MS });
}

test('a run by MLFMA that may take two iterations says NOT CONVERGED on its page', async () => {
  person = await newPerson();
  token = await enter(page, person);
  const bytes = sphereUnv(RADIUS_M, { name: 'SI', code: 1, unitsPerMetre: 1 });
  projectId = await uploadedProject(
    token,
    { name: 'Sphere in two iterations' },
    { name: 'sphere.unv', bytes },
  );
  await callApi('input', token, { body: { projectId, ...INPUT } });
  expect(await callApi('estimate', token, { body: { projectId } })).toMatchObject({
    unknowns: 480,
    method: 'mlfma',
    levels: 2,
  });
  await callApi('solverRun', token, { body: { projectId, formulationType: 1 } });
  await page.goto(`/projects/detail?id=${projectId}`);
  await followToTheEnd();
  await at(page, 'not-converged').waitFor();
  expect(await at(page, 'result-summary').innerText()).toContain('NOT CONVERGED');
  expect(await at(page, 'result-summary').innerText()).toContain('predicted');
});

test('its curves and tables say so as well', async () => {
  await plotBistatic(page, 'xy');
  await readPlotTable(page);
  expect(await at(page, 'plot-table').locator('caption').innerText()).toContain('NOT CONVERGED');
});

test('every file that leaves the page says so', async () => {
  for (const id of ['plot-csv', 'plot-svg', 'plot-png', 'plot-fields']) {
    const { name, text } = await download(page, id);
    expect(name).toMatch(/-NOT-CONVERGED\.(csv|svg|png)$/);
    if (!name.endsWith('png')) expect(text).toContain('NOT CONVERGED');
  }
  const fields = csvParts((await download(page, 'plot-fields')).text);
  expect(fields.comments[0]).toBe('# NOT CONVERGED');
  const report = await download(page, 'action-html');
  expect(report.name).toBe('Sphere in two iterations-NOT-CONVERGED.html');
  expect(report.text).toContain('class="warning"');
});

test('the 3D view of its currents says so, and its picture too', async () => {
  await at(page, 'results-currents').click();
  await at(page, 'currents-plot').click();
  await at(page, 'color-bar').waitFor();
  expect(await at(page, 'viewer-warning').innerText()).toBe('NOT CONVERGED');
  expect((await download(page, 'viewer-png')).name).toBe('Sphere in two iterations-J-NOT-CONVERGED.png');
});

test('in Turkish the English mark stays in its files', async () => {
  const turkish = await browser.newPage({ acceptDownloads: true, locale: 'tr-TR' });
  await enter(turkish, person);
  await turkish.goto(`/projects/detail?id=${projectId}`);
  await plotBistatic(turkish, 'xy');
  const { comments } = csvParts((await download(turkish, 'plot-csv')).text);
  expect(comments[0]).toMatch(/^# NOT CONVERGED \(YAKINSAMADI\): /);
});

test('the history has the two iterations', async () => {
  await at(page, 'results-iterations').click();
  await at(page, 'iterations-chart').locator('canvas, svg').first().waitFor();
  expect([...(await readPlotTable(page)).keys()]).toEqual([1, 2]);
});

test('Continue with more iterations is followed to convergence, and the history goes on from 3', async () => {
  const before = await readPlotTable(page);
  expect(await at(page, 'continue-iterations').inputValue()).toBe('4');
  await fill(page, { 'continue-iterations': 40 });
  await at(page, 'continue-run').click();
  // What the page says meanwhile is not waited for: the rest takes well under a second.
  await at(page, 'not-converged').waitFor({ state: 'detached', timeout: COMPUTING_MS });
  await followToTheEnd();
  const after = await waitUntil('the longer history', async () => {
    const shown = await readPlotTable(page).catch(() => undefined);
    return shown && shown.size > 2 && shown;
  });
  const residuals = [...after.values()];
  expect([...after.keys()]).toEqual(residuals.map((_, i) => i + 1));
  expect(residuals.slice(0, 2)).toEqual([...before.values()]);
  expect(residuals.at(-1)).toBeLessThanOrEqual(0.001);
  expect(await at(page, 'result-summary').innerText()).not.toContain('NOT CONVERGED');
});

test('the curve that was plotted before is still there and is now that of the Mie series', async () => {
  await at(page, 'results-bistatic').click();
  await at(page, 'bistatic-chart').locator('canvas, svg').first().waitFor();
  const shown = await readPlotTable(page);
  const caption = await at(page, 'plot-table').locator('caption').innerText();
  expect(caption).not.toContain('NOT CONVERGED');
  const exact = await mie({
    radiusM: RADIUS_M,
    centreM: [0, 0, 0],
    frequencyHz: FREQUENCY_HZ,
    ...DIRECTION,
    points: 360,
  });
  // 320 flat triangles lie inside the sphere and have edges of λ/7.
  expect(meanDifference(shown, exact, 'xy')).toBeLessThan(0.6);
});

/** Of frequencies so close that one takes what another takes; the run is stopped long before its end. */
const LONG_SWEEP = {
  freqsweep: 1,
  frequency: [FREQUENCY_HZ, 1e5, FREQUENCY_HZ + 2e7],
  numberofiterations: 40,
};

test('a run draws the residuals of its right-hand sides while it iterates', async () => {
  const { id } = await callApi('duplicateProject', token, {
    body: { id: projectId, name: 'Sphere at many frequencies' },
  });
  await callApi('input', token, { body: { projectId: id, ...INPUT, ...LONG_SWEEP } });
  await callApi('solverRun', token, { body: { projectId: id, formulationType: 1 } });
  await page.goto(`/projects/detail?id=${id}`);
  await at(page, 'live-residuals').locator('canvas, svg').first().waitFor({ timeout: COMPUTING_MS });
  const residuals = [...(await readPlotTable(at(page, 'live-convergence'))).values()];
  expect(residuals.length).toBeGreaterThan(0);
  for (const residual of residuals) expect(residual).toBeGreaterThan(0);
  await callApi('cancel', token, { body: { projectId: id } });
  await page.locator('[data-testid=run-status][data-status=Cancelled]').waitFor({ timeout: COMPUTING_MS });
});

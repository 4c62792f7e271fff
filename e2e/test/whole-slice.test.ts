import { rcsDbsm } from '@pace/contract';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { callApi } from '../support/api.ts';
import { countColors, oneStory, TestBrowser } from '../support/browser.ts';
import { linkInMailTo } from '../support/mail.ts';
import { meanDifference, mie, type MieQuestion } from '../support/mie.ts';
import {
  at,
  chooseOption,
  createProject,
  fill,
  logIn,
  meshAgain,
  meshReady,
  next,
  plotBistatic,
  readPlotTable,
  runToTheEnd,
  tokenOf,
  uploadModel,
} from '../support/steps.ts';
import { waitUntil } from '../support/wait.ts';

const PERSON = { email: 'ada@radar-works.com', password: 'a sphere is enough' };
/** The sphere of data/sphere.geo, seen from a tilted direction. */
const WAVE: MieQuestion = {
  radiusM: 0.5,
  centreM: [0.1, 0.2, -0.05],
  frequencyHz: 0.3e9,
  thetaDeg: 60,
  phiDeg: 30,
  polarization: 1,
  points: 360,
};
const RESULT_KEY = { frequency: WAVE.frequencyHz, theta: 10 * WAVE.thetaDeg, phi: 10 * WAVE.phiDeg };
const CHUNK_BYTES = 2_097_152;

oneStory();
const browser = new TestBrowser();
let page: Page;
let projectId: string;
beforeAll(async () => {
  page = await browser.newPage();
});

test('a person signs up with a company address', async () => {
  await page.goto('/auth/sign-up');
  await fill(page, {
    'signup-name': 'Ada',
    'signup-surname': 'Wright',
    'signup-email': PERSON.email,
    'signup-phone': '05321234567',
    'signup-company': 'Radar Works',
    'signup-password': PERSON.password,
    'signup-confirm-password': PERSON.password,
  });
  await at(page, 'signup-terms').check();
  await at(page, 'signup-submit').click();
  await at(page, 'confirm-mail').waitFor();
});

test('the link of the mail in the outbox activates the account', async () => {
  await page.goto(await linkInMailTo(PERSON.email));
  await at(page, 'confirm-success').waitFor();
});

test('the user logs in and creates a PEC project', async () => {
  await logIn(page, PERSON);
  await tokenOf(page);
  projectId = await createProject(page, 'Sphere of one metre');
});

test('a STEP sphere arrives in several chunks', async () => {
  const chunks: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/solver/upload')) chunks.push(request.method());
  });
  await uploadModel(page, 'step', { name: 'sphere.step', bytes: await largeSphere() });
  expect(chunks).toEqual(['POST', 'POST']);
  expect(await at(page, 'model-file').innerText()).toBe('sphere.step');
});

test('the user illuminates it with a tilted plane wave of 0.3 GHz', async () => {
  await fill(page, { 'angle-theta': WAVE.thetaDeg, 'angle-phi': WAVE.phiDeg });
  await chooseOption(at(page, 'polarization'), 'Vertical');
  await next(page, 1);
  await fill(page, { 'frequency-frequency': WAVE.frequencyHz / 1e9 });
});

test('the server meshes it with curved elements of 80 mm and the wizard draws the mesh', async () => {
  // The upload was meshed at once, for the frequency that the wizard proposed.
  await meshReady(page);
  await at(page, 'doctor-curved').waitFor();
  await meshAgain(page, 80);
  await at(page, 'doctor-curved').waitFor();
  expect(await at(page, 'model-size').innerText()).toMatch(/^(0\.99\d*|1) × (0\.99\d*|1) × (0\.99\d*|1)\sm$/);
  const canvas = at(page, 'mesh-viewer').locator('canvas');
  await waitUntil('a drawn mesh', async () => (await countColors(canvas)) > 20);
});

test('without curved elements it has as many triangles, none of them bent, and with them again all are', async () => {
  const triangles = await at(page, 'wizard-triangles').innerText();
  await meshAgain(page, 80, { curved: false });
  await at(page, 'doctor-curved').waitFor({ state: 'detached' });
  expect(await at(page, 'wizard-triangles').innerText()).toBe(triangles);
  await meshAgain(page, 80);
  await at(page, 'doctor-curved').waitFor();
});

test('with CFIE alpha 0.5 and the solver options the run is started and finishes', async () => {
  await next(page, 2);
  await fill(page, { 'alpha-1': 0.5 });
  await at(page, 'alpha-set').click();
  await next(page, 3);
  await fill(page, { 'solver-farLocations': WAVE.points });
  await at(page, 'predict-cost').click();
  expect(await at(page, 'predicted-cost').textContent()).toMatch(/unknowns by LU/);
  await runToTheEnd(page);
  expect(new URL(page.url()).searchParams.get('id')).toBe(projectId);
  await page.locator('[data-testid=run-progress][data-percent="100"]').waitFor();
});

test('the bistatic RCS on the page is that of the Mie series within 0.02 dB', async () => {
  const exact = await mie(WAVE);
  for (const [curve, plane] of (['xy', 'xz'] as const).entries()) {
    await plotBistatic(page, plane);
    const shown = await waitUntil(`the curve of the ${plane} plane`, async () => {
      const read = await readPlotTable(page, curve).catch(() => undefined);
      return read && read.size >= WAVE.points && read;
    });
    const mean = meanDifference(shown, exact, plane);
    console.log(`mean |ΔdB| to Mie in the ${plane} plane: ${mean.toFixed(3)}`);
    expect(mean).toBeLessThanOrEqual(0.02);
  }
});

test('the bistatic RCS on the page is that of the API', async () => {
  const shown = await readPlotTable(page);
  const { farZoneFields, converged } = await callApi('farZoneFieldsResult', await tokenOf(page), {
    body: { projectId, ...RESULT_KEY },
  });
  expect(converged).toBe(true);
  const cut = farZoneFields.filter(({ plane }) => plane === 'xy');
  expect(cut.length).toBeGreaterThanOrEqual(WAVE.points);
  for (const field of cut) expect(shown.get(field.anglePhi / 10)).toBeCloseTo(rcsDbsm(field), 9);
});

test('the monostatic view shows the backscatter', async () => {
  await at(page, 'results-monostatic').click();
  await at(page, 'monostatic-plot').click();
  const values = at(page, 'monostatic-value').locator('dd[data-value]');
  await values.first().waitFor();
  const shown = await values.evaluateAll((all) => all.map((one) => Number(one.getAttribute('data-value'))));
  const back = (await mie(WAVE)).find(({ plane }) => plane === 'back');
  expect(shown).toHaveLength(1);
  expect(Math.abs(shown[0]! - back!.dbsm)).toBeLessThan(0.05);
});

test('the currents are drawn on the mesh', async () => {
  await at(page, 'results-currents').click();
  await at(page, 'currents-plot').click();
  await at(page, 'color-bar').waitFor();
  const canvas = at(page, 'mesh-viewer').locator('canvas');
  await waitUntil('drawn currents', async () => (await countColors(canvas)) > 200);
});

test('the iterations view tells the method and how exactly it solved', async () => {
  await at(page, 'results-iterations').click();
  expect(await at(page, 'iterations-method').innerText()).toMatch(/LU/);
  await at(page, 'iterations-chart').locator('canvas, svg').first().waitFor();
});

/** data/sphere.step with a comment that makes it longer than a chunk. */
async function largeSphere(): Promise<Buffer> {
  const text = await readFile(join(import.meta.dirname, '../data/sphere.step'), 'utf8');
  const line = `${'so that one chunk is not enough '.repeat(3)}\n`;
  const comment = `/*\n${line.repeat(Math.ceil(CHUNK_BYTES / line.length))}*/\n`;
  return Buffer.from(text.replace('DATA;\n', `DATA;\n${comment}`));
}

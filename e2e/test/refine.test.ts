import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { callApi } from '../support/api.ts';
import { countColors, oneStory, TestBrowser } from '../support/browser.ts';
import { newPerson } from '../support/people.ts';
import { at, COMPUTING_MS, ended, enter } from '../support/steps.ts';
import { waitUntil } from '../support/wait.ts';

/** Of e2e/data/plate.step, 1 m × 0.5 m across z */
const INPUT = {
  scalefactor: 0.001,
  frequency: [0.3e9, -1, -1],
  anglesweep: 1,
  excitation: [20, 60, 30, 30, 4, 20, 90],
  numberoffarlocations: 0,
  solvertype: 2,
  errorestimate: 1,
};

oneStory();
const browser = new TestBrowser();
let page: Page;
let token: string;
let projectId: string;
beforeAll(async () => {
  page = await browser.newPage();
});

test('the certificate of a STEP plate predicts a mesh that is refined where the errors come from', async () => {
  token = await enter(page, await newPerson());
  const bytes = await readFile(join(import.meta.dirname, '../data/plate.step'));
  ({ id: projectId } = await callApi('createProject', token, { body: { solverType: 1, name: 'Plate' } }));
  const chunk = { index: 0, offset: 0, fileSize: bytes.length, chunkSize: bytes.length };
  const data = bytes.toString('base64');
  await callApi('upload', token, { body: { projectId, fileName: 'plate.step', ...chunk, data } });
  await callApi('runMesher', token, { body: { projectId, mesh_size: 120 } });
  await ended(token, projectId, 'mesherState');
  await callApi('input', token, { body: { projectId, ...INPUT } });
  await callApi('solverRun', token, { body: { projectId, formulationType: 1 } });
  await ended(token, projectId, 'solverState');
  await page.goto(`/projects/detail?id=${projectId}`);
  await at(page, 'certificate').locator('tbody tr').first().waitFor();
  // The run has no cuts, so that nothing is left out.
  expect(await at(page, 'certificate-left-out').count()).toBe(0);
  await at(page, 'refine-predict').click();
  await at(page, 'refine-predicted').waitFor();
  const { unknowns, unknownsNow } = await callApi('refinement', token, { body: { projectId } });
  expect(unknowns).toBeGreaterThan(1.05 * unknownsNow);
  await expectAccessible(page, '[data-testid=certificate]');
});

test('the mesh is drawn in the colors of its errors', async () => {
  await at(page, 'results-mesh').click();
  await at(page, 'mesh-plot').click();
  await at(page, 'mesh-coloring').selectOption({ label: 'Errors' });
  await at(page, 'color-bar').waitFor();
  const canvas = at(page, 'mesh-viewer').locator('canvas');
  await waitUntil('colors', async () => (await countColors(canvas)) > 20);
});

test('a copy of the project is meshed so and solved, and its error bars are smaller', async () => {
  await at(page, 'refine-start').click();
  await page.waitForURL(
    (url) => url.pathname === '/projects/detail' && url.searchParams.get('id') !== projectId,
  );
  const refined = new URL(page.url()).searchParams.get('id')!;
  await ended(token, refined, 'mesherState');
  await ended(token, refined, 'solverState');
  const table = at(page, 'certificate-before-after').locator('tbody tr');
  await table.first().waitFor({ timeout: COMPUTING_MS });
  // Angles within ±0.5 dB, read of both runs
  const counted = table.filter({ hasText: '±0.5 dB' }).first();
  await counted.waitFor();
  expect(await counted.locator('td').allTextContents()).toEqual([
    expect.stringMatching(/^\d+ of \d+$/),
    expect.stringMatching(/^\d+ of \d+$/),
  ]);
  const results = await Promise.all(
    [projectId, refined].map((id) => callApi('getSingleProject', token, { query: { id } })),
  );
  const sums = results.map(({ resultSummary }) => {
    const [first] = resultSummary!.frequencies;
    if (!first || !('errorEstimate' in first) || !first.errorEstimate)
      throw new Error('a run with error bars');
    return first.errorEstimate.discretisation + first.errorEstimate.geometry;
  });
  expect(sums[1]).toBeLessThan(0.8 * sums[0]!);
  await expectAccessible(page, '[data-testid=certificate]');
});

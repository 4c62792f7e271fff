import {
  isScatteringMatrix,
  phaseDifferenceDeg,
  termPower,
  type CircularTerm,
  type LinearTerm,
  type ScatteringMatrix,
} from '@pace/contract';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { callApi } from '../support/api.ts';
import { countColors, oneStory, TestBrowser } from '../support/browser.ts';
import { newPerson } from '../support/people.ts';
import {
  at,
  chooseOption,
  csvParts,
  download,
  enter,
  next,
  readPlotTable,
  runToTheEnd,
  uploadedProject,
} from '../support/steps.ts';
import { waitUntil } from '../support/wait.ts';
import { plateWithFinUnv } from '../support/plateWithFinUnv.ts';

const FREQUENCY = 0.3e9;
/** θ 20, 30, … 70° at φ = 40°: where a plate with a fin has cross-polar returns */
const INPUT = {
  scalefactor: 1,
  frequency: [FREQUENCY, -1, -1],
  anglesweep: 1,
  excitation: [20, 70, 40, 40, 0, 10, 90],
  numberoffarlocations: 36,
  solvertype: 2,
};

oneStory();
const browser = new TestBrowser();
let page: Page;
let token: string;
let projectId: string;
/** By θ in degrees */
let matrices: Map<number, ScatteringMatrix>;
beforeAll(async () => {
  page = await browser.newPage({ acceptDownloads: true });
});

const dbsm = (matrix: ScatteringMatrix, term: LinearTerm | CircularTerm) =>
  10 * Math.log10(4 * Math.PI * termPower(matrix, term));

/** Plots what the list of components calls so. */
async function plotComponent(label: string): Promise<void> {
  await at(page, 'monostatic-component').selectOption({ label });
  await at(page, 'monostatic-plot').click();
}

test('the wizard recommends V and H, says what it gives, and the run is started with it', async () => {
  token = await enter(page, await newPerson());
  const bytes = plateWithFinUnv(1, 6);
  projectId = await uploadedProject(token, { name: 'Plate and fin' }, { name: 'plate.unv', bytes });
  await callApi('input', token, { body: { projectId, ...INPUT } });
  await page.goto(`/app/simulation?id=${projectId}`);
  await chooseOption(at(page, 'polarization'), 'V and H (recommended)');
  await page.getByText('first letter received, second incident').waitFor();
  await next(page, 1);
  await next(page, 2);
  await next(page, 3);
  await runToTheEnd(page);
  const { monoStaticRcs } = await callApi('monoStaticRcsResult', token, { body: { projectId } });
  matrices = new Map(
    monoStaticRcs.map((record) => {
      if (!isScatteringMatrix(record)) throw new Error('A run of both polarizations has matrices');
      return [record.angleTheta / 10, record];
    }),
  );
  expect(matrices.size).toBe(6);
});

test('one click plots the four curves VV, HH, VH and HV of the matrix', async () => {
  await at(page, 'results-monostatic').click();
  await at(page, 'monostatic-plot').click();
  await at(page, 'monostatic-chart').locator('canvas, svg').first().waitFor();
  expect(await at(page, 'monostatic-plot-count').innerText()).toContain('4 of 30');
  for (const [curve, term] of (['VV', 'HH', 'VH', 'HV'] as const).entries()) {
    const shown = await readPlotTable(page, curve);
    expect(shown.size).toBe(6);
    for (const [theta, value] of shown) expect(value).toBeCloseTo(dbsm(matrices.get(theta)!, term), 6);
  }
  const [vv, vh] = [await readPlotTable(page, 0), await readPlotTable(page, 2)];
  // A fin that stands askew: the cross-polar return is there, and weaker.
  expect(Math.max(...vh.values())).toBeGreaterThan(-60);
  expect(Math.max(...vh.values())).toBeLessThan(Math.max(...vv.values()));
  await at(page, 'monostatic-matrix-hint').waitFor();
});

test('circular components and the phase difference are those of the matrix, the latter in a chart of its own', async () => {
  await plotComponent('LR (L received, R incident)');
  const shown = await waitUntil('the circular curve', () => readPlotTable(page, 4).catch(() => undefined));
  for (const [theta, value] of shown) expect(value).toBeCloseTo(dbsm(matrices.get(theta)!, 'LR'), 6);
  await plotComponent('Phase difference VV − HH');
  const phase = page.locator('[data-curves]').filter({ has: at(page, 'monostatic-phase-chart') });
  await phase.locator('canvas, svg').first().waitFor();
  await phase.getByTestId('plot-table-toggle').click();
  const cells = phase.getByTestId('plot-table').locator('tbody tr').first();
  const theta = Number(await cells.locator('th').innerText());
  const value = Number(await cells.locator('td').first().getAttribute('data-value'));
  expect(value).toBeCloseTo(phaseDifferenceDeg(matrices.get(theta)!), 6);
});

test('the file of complex fields has the matrix of each direction', async () => {
  const { text } = await download(page, 'plot-fields');
  const { titles, rows } = csvParts(text);
  const columns = titles.split(',');
  // The name of a curve has commas of its own: columns are counted from the end.
  const [first] = rows;
  const cell = (name: string) => first!.at(columns.indexOf(name) - columns.length);
  const matrix = matrices.get(cell('theta_deg')!)!;
  for (const term of ['VV', 'HH', 'VH', 'HV'] as const) {
    expect(cell(`s_${term}_real_m`)).toBe(matrix[`s_${term}_Real`]);
    expect(cell(`s_${term}_imag_m`)).toBe(matrix[`s_${term}_Imag`]);
  }
});

test('the currents of either incident wave are drawn, and differ', async () => {
  await at(page, 'results-currents').click();
  const drawn: string[] = [];
  for (const label of ['Incident V', 'Incident H']) {
    await at(page, 'currents-incident').selectOption({ label });
    await at(page, 'currents-plot').click();
    await at(page, 'color-bar').waitFor();
    const canvas = at(page, 'mesh-viewer').locator('canvas');
    await waitUntil('drawn currents', async () => (await countColors(canvas)) > 50);
    drawn.push(await at(page, 'color-bar').innerText());
  }
  expect(drawn[0]).not.toBe(drawn[1]);
});

import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { callApi } from '../support/api.ts';
import { oneStory, TestBrowser } from '../support/browser.ts';
import { newPerson } from '../support/people.ts';
import { at, csvParts, download, enter, fill, next, runToTheEnd, uploadedProject } from '../support/steps.ts';
import { plateWithFinUnv } from '../support/plateWithFinUnv.ts';

/** 0.1, 0.105, … 0.3 GHz: up to one wavelength */
const BAND = {
  'frequency-frequencyStart': 0.1,
  'frequency-frequencyStep': 0.005,
  'frequency-frequencyEnd': 0.3,
};
const POINTS = 41;

oneStory();
const browser = new TestBrowser();
let page: Page;
let token: string;
let projectId: string;
let solved: number[];
beforeAll(async () => {
  page = await browser.newPage({ acceptDownloads: true });
});

test('the wizard takes a list of frequencies, and a sweep that is sampled adaptively', async () => {
  token = await enter(page, await newPerson());
  const bytes = plateWithFinUnv(1, 4);
  projectId = await uploadedProject(token, { name: 'Adaptive' }, { name: 'plate.unv', bytes });
  await callApi('input', token, {
    body: { projectId, scalefactor: 1, excitation: [40, 30, 1], numberoffarlocations: 36, solvertype: 2 },
  });
  await page.goto(`/app/simulation?id=${projectId}`);
  await next(page, 1);
  await at(page, 'frequency-list').click();
  await fill(page, { 'frequency-frequencyList': '0.3, fast' });
  await page.getByText('"fast" is no frequency between 0 and 100 GHz').waitFor();
  expect(await at(page, 'wizard-next').isDisabled()).toBe(true);
  await at(page, 'frequency-sweep').click();
  await fill(page, BAND);
  await at(page, 'sampling-adaptive').click();
  await fill(page, { 'frequency-tolerance': 0.05 });
  await next(page, 2);
  await next(page, 3);
  await runToTheEnd(page);
  const { resultSummary } = await callApi('getSingleProject', token, { query: { id: projectId } });
  solved = resultSummary!.frequencies.map(({ frequencyHz }) => frequencyHz);
  expect(resultSummary!.frequenciesHz).toHaveLength(POINTS);
  expect(solved.length).toBeLessThan(POINTS / 2);
});

test('the results say how many were solved; plot, table and file mark them', async () => {
  await at(page, 'results-monostatic').click();
  expect(await at(page, 'sampling-note').innerText()).toContain(
    `${solved.length} of ${POINTS} frequencies were solved, ${POINTS - solved.length} are interpolated`,
  );
  await at(page, 'monostatic-x').selectOption({ label: 'Frequency' });
  await at(page, 'monostatic-plot').click();
  await at(page, 'monostatic-chart').locator('canvas, svg').first().waitFor();
  const { text } = await download(page, 'plot-csv');
  const { titles, rows } = csvParts(text);
  expect(titles).toContain('solved (1) or interpolated (0)');
  const marked = rows.filter((row) => row.at(-1) === 1).map(([ghz]) => Math.round(ghz! * 1e9));
  expect(marked).toEqual(solved);
  expect(rows).toHaveLength(POINTS);
});

test('currents are offered where a frequency was solved, cuts everywhere, interpolated ones marked', async () => {
  const offered = (testId: string) => at(page, testId).locator('option').count();
  await at(page, 'results-currents').click();
  expect(await offered('currents-frequency')).toBe(solved.length);
  await at(page, 'results-bistatic').click();
  expect(await offered('bistatic-frequency')).toBe(POINTS);
  const marked = at(page, 'bistatic-frequency').locator('option', { hasText: 'interpolated' });
  expect(await marked.count()).toBe(POINTS - solved.length);
  const label = (await marked.first().textContent())!;
  await at(page, 'bistatic-frequency').selectOption({ label });
  await at(page, 'bistatic-plot').click();
  await at(page, 'bistatic-chart').locator('canvas, svg').first().waitFor();
  const { text } = await download(page, 'plot-csv');
  const { titles, rows } = csvParts(text);
  expect(titles).toContain(label.split(',')[0]);
  expect(titles).toContain(', interpolated [dBsm]"');
  expect(rows.every((row) => row.at(-1) === 0)).toBe(true);
});

import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { callApi } from '../support/api.ts';
import { oneStory, TestBrowser } from '../support/browser.ts';
import { plateWithFinUnv } from '../support/plateWithFinUnv.ts';
import {
  at,
  back,
  chooseOption,
  createProject,
  enter,
  fill,
  meshReady,
  next,
  runToTheEnd,
  uploadModel,
} from '../support/steps.ts';

oneStory();
const browser = new TestBrowser();
let page: Page;
let projectId: string;
let token: string;
beforeAll(async () => {
  page = await browser.newPage();
});

const choose = (testId: string, option: string) => chooseOption(at(page, testId), option);

test('the solver step of Hybrid lists the parts with the reason of the rule, by the frequency', async () => {
  token = await enter(page);
  projectId = await createProject(page, 'Fin on a plate');
  await uploadModel(page, 'unv', { name: 'fin.unv', bytes: plateWithFinUnv(2, 20) });
  await meshReady(page);
  // The preview takes its place beside the model and moves what is below.
  await at(page, 'optics-chart').locator('canvas, svg').first().waitFor();
  await at(page, 'unit-confirm').click();
  await next(page, 1);
  await fill(page, { 'frequency-frequency': 3 });
  await next(page, 2);
  await at(page, 'alpha-set').click();
  await next(page, 3);
  await choose('solver-type', 'Hybrid');
  await at(page, 'hybrid-parts').waitFor();
  expect(await at(page, 'hybrid-reason-1').innerText()).toBe('large and smooth: PO');
  expect(await at(page, 'hybrid-reason-2').innerText()).toBe('electrically small: full wave');
  expect(await at(page, 'hybrid-outcome').innerText()).toBe('1 of 2 parts by Physical Optics');
  expect(await at(page, 'hybrid-reset').isDisabled()).toBe(true);
  await back(page, 2);
  await back(page, 1);
  await fill(page, { 'frequency-frequency': 0.3 });
  await next(page, 2);
  await next(page, 3);
  // All alike by the rule: the table is folded away.
  expect(await at(page, 'hybrid-unfold').innerText()).toBe('2 parts, all by the full wave');
  await at(page, 'hybrid-unfold').click();
  expect(await at(page, 'hybrid-reason-1').innerText()).toBe('electrically small: full wave');
});

test('a part is given to Physical Optics by hand, and back to the rule', async () => {
  await choose('hybrid-method-1', 'PO');
  expect(await at(page, 'hybrid-parts').innerText()).toContain('your choice');
  await at(page, 'hybrid-reset').click();
  expect(await at(page, 'hybrid-outcome').innerText()).toBe('Every part by the full wave, as MLFMA');
  await choose('hybrid-method-1', 'PO');
  await expectAccessible(page, '[data-testid=hybrid-parts]');
});

test('the estimate counts the unknowns of the full wave, and the run says which part was solved by what', async () => {
  await fill(page, { 'solver-maxIteration': 200 });
  await at(page, 'predict-cost').click();
  expect(await at(page, 'predicted-cost').innerText()).toContain('unknowns by Hybrid');
  await runToTheEnd(page);
  const project = await callApi('getSingleProject', token, { query: { id: projectId } });
  expect(project.state.solverInput).toMatchObject({ solvertype: 3, partmethods: [1, 0] });
  await page.getByText('Hybrid (iterative)', { exact: true }).first().waitFor();
  await page.getByText('Physical Optics takes', { exact: false }).first().waitFor();
});

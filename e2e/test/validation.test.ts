import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { callApi } from '../support/api.ts';
import { oneStory, TestBrowser } from '../support/browser.ts';
import { at, enter, fill, next } from '../support/steps.ts';

/** Values of boxes, and the sentences that then stand on the page. */
type Case = [values: Record<string, string>, sentences: string[]];

oneStory();
const browser = new TestBrowser();
let page: Page;
beforeAll(async () => {
  page = await browser.newPage();
});

async function complains(cases: readonly Case[], button: 'wizard-next' | 'wizard-start'): Promise<void> {
  for (const [values, sentences] of cases) {
    await fill(page, values);
    for (const sentence of sentences) await page.getByText(sentence, { exact: true }).first().waitFor();
    expect(await at(page, button).isDisabled(), JSON.stringify(values)).toBe(true);
  }
}

test('a project with a mesh is opened', async () => {
  const token = await enter(page);
  const project = await callApi('createFromDemo', token, { body: { model: 'plate', name: 'Validation' } });
  await page.goto(`/app/simulation?id=${project.id}`);
  await at(page, 'mesh-viewer').waitFor();
});

test('every sentence about single angles', async () => {
  await complains(
    [
      [{ 'angle-theta': '181' }, ['Theta must be between 0 and 180 degrees']],
      [{ 'angle-theta': '' }, ['Theta can not be empty']],
      [{ 'angle-theta': '0', 'angle-phi': '361' }, ['Phi must be between 0 and 360 degrees']],
      [{ 'angle-phi': '' }, ['Phi can not be empty']],
    ],
    'wizard-next',
  );
  await fill(page, { 'angle-theta': '30', 'angle-phi': '0' });
});

test('every sentence about an angle sweep', async () => {
  await at(page, 'angle-sweep').click();
  const good = {
    'angle-thetaStart': '0',
    'angle-thetaEnd': '90',
    'angle-thetaStep': '30',
    'angle-phiStart': '0',
    'angle-phiEnd': '90',
    'angle-phiStep': '30',
  };
  await complains(
    [
      [{ ...good, 'angle-thetaStart': '181' }, ['Initial Theta must be between 0 and 180']],
      [{ ...good, 'angle-thetaEnd': '181' }, ['Final Theta must be between 0 and 180']],
      [{ ...good, 'angle-thetaStep': '181' }, ['Theta Step must be between 0 and 180']],
      [{ ...good, 'angle-phiStart': '361' }, ['Initial Phi must be between 0 and 360']],
      [{ ...good, 'angle-phiEnd': '361' }, ['Final Phi must be between 0 and 360']],
      [{ ...good, 'angle-phiStep': '361' }, ['Phi Step must be between 0 and 360']],
      [
        { ...good, 'angle-thetaStart': '100' },
        ['Initial Theta must be less than Final Theta', 'Final Theta must be greater than Initial Theta'],
      ],
      [
        { ...good, 'angle-phiStart': '100' },
        ['Initial Phi must be less than Final Phi', 'Final Phi must be greater than Initial Phi'],
      ],
      [{ ...good, 'angle-thetaStep': '91' }, ['Theta Step must be less than the range of theta']],
      [{ ...good, 'angle-phiStep': '91' }, ['Phi Step must be less than the range of phi']],
      [
        Object.fromEntries(Object.keys(good).map((key) => [key, ''])),
        ['Initial Theta', 'Final Theta', 'Theta Step', 'Initial Phi', 'Final Phi', 'Phi Step'].map(
          (label) => `${label} can not be empty`,
        ),
      ],
    ],
    'wizard-next',
  );
  await fill(page, good);
  await next(page, 1);
});

test('every sentence about the frequency', async () => {
  await complains(
    [
      [{ 'frequency-frequency': '' }, ['Step size can not be empty']],
      [{ 'frequency-frequency': '101' }, ['Step size must be greater then 0 and less then 100']],
      [{ 'frequency-frequency': '0' }, ['Step size must be greater then 0']],
    ],
    'wizard-next',
  );
  await at(page, 'frequency-sweep').click();
  const good = {
    'frequency-frequencyStart': '0.2',
    'frequency-frequencyStep': '0.1',
    'frequency-frequencyEnd': '0.4',
  };
  await complains(
    [
      [{ ...good, 'frequency-frequencyStart': '101' }, ['Frequency must be between 0 and 100']],
      [
        { ...good, 'frequency-frequencyStart': '0.5' },
        [
          'Initial frequency must be smaller than final frequency',
          'Final frequency must be greater than initial frequency',
        ],
      ],
      [{ ...good, 'frequency-frequencyStart': '0' }, ['Initial frequency must be greater than 0']],
      [{ ...good, 'frequency-frequencyEnd': '0' }, ['Final frequency must be greater than 0']],
      [{ ...good, 'frequency-frequencyStep': '101' }, ['Step size must be between 0 and 100']],
      [
        { ...good, 'frequency-frequencyStep': '0.3' },
        ['Step size must be smaller than the difference between initial and final frequency'],
      ],
      [{ ...good, 'frequency-frequencyStep': '0' }, ['Step size must be greater than 0']],
      [
        Object.fromEntries(Object.keys(good).map((key) => [key, ''])),
        [
          'Initial frequency can not be empty',
          'Step size can not be empty',
          'Final frequency can not be empty',
        ],
      ],
    ],
    'wizard-next',
  );
  // As it stands with complaints, and as it stands without.
  await expectAccessible(page);
  await fill(page, good);
  await next(page, 2);
  await expectAccessible(page);
});

test('every sentence about CFIE alpha', async () => {
  for (const [value, sentence] of [
    ['1.1', 'CFIEAlpha must be between 0 and 1 for each part'],
    ['', 'Part 1 can not be empty'],
  ] as const) {
    await fill(page, { 'alpha-1': value });
    await page.getByText(sentence, { exact: true }).waitFor();
    expect(await at(page, 'alpha-set').isDisabled()).toBe(true);
  }
  await at(page, 'alpha-reset').click();
  expect(await at(page, 'alpha-1').inputValue()).toBe('0.5');
  await next(page, 3);
});

test('every sentence about the solver, and the label of the last button', async () => {
  await complains(
    [
      [{ 'solver-levelsAuto': '2' }, ['Number of levels must be between -1 and 1', 'Please Check Values']],
      [{ 'solver-levelsAuto': '1', 'solver-maxIteration': '0' }, ['Maximum Iteration must be bigger than 1']],
      [{ 'solver-maxIteration': '' }, ['Maximum Iteration can not be empty']],
      [
        { 'solver-maxIteration': '15', 'solver-residualError': '2' },
        ['Residual Error must be between 0 and 1'],
      ],
      [{ 'solver-residualError': '' }, ['Residual Error can not be empty']],
      [
        { 'solver-residualError': '0.001', 'solver-farLocations': '-1' },
        ['Number of Far Locations must be at least 0'],
      ],
    ],
    'wizard-start',
  );
  await fill(page, { 'solver-farLocations': '360' });
  await at(page, 'levels-manual').click();
  await complains(
    [[{ 'solver-levelsManual': '13' }, ['Number of levels must be between 2 and 12']]],
    'wizard-start',
  );
  await expectAccessible(page);
  await fill(page, { 'solver-levelsManual': '4' });
  await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
});

test('the inputs are exported and can be imported again', async () => {
  const download = page.waitForEvent('download');
  await at(page, 'export-inputs').click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('inputs.json');
  await fill(page, { 'solver-farLocations': '10' });
  await at(page, 'import-inputs-file').setInputFiles(await file.path());
  await page
    .getByText('The values of inputs.json are taken over.')
    .or(page.getByText(/are taken over/))
    .first()
    .waitFor();
  expect(await at(page, 'solver-farLocations').inputValue()).toBe('360');
  await at(page, 'import-inputs-file').setInputFiles({
    name: 'other.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"frequency":[0,-1,-1]}'),
  });
  await page.getByText(/other\.json is not an inputs file/).waitFor();
});

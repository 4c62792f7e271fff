import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sphereUnv } from '../../testing/sphereUnv.ts';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { callApi } from '../support/api.ts';
import { oneStory, TestBrowser } from '../support/browser.ts';
import { expectFits, resize } from '../support/fits.ts';
import { newPerson } from '../support/people.ts';
import { textOfPdf, withoutBlanks } from '../support/pdf.ts';
import {
  at,
  chooseOption,
  closeDialog,
  COMPUTING_MS,
  csvParts,
  download,
  enter,
  uploadedProject,
} from '../support/steps.ts';

const RADIUS_M = 0.2;
const THICKNESSES_MM = [2, 4];

oneStory();
const browser = new TestBrowser();
let page: Page;
let token: string;
let projectId: string;
beforeAll(async () => {
  page = await browser.newPage();
});

test('a coated sphere becomes a study of thicknesses and materials, whose size is predicted before it starts', async () => {
  token = await enter(page, await newPerson());
  const bytes = sphereUnv(RADIUS_M, { name: 'SI', code: 1, unitsPerMetre: 1 });
  const name = 'Coated ball';
  projectId = await uploadedProject(token, { name, solverType: 2 }, { name: 'ball.unv', bytes });
  const excitation = [40, 80, 20, 20, 4, 20, 10];
  const input = {
    frequency: [0.3e9, -1, -1],
    anglesweep: 1,
    excitation,
    solvertype: 2,
    numberoffarlocations: 0,
  };
  await callApi('input', token, { body: { projectId, ...input } });
  const layer = { id: 1, materialName: 'Foam', surface: 1, surfaceIndex: 0, thickness: 0.003 };
  const foam = { permitivity: { real: 3, imaginary: -1.5 }, permeability: { real: 1.2, imaginary: -0.4 } };
  await callApi('inputMaterials', token, {
    body: {
      projectId,
      thicknesses: [layer],
      inputMaterials: [{ id: 1, name: 'Foam', frequency: 3e8, ...foam }],
    },
  });
  await page.goto('/studies');
  await at(page, 'study-new').first().click();
  await chooseOption(at(page, 'study-base'), name);
  await at(page, 'study-form-list-0').click();
  await at(page, 'study-list-0').fill(THICKNESSES_MM.join(' '));
  await at(page, 'study-parameter-add').click();
  await chooseOption(at(page, 'study-target-1'), 'Material of layer 1 (Foam, surface 1)');
  const names = at(page, 'study-names-1');
  await names.press('Enter');
  for (const material of ['Foam', 'Teflon (PTFE)'])
    await page.getByRole('option', { name: material, exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await at(page, 'study-time').waitFor({ timeout: COMPUTING_MS });
  expect(await at(page, 'study-variants').textContent()).toBe('4 variants');
  await expectAccessibleInBothThemes(page, 'the form of a study');
  await expectFits(page, [390, 1280], 'the form of a study');
  await resize(page, 1440);
  await at(page, 'study-start').click();
  await page.waitForURL('**/studies/detail?id=*');
});

test('its page shows the numbers of the API as they come, the best variant, and what it depends on', async () => {
  await at(page, 'study-head').and(page.locator('[data-status=Finished]')).waitFor({ timeout: COMPUTING_MS });
  const id = new URL(page.url()).searchParams.get('id')!;
  const study = await callApi('getStudy', token, { query: { id } });
  expect(study.variants.map(({ values }) => values)).toEqual([
    [0.002, 'Foam'],
    [0.002, 'Teflon (PTFE)'],
    [0.004, 'Foam'],
    [0.004, 'Teflon (PTFE)'],
  ]);
  const values = study.variants.map(({ objectives }) => objectives[0]!.value!);
  for (const { number } of study.variants) {
    const row = await at(page, `study-row-${number}`).textContent();
    expect(row).toContain(values[number - 1]!.toFixed(2));
  }
  // Four different coatings scatter differently, thicker foam less than thin.
  expect(new Set(values.map((value) => value.toFixed(2))).size).toBe(4);
  const best = values.indexOf(Math.min(...values)) + 1;
  await at(page, `study-row-${best}`).getByText('best').waitFor();
  // Sorted by the objective, the best stands first.
  await at(page, 'study-sort-objective-0').click();
  const first = page.locator('[data-testid^=study-row-]').first();
  expect(await first.getAttribute('data-testid')).toBe(`study-row-${best}`);
  await at(page, 'study-curves').waitFor();
  await at(page, 'study-effect-0').waitFor();
  expect(await at(page, 'study-parallel').getAttribute('data-lines')).toBe('4');
  const saved = async (kind: string) => {
    await at(page, 'plot-export').click();
    return download(page, `export-${kind}`);
  };
  expect(csvParts((await saved('csv')).text).titles).toContain('Thickness of layer 1 [mm]');
  expect((await saved('xlsx')).bytes.subarray(0, 2).toString()).toBe('PK');
  const { bytes: pdf } = await saved('pdf');
  expect(pdf.toString('latin1').split('/Subtype /Image')).toHaveLength(1 + 2);
  const printed = await textOfPdf(pdf);
  for (const said of [
    'Thickness of layer 1 [mm]',
    'Teflon (PTFE)',
    ...values.map((value) => value.toFixed(2)),
  ])
    expect(printed).toContain(withoutBlanks(said));
  const { text: report } = await saved('html');
  expect(report.match(/<img /g)).toHaveLength(2);
  expect(report).toContain('Thickness of layer 1 [mm]');
  await expectAccessibleInBothThemes(page, 'a study');
  await expectFits(page, [390, 1280], 'a study');
  await resize(page, 1440);
});

test('whoever has a link sees the study and the results of its variants, and cannot change anything', async () => {
  await at(page, 'study-share').click();
  await at(page, 'share-create').click();
  const link = await at(page, 'share-link').inputValue();
  await closeDialog(page, 'share-close');
  const visitor = await browser.newPage();
  await visitor.goto(link);
  await at(visitor, 'study-curves').waitFor();
  expect(await visitor.locator('[data-testid^=study-row-]').count()).toBe(4);
  for (const action of ['study-promote', 'study-delete', 'study-share'])
    expect(await at(visitor, action).count(), action).toBe(0);
  await expectAccessibleInBothThemes(visitor, 'a shared study');
  await expectFits(visitor, [390, 1280], 'a shared study');
  await resize(visitor, 1440);
  await at(visitor, 'study-row-1').getByRole('link').click();
  await at(visitor, 'glance').waitFor();
});

test('its best variant becomes a project with its results, and the study goes with the others', async () => {
  await at(page, 'study-promote').click();
  await page.getByText('is now in your projects').waitFor();
  await at(page, 'study-delete').click();
  await closeDialog(page, 'study-delete-confirm');
  await page.waitForURL('**/studies');
  await at(page, 'study-new').first().waitFor();
  const { projects } = await callApi('getProjects', token, { query: {} });
  const promoted = projects.filter(({ id }) => id !== projectId);
  expect(promoted.map(({ state }) => state.solverResultReady)).toEqual([true]);
});

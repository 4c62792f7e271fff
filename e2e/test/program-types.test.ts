import { rcsDbsm } from '@pace/contract';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { DIALOG, expectAccessible, useTheme } from '../support/accessible.ts';
import { callApi } from '../support/api.ts';
import { oneStory, TestBrowser } from '../support/browser.ts';
import { sphereUnv } from '../../testing/sphereUnv.ts';
import { mie, type MieQuestion } from '../support/mie.ts';
import {
  at,
  chooseFromMenu,
  chooseOption,
  closeDialog,
  enter,
  fill,
  meshAgain,
  meshReady,
  next,
  runToTheEnd,
  uploadModel,
} from '../support/steps.ts';

/** A sphere of 0.5 m in metres. */
const SPHERE = {
  name: 'sphere.unv',
  bytes: sphereUnv(0.5, { name: 'SI: Meter (newton)', code: 1, unitsPerMetre: 1 }),
};
/** Of the ball that has the volume of the 320 flat triangles. */
const EQUAL_VOLUME_RADIUS_M = 0.4943;
const FREQUENCY_HZ = 1e8;
const browser = new TestBrowser();
let page: Page;
let token: string;
/** A story has a page and an account of its own. */
function aStory(theme: 'dark' | 'light' = 'dark'): void {
  oneStory();
  beforeAll(async () => {
    page = await browser.newPage();
    await useTheme(page, theme);
    token = await enter(page);
  });
}

async function create(name: string, programType: 1 | 2 | 3): Promise<string> {
  await page.goto('/projects');
  await at(page, 'project-create-open').click();
  await fill(page, { 'project-create-name': name });
  await at(page, `project-create-type-${programType}`).getByRole('radio').check();
  await at(page, 'project-create-submit').click();
  await page.waitForURL('**/app/simulation?id=*');
  await at(page, 'wizard-project').waitFor();
  return new URL(page.url()).searchParams.get('id')!;
}

/** Mean |ΔdB| of the three cuts of a finished run to the exact series. */
async function differenceToMie(
  projectId: string,
  material: Pick<MieQuestion, 'impedance' | 'permittivity'>,
): Promise<number> {
  const { state } = await callApi('getSingleProject', token, { query: { id: projectId } });
  const [theta, phi, polarization] = state.solverInput!.excitation as [number, number, number];
  const { farZoneFields } = await callApi('farZoneFieldsResult', token, {
    body: { projectId, frequency: FREQUENCY_HZ, theta: 10 * theta, phi: 10 * phi },
  });
  const exact = await mie({
    radiusM: EQUAL_VOLUME_RADIUS_M,
    centreM: [0, 0, 0],
    frequencyHz: FREQUENCY_HZ,
    thetaDeg: theta,
    phiDeg: phi,
    polarization,
    points: state.solverInput!.numberoffarlocations,
    ...material,
  });
  const shown = farZoneFields.map(rcsDbsm);
  const cuts = exact.filter(({ plane }) => plane !== 'back');
  expect(shown).toHaveLength(cuts.length);
  return cuts.reduce((sum, { dbsm }, i) => sum + Math.abs(dbsm - shown[i]!), 0) / cuts.length;
}

const subStep = (n: number) => page.locator(`[data-testid=wizard-sub-step][data-sub-step="${n}"]`).waitFor();

/** Design maps of the only angle of a finished run. */
async function plotDesign(): Promise<void> {
  await at(page, 'results-design').click();
  await at(page, 'design-plot').click();
  await at(page, 'design-parts').waitFor();
}

async function takeFromLibrary(search: string, whileOpen?: () => Promise<void>): Promise<void> {
  await at(page, 'material-library-open').click();
  await at(page, 'material-search').fill(search);
  await at(page, 'material-list').locator('button').first().click();
  await whileOpen?.();
  await at(page, 'material-library-add').click();
  await at(page, 'material-added').waitFor();
  await closeDialog(page, 'material-library-close');
}

test('an account begins without projects', async () => {
  const visitor = await browser.newPage();
  await enter(visitor);
  await visitor.goto('/projects');
  await at(visitor, 'project-create-open-empty').waitFor();
});

describe('a coating', () => {
  aStory();
  test('is set up from materials and thicknesses', async () => {
    await create('Coated sphere', 2);
    await next(page, 1);
    await fill(page, { 'frequency-frequency': 0.1 });
    await next(page, 2);
    // Without a file there is nothing to coat.
    await at(page, 'materials-need-file').getByText('Please plot/import a file to continue!').waitFor();
    expect(await at(page, 'wizard-next').isDisabled()).toBe(true);
    await uploadModel(page, 'unv', SPHERE);
    await meshReady(page);
    await at(page, 'unit-confirm').click();
    await at(page, 'materials-none').waitFor();
    await takeFromLibrary('M13', async () => {
      await expectAccessible(page, DIALOG);
      const title = page.getByText('Material Library', { exact: true }).last();
      const before = (await title.boundingBox())!;
      await at(page, 'dialog-grip').press('ArrowRight');
      await at(page, 'dialog-grip').press('ArrowUp');
      const after = (await title.boundingBox())!;
      expect([after.x - before.x, after.y - before.y]).toEqual([24, -24]);
    });
    await at(page, 'surface-1').check();
    await fill(page, { 'layer-thickness': 0 });
    await page.getByText('Not above 0: 1 mm is taken.').waitFor();
    await fill(page, { 'layer-thickness': 0.000001 });
    await page.getByText('Thickness must be at least 0.00001 mm').waitFor();
    await fill(page, { 'layer-thickness': 2 });
    await at(page, 'layer-add').click();
    await at(page, 'layer-table').getByText('Magnetic absorber M13').waitFor();
    await expectAccessible(page);
  });

  test('a material of one’s own is checked as it is typed', async () => {
    await at(page, 'material-custom-open').click();
    await page.getByText('Name is required').waitFor();
    await fill(page, { 'material-name': 'a name of more than 25 letters' });
    await page.getByText('Name must be at most 25 characters').waitFor();
    await fill(page, { 'material-name': 'Foam', 'material-epsReal': '' });
    await page.getByText('Must be a number').waitFor();
    expect(await at(page, 'material-add').isDisabled()).toBe(true);
    await fill(page, { 'material-epsReal': 1.1, 'material-epsImag': 0.01 });
    await at(page, 'material-sign').waitFor();
    await at(page, 'material-add').click();
    await page.getByText('This name with this frequency is there already.').waitFor();
    await at(page, 'material-table').getByText('1.1 − j0.01').waitFor();
    await expectAccessible(page);
  });

  test('its impedances can be corrected, and a wrong one is not saved', async () => {
    await at(page, 'wizard-next').click();
    await subStep(1);
    const cell = at(page, 'impedance-1-100000000');
    expect(await cell.inputValue()).toMatch(/^\(\d+\.\d{8}, \d+\.\d{8}\)$/);
    await cell.fill('12');
    await cell.press('Enter');
    await page
      .getByText('Impedances are not saved, please correct the input to save the impedances.')
      .waitFor();
    await page.getByText('(0.0, 0.0)').waitFor();
    await expectAccessible(page);
    await cell.fill('(100, -20)');
    await cell.press('Enter');
    await page.getByText('1 value was typed.').waitFor();
  });

  test('its reflection is plotted against frequency and angle', async () => {
    await at(page, 'wizard-next').click();
    await subStep(2);
    await at(page, 'reflection-chart').locator('canvas, svg').first().waitFor();
    await at(page, 'reflection-angle').click();
    await at(page, 'reflection-chart').locator('canvas, svg').first().waitFor();
    await expectAccessible(page);
  });

  test('its run finishes, scatters as the impedance sphere does, and has both currents', async () => {
    await next(page, 3);
    await expectAccessible(page);
    await runToTheEnd(page);
    const id = new URL(page.url()).searchParams.get('id')!;
    const { state } = await callApi('getSingleProject', token, { query: { id } });
    expect(state.materials!.thicknesses).toMatchObject([{ surface: 1, surfaceIndex: 0, thickness: 0.002 }]);
    expect(state.materials!.impedances[0]!.params[0]).toMatchObject({
      impedanceReal: 100,
      impedanceImaginary: -20,
    });
    expect(await differenceToMie(id, { impedance: [100, -20] })).toBeLessThan(0.3);
    await at(page, 'results-currents').click();
    await at(page, 'currents-density').selectOption({ label: 'M (magnetic)' });
    await at(page, 'currents-plot').click();
    await at(page, 'color-bar').getByText('V/m').waitFor();
  });

  test('its design maps start from the impedances that it has', async () => {
    await plotDesign();
    const maps = await at(page, 'design-map').locator('option').allInnerTexts();
    expect(maps).toEqual(['Contribution', 'Outward displacement', 'Resistance', 'Reactance']);
    await at(page, 'design-notes').getByText('exact spheres with lossy coatings').waitFor();
    await expectAccessible(page);
  });
});

describe('a composite', () => {
  // The steps of a coating are dark, those of a composite light.
  aStory('light');
  test('takes a STEP file or a UNV mesh, and materials with PEC among them', async () => {
    await create('Ball of PTFE', 3);
    await at(page, 'file-type-step').waitFor();
    await uploadModel(page, 'unv', SPHERE);
    await meshReady(page);
    await at(page, 'unit-confirm').click();
    await next(page, 1);
    await fill(page, { 'frequency-frequency': 0.1 });
    await next(page, 2);
    await at(page, 'material-pec').click();
    await takeFromLibrary('Teflon');
    await expectAccessible(page);
  });

  test('every surface gets an outer medium, and only one', async () => {
    await at(page, 'wizard-next').click();
    await subStep(1);
    await at(page, 'outer-missing').getByText('Outer medium is not selected!').waitFor();
    expect(await at(page, 'wizard-next').isDisabled()).toBe(true);
    await at(page, 'surface-1').check();
    await at(page, 'outer-interface').check();
    // Disabled by the interface.
    expect(await at(page, 'outer-medium').getAttribute('aria-disabled')).toBe('true');
    await at(page, 'outer-interface').uncheck();
    await chooseOption(at(page, 'outer-material'), 'Teflon (PTFE)');
    await at(page, 'outer-add').click();
    await at(page, 'outer-table').getByText('Teflon (PTFE)').waitFor();
    await at(page, 'regions-good').waitFor();
    expect(await at(page, 'region-0').innerText()).toContain('Outside of all surfaces');
    expect(await at(page, 'region-1').innerText()).toContain('Teflon (PTFE)');
    await at(page, 'surface-1').check();
    expect(await at(page, 'outer-add').isDisabled()).toBe(true);
    await at(page, 'outer-taken').waitFor();
    await expectAccessible(page);
  });

  test('its run finishes and scatters as the dielectric sphere does', async () => {
    await next(page, 3);
    await expectAccessible(page);
    await runToTheEnd(page);
    const id = new URL(page.url()).searchParams.get('id')!;
    const { state } = await callApi('getSingleProject', token, { query: { id } });
    expect(state.materials!.outerMedias).toEqual([
      { surfaceApplied: 1, outerMedia: 0, outerMaterial: 'Teflon (PTFE)' },
    ]);
    expect(state.solverInput!.outermedia).toEqual([0]);
    const teflon = state.materials!.inputMaterials.find(({ name }) => name === 'Teflon (PTFE)')!;
    const { real, imaginary } = teflon.permitivity;
    expect(await differenceToMie(id, { permittivity: [real, imaginary] })).toBeLessThan(0.3);
  });
});

describe('a composite of two solids that touch', () => {
  aStory();
  test('is meshed as one from its STEP file', async () => {
    await create('Two blocks', 3);
    const bytes = await readFile(join(import.meta.dirname, '../../testing/step/two-boxes.step'));
    await uploadModel(page, 'step', { name: 'two-boxes.step', bytes });
    await next(page, 1);
    await fill(page, { 'frequency-frequency': 0.06 });
    await meshReady(page);
    await meshAgain(page, 300);
  });

  test('gets its table of outer media from one material a solid, and its run finishes', async () => {
    await next(page, 2);
    await takeFromLibrary('Teflon');
    await takeFromLibrary('M13');
    await at(page, 'wizard-next').click();
    await subStep(1);
    await chooseOption(at(page, 'solid-1'), 'Teflon (PTFE)');
    await chooseOption(at(page, 'solid-2'), 'Magnetic absorber M13');
    await at(page, 'solids-fill').click();
    await at(page, 'outer-table').getByText('Interface').first().waitFor();
    await expectAccessible(page);
    await next(page, 3);
    await runToTheEnd(page);
    await at(page, 'results-monostatic').waitFor();
  });

  test('has design maps of its inner surface too, and says what is on both sides of each', async () => {
    await plotDesign();
    await at(page, 'design-map').selectOption({ label: 'Outward displacement' });
    await at(page, 'color-bar').getByText('dB/mm').waitFor();
    const sides = await at(page, 'design-parts').locator('[data-testid=design-outwards]').allInnerTexts();
    expect(new Set(sides)).toEqual(
      new Set([
        'Teflon (PTFE) → Vacuum',
        'Magnetic absorber M13 → Vacuum',
        'Magnetic absorber M13 → Teflon (PTFE)',
      ]),
    );
    await expectAccessible(page);
  });
});

describe('projects', () => {
  beforeAll(async () => {
    page = await browser.newPage();
    token = await enter(page);
  });

  test('are found by their name, and copied with all they have', async () => {
    for (const name of ['Ball of PTFE', 'Ball of copper'])
      await callApi('createProject', token, { body: { name, solverType: 3 } });
    await page.goto('/projects');
    await fill(page, { 'project-search': 'ptfe' });
    await page.getByText('1 project found').waitFor();
    await chooseFromMenu(page.getByRole('button', { name: 'Actions for Ball of PTFE' }), 'project-duplicate');
    await page.getByRole('article', { name: 'Ball of PTFE (copy)' }).waitFor();
  });

  test('a ready aircraft becomes a project, is meshed, and its run starts', async () => {
    await page.goto('/demo/models');
    await at(page, 'demo-models').waitFor();
    await expectAccessible(page);
    await at(page, 'demo-model-use-aircraft').click();
    await page.waitForURL('**/app/simulation?id=*');
    await meshReady(page);
    await expectAccessible(page);
    for (const step of [1, 2, 3]) await next(page, step);
    await at(page, 'wizard-start').click();
    await at(page, 'wizard-started').waitFor();
    await callApi('cancel', token, {
      body: { projectId: new URL(page.url()).searchParams.get('id') },
    });
  });
});

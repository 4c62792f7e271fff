import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { DIALOG, expectAccessible, useTheme } from '../support/accessible.ts';
import { callApi } from '../support/api.ts';
import { oneStory, TestBrowser } from '../support/browser.ts';
import { resize } from '../support/fits.ts';
import { DEMO } from '../support/people.ts';
import { plateRowUnv, plateWithFinUnv } from '../support/plateWithFinUnv.ts';
import { sphereUnv } from '../../testing/sphereUnv.ts';
import {
  chooseFileType,
  at,
  chooseFromMenu,
  createProject,
  enter,
  fill,
  meshReady,
  next,
  uploadModel,
} from '../support/steps.ts';
import { waitUntil } from '../support/wait.ts';

const MILLIMETRES = { name: 'SI: mm (milli-newton)', code: 5, unitsPerMetre: 1000 };
/** In inches as its name says, in millimetres as its units say, and every other triangle turned inward. */
const LIAR = sphereUnv(10, MILLIMETRES, { modelName: 'CUBIT 13.2: ball, inch', turned: true });

oneStory();
const browser = new TestBrowser();
let page: Page;
let token: string;
beforeAll(async () => {
  page = await browser.newPage();
  await useTheme(page, 'light');
});

test('an address without a project, and the dialogs of the project list', async () => {
  token = await enter(page, DEMO);
  await page.goto('/app/simulation?id=unknown');
  await at(page, 'missing-project').waitFor();
  await expectAccessible(page, DIALOG);
  await at(page, 'missing-create').click();
  await at(page, 'project-create-name').waitFor();
  await expectAccessible(page, DIALOG);
  await page.keyboard.press('Escape');
  await at(page, 'project-create-name').waitFor({ state: 'detached' });
  const actions = page.getByRole('button', { name: 'Actions for Ready to run: flat plate' });
  await chooseFromMenu(actions, 'project-rename');
  await at(page, 'project-rename-name').waitFor();
  await expectAccessible(page, DIALOG);
  await page.keyboard.press('Escape');
  await at(page, 'project-rename-name').waitFor({ state: 'detached' });
  await chooseFromMenu(actions, 'project-delete');
  await at(page, 'project-delete-confirm').waitFor();
  await expectAccessible(page, DIALOG);
});

test('a file is previewed before the upload, and Back clears it and the scene', async () => {
  await createProject(page, 'Ball of doubtful unit');
  await chooseFileType(page, 'unv');
  await at(page, 'file-input').setInputFiles({
    name: 'ball.unv',
    mimeType: 'application/octet-stream',
    buffer: LIAR,
  });
  await at(page, 'mesh-viewer').waitFor();
  await page.getByText('Edges whose triangles are turned against each other', { exact: false }).waitFor();
  await at(page, 'upload-start').click();
  await at(page, 'upload-confirm').waitFor();
  await expectAccessible(page, DIALOG);
  await page.keyboard.press('Escape');
  await at(page, 'upload-confirm').waitFor({ state: 'detached' });
  await expectAccessible(page);
  await at(page, 'file-back').click();
  await at(page, 'mesh-viewer').waitFor({ state: 'detached' });
  await at(page, 'file-type-unv').waitFor();
});

test('a file without triangles says so, and another may be chosen', async () => {
  const bytes = LIAR.subarray(0, LIAR.indexOf('  2412\n') - '    -1\n'.length);
  await uploadModel(page, 'unv', { name: 'points.unv', bytes });
  await page.locator('[data-testid=file-panel][data-phase=failed]').waitFor();
  await at(page, 'mesher-error').getByText('triangles', { exact: false }).waitFor();
  await expectAccessible(page, '[data-testid=file-panel]');
  await at(page, 'file-replace').click();
});

test('the import doctor catches a wrong unit and turned triangles, and mends them with one click', async () => {
  await uploadModel(page, 'unv', { name: 'ball.unv', bytes: LIAR });
  await meshReady(page);
  await at(page, 'doctor-mend').getByText('The file most likely means: Inch').waitFor();
  await at(page, 'doctor-mend').getByText('160 triangles are turned outward for the run.').waitFor();
  // The question about the unit is beside its field, and the doctor has no row of it before it is answered.
  expect(await at(page, 'doctor-units').count()).toBe(0);
  await expectAccessible(page);
  await at(page, 'doctor-mend-button').click();
  await at(page, 'units-confirmed').getByText('Inch').waitFor();
  expect(await at(page, 'doctor-units').getAttribute('data-verdict')).toBe('good');
  expect(await at(page, 'doctor-normals').innerText()).toContain('160 of 320 triangles were turned round.');
  expect(await at(page, 'model-size').innerText()).toMatch(/^0\.508 × 0\.508 × 0\.508\sm$/);
  const id = new URL(page.url()).searchParams.get('id')!;
  const saved = () => callApi('getSingleProject', token, { query: { id } });
  await waitUntil(
    'the unit on the server',
    async () => (await saved()).state.solverInput?.scalefactor === 0.0254,
  );
  const [mended] = await Promise.all([page.waitForEvent('download'), at(page, 'mended-download').click()]);
  expect(mended.suggestedFilename()).toMatch(/_model_Ball_of_doubtful_unit_mended\.unv$/);
});

test('a mesher that runs is told with its progress, and can be cancelled', async () => {
  const { projects } = await callApi('getProjects', token);
  const aircraft = projects.find(({ name }) => name === 'Ready to run: small aircraft')!;
  // The mesher is too quick to be looked at: its state is held.
  await page.route('**/api/solver/live-events?*', (route) => route.abort());
  await page.route('**/api/solver/storage-stateLive', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { result: object };
    const mesherState = { status: 'Running', detail: 'Meshing', fraction: 0.4 };
    await route.fulfill({ response, json: { ...answer, result: { ...answer.result, mesherState } } });
  });
  await page.goto(`/app/simulation?id=${aircraft.id}`);
  await at(page, 'mesher-status').getByText('Mesher Running...').waitFor();
  expect(await at(page, 'mesher-status').getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40');
  await at(page, 'mesh-cancel').waitFor();
  await expectAccessible(page, '[data-testid=file-panel]');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a box over half of the model chooses its parts, and one value is given to all of them', async () => {
  await createProject(page, 'Row of plates');
  await uploadModel(page, 'unv', { name: 'row.unv', bytes: plateRowUnv(6, 0.1) });
  await meshReady(page);
  await at(page, 'unit-confirm').click();
  await fill(page, { 'angle-theta': 60, 'angle-phi': 30 });
  await next(page, 1);
  await fill(page, { 'frequency-frequency': 1 });
  await next(page, 2);
  const viewer = at(page, 'mesh-viewer');
  await viewer.scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Look from +z' }).click();
  /** From one share of the view's width to another, over its whole height. */
  const dragBox = async (from: number, to: number) => {
    const { x, y, width, height } = (await viewer.boundingBox())!;
    await page.mouse.move(x + from * width, y + 0.15 * height);
    await page.mouse.down();
    await page.mouse.move(x + to * width, y + 0.85 * height, { steps: 3 });
    await at(page, 'viewer-box-drawn').waitFor();
    await page.mouse.up();
    await at(page, 'viewer-box-drawn').waitFor({ state: 'detached' });
  };
  await page.keyboard.down('Shift');
  await dragBox(0.02, 0.5);
  await page.keyboard.up('Shift');
  await at(page, 'parts-chosen').getByText('3 parts chosen').waitFor();
  await fill(page, { 'alpha-common': 0.3 });
  await at(page, 'alpha-common-set').click();
  const alphas = () => Promise.all([1, 2, 3, 4, 5, 6].map((part) => at(page, `alpha-${part}`).inputValue()));
  expect(await alphas()).toEqual(['0.3', '0.3', '0.3', '0.5', '0.5', '0.5']);
  await at(page, 'parts-chosen-none').click();
  // With the button no key is needed; what was chosen stays so, and Escape gives a box up.
  await at(page, 'viewer-box').click();
  await dragBox(0.98, 0.5);
  await at(page, 'parts-chosen').getByText('3 parts chosen').waitFor();
  expect(await at(page, 'alpha-row-6').getAttribute('aria-current')).toBe('true');
  await dragBox(0.02, 0.98);
  await at(page, 'parts-chosen').getByText('6 parts chosen').waitFor();
  await at(page, 'viewer-box').click();
  // In a low window the panel scrolls by itself: Next and the model stay where they are.
  await resize(page, 1440, 720);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const panel = page.locator('section[aria-labelledby=step-title]');
  await panel.evaluate((element) => (element.scrollTop = element.scrollHeight));
  expect(await panel.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  const forward = (await at(page, 'wizard-next').boundingBox())!;
  expect(forward.y + forward.height).toBeLessThanOrEqual(720);
  const { y: top, height: tall } = (await viewer.boundingBox())!;
  expect(top + tall).toBeLessThanOrEqual(720);
  await resize(page, 1440);
});

test('on a phone the model stays in sight above the step, and can be folded and enlarged', async () => {
  await resize(page, 390, 844);
  const dock = at(page, 'model-dock');
  const viewer = at(page, 'mesh-viewer');
  await viewer.waitFor();
  await at(page, 'alpha-set').scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 400);
  await waitUntil('a model in sight below the bar of the page', async () => {
    const { y, height } = (await viewer.boundingBox())!;
    return y >= 56 && y + height < 400;
  });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  // However far one has scrolled in a long step, Next is there, and the next step is seen from its beginning.
  const title = page.locator('[data-testid=wizard-step-title]');
  const y = async (element: Locator) => (await element.boundingBox())!.y;
  await waitUntil('a title that has left the screen', async () => (await y(title)) < 56);
  expect(await y(at(page, 'wizard-next'))).toBeLessThan(844);
  await expectAccessible(page);
  await at(page, 'alpha-set').click();
  await next(page, 3);
  await waitUntil('the title of the step below the model', async () => {
    const top = await y(title);
    return top > (await dock.boundingBox())!.y + 150 && top < 500;
  });
  await at(page, 'wizard-back').click();
  await at(page, 'alpha-set').waitFor();
  await at(page, 'model-dock-fold').click();
  await viewer.waitFor({ state: 'detached' });
  expect((await dock.boundingBox())!.height).toBeLessThan(60);
  await at(page, 'model-dock-fold').click();
  await at(page, 'model-dock-large').click();
  await at(page, 'viewer-box').waitFor();
  await resize(page, 1440);
  await dock.waitFor({ state: 'detached' });
});

test('parts are hidden and isolated, the model is cut, axes and edge lengths are shown', async () => {
  await createProject(page, 'Plate with a fin');
  await fill(page, { 'angle-theta': 60, 'angle-phi': 30 });
  await uploadModel(page, 'unv', { name: 'fin.unv', bytes: plateWithFinUnv(1, 8) });
  await meshReady(page);
  await at(page, 'unit-confirm').click();
  const canvas = at(page, 'mesh-viewer').locator('canvas');
  const picture = () => canvas.evaluate((drawn: HTMLCanvasElement) => drawn.toDataURL());
  await waitUntil('a drawn model', async () => (await picture()).length > 5000);
  /** Does something after which the scene looks different. @returns the picture before */
  const changes = async (what: string, act: () => Promise<unknown>) => {
    const before = await still();
    await act();
    await waitUntil(`a picture that changes with ${what}`, async () => (await picture()) !== before);
    return before;
  };
  /** The picture, once nothing moves. */
  const still = async () => {
    let last = await picture();
    await waitUntil('a picture at rest', async () => {
      const now = await picture();
      const same = now === last;
      last = now;
      return same;
    });
    return last;
  };
  await at(page, 'viewer-parts').click();
  const whole = await changes('a hidden part', () => at(page, 'part-hide-1').click());
  await changes('the other part hidden as well', () => at(page, 'part-hide-2').click());
  await changes('one part alone', () => at(page, 'part-isolate-2').click());
  expect(await at(page, 'part-hide-1').getAttribute('aria-pressed')).toBe('false');
  expect(await at(page, 'part-hide-2').getAttribute('aria-pressed')).toBe('true');
  await changes('all parts', () => at(page, 'parts-show-all').click());
  expect(await still()).toBe(whole);
  await changes('a chosen part', () => at(page, 'part-2').click());
  await expectAccessible(page);
  await at(page, 'part-2').click();
  await at(page, 'viewer-parts').click();
  await changes('a section plane', () => at(page, 'section-x').click());
  await changes('its place', () => at(page, 'section-place').locator('input').press('PageDown'));
  await changes('axes', () => at(page, 'viewer-axes').click());
  await changes('the edge map', () => at(page, 'edge-map').click());
  // Diagonals of cells of 1/8 m at the proposed 1.3 GHz
  expect(await at(page, 'edge-map-text').innerText()).toMatch(
    /^Longest edge 0\.767 λ; 100 % of the triangles have an edge above λ\/\d+\./,
  );
  const [png] = await Promise.all([page.waitForEvent('download'), at(page, 'viewer-png').click()]);
  expect(png.suggestedFilename()).toBe('Plate with a fin-mesh.png');
  await changes('the incident wave', () => at(page, 'angle-draw').click());
  expect(await at(page, 'angle-draw').innerText()).toBe('Illumination Drawn');
});

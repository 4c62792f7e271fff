// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sphereUnv } from '../../testing/sphereUnv.ts';
import { ROOT } from '../steps/paths.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./product.mjs').Product} Product */
/** @typedef {(page: Page, product: Product) => AsyncGenerator<string, void, void>} Walk  yields the name of what is to be seen */

const MESHING_MS = 180_000;
/** A drawing in software WebGL takes its time to settle. */
const SETTLE_MS = 1500;
const AIRCRAFT = 'server/src/demo/models/aircraft.step';
const TWO_BLOCKS = 'testing/step/two-boxes.step';
/** Mesh of the two blocks that is quick to make [mm]. */
const BLOCKS_MESH_MM = 300;

const at = (/** @type {Page} */ page, /** @type {string} */ id) => page.getByTestId(id).first();

/** Lists and files, and the wizard from an empty project to the button Start for each program type. @type {Record<'files' | 'pec' | 'coating' | 'composite', Walk>} */
export const WALKS = {
  files: async function* (page, product) {
    for (const [path, name] of [
      ['/projects', 'projects'],
      ['/demo/projects', 'demo-projects'],
      ['/demo/models', 'demo-models'],
    ]) {
      await page.goto(path ?? '/', { waitUntil: 'domcontentloaded' });
      await page.locator('h1').waitFor();
      await settled(page);
      yield `files-${name}`;
    }
    await begin(page, product, 'Sphere in inches', 1);
    await at(page, 'file-type-unv').click();
    // Numbers in inches under a header that says millimetres, every other triangle turned round: as real files are.
    const inches = sphereUnv(10, { name: 'SI: mm (milli-newton)', code: 5, unitsPerMetre: 1000 });
    await choose(page, 'sphere.unv', turnedRound(inches));
    await at(page, 'file-preview-text').waitFor({ timeout: MESHING_MS });
    await upload(page);
    await at(page, 'units-panel').waitFor();
    await show(page, 'import-doctor', 120);
    yield 'files-doctor';
    await at(page, 'unit-inch').getByRole('radio').check();
    await show(page, 'units-panel', 120);
    yield 'files-units';
    await begin(page, product, 'Aircraft', 1);
    await at(page, 'file-type-step').click();
    await choose(page, 'aircraft.step', readFileSync(join(ROOT, AIRCRAFT)));
    await at(page, 'file-preview').waitFor({ timeout: MESHING_MS });
    await at(page, 'upload-start').click();
    yield 'files-confirm';
    await at(page, 'upload-confirm').click();
    await page.locator('[data-testid=file-panel][data-phase=meshing]').waitFor({ timeout: MESHING_MS });
    yield 'files-meshing';
  },

  pec: async function* (page, product) {
    await begin(page, product, 'Aircraft', 1);
    yield 'pec-file-type';
    await next(page, 1);
    await at(page, 'frequency-frequency').fill('0.15');
    await at(page, 'wizard-back').click();
    await page.locator('[data-testid=wizard-step-title][data-step="0"]').waitFor();
    await at(page, 'file-type-unv').click();
    const inches = sphereUnv(10, { name: 'SI: mm (milli-newton)', code: 5, unitsPerMetre: 1000 });
    await choose(page, 'sphere-in-inches.unv', inches);
    await at(page, 'file-preview-text').waitFor({ timeout: MESHING_MS });
    await show(page, 'file-preview-text', 260);
    yield 'pec-unv-preview';
    await at(page, 'file-back').click();
    await at(page, 'file-type-step').click();
    await choose(page, 'aircraft.step', readFileSync(join(ROOT, AIRCRAFT)));
    await at(page, 'file-preview').waitFor({ timeout: MESHING_MS });
    await show(page, 'file-preview-text', 260);
    yield 'pec-step-preview';
    await upload(page);
    await at(page, 'edge-map').click();
    await show(page, 'mesh-viewer');
    yield 'pec-mesh';
    await at(page, 'edge-map').click();
    await top(page);
    await at(page, 'angle-draw').click();
    yield 'pec-excitation';
    await at(page, 'angle-sweep').click();
    yield 'pec-excitation-sweep';
    await at(page, 'angle-single').click();
    await next(page, 1);
    yield 'pec-frequency';
    await at(page, 'frequency-sweep').click();
    yield 'pec-frequency-sweep';
    await at(page, 'frequency-single').click();
    await show(page, 'optics-preview');
    yield 'pec-instant-preview';
    await next(page, 2);
    await at(page, 'alpha-set').click();
    yield 'pec-alpha';
    await next(page, 3);
    yield 'pec-solver-hybrid';
    await pick(page, 'solver-type', /MLFMA/);
    await at(page, 'predict-cost').click();
    await at(page, 'predicted-cost').waitFor({ timeout: MESHING_MS });
    yield 'pec-solver-mlfma';
    await pick(page, 'solver-type', /PEC/);
    yield 'pec-solver-po';
  },

  coating: async function* (page, product) {
    await fromModel(page, product, 'coated-sphere', 'Coated sphere');
    await next(page, 1);
    await next(page, 2);
    await at(page, 'material-library-open').click();
    await at(page, 'material-search').fill('absorber');
    await at(page, 'material-list').locator('button').first().click();
    yield 'coating-library';
    await at(page, 'material-library-close').click();
    await at(page, 'coating-limits').waitFor();
    yield 'coating-layers';
    // A layer that is too thick to be told by an impedance.
    const thickness = at(page, 'layer-table').getByRole('spinbutton').first();
    const usual = await thickness.inputValue();
    await thickness.fill('12');
    await at(page, 'coating-limits').getByRole('alert').first().waitFor();
    await page.locator('[data-testid^=coating-finding-]').first().waitFor({ timeout: MESHING_MS });
    await show(page, 'layer-table');
    yield 'coating-limits';
    await thickness.fill(usual);
    await page
      .locator('[data-testid^=coating-finding-]')
      .first()
      .waitFor({ state: 'detached', timeout: MESHING_MS });
    await part(page, 1);
    await at(page, 'impedance-table').waitFor();
    yield 'coating-impedances';
    await part(page, 2);
    await at(page, 'reflection-chart').locator('canvas, svg').first().waitFor();
    yield 'coating-reflection';
    await next(page, 3);
    yield 'coating-solver';
  },

  composite: async function* (page, product) {
    await begin(page, product, 'Two blocks', 3);
    await at(page, 'file-type-step').click();
    await choose(page, 'two-blocks.step', readFileSync(join(ROOT, TWO_BLOCKS)));
    await at(page, 'file-preview').waitFor({ timeout: MESHING_MS });
    await upload(page);
    await next(page, 1);
    await at(page, 'frequency-frequency').fill('0.06');
    await at(page, 'mesh-again-offer').click();
    await at(page, 'mesh-size').fill(String(BLOCKS_MESH_MM));
    await at(page, 'mesh-start').click();
    await page.locator('[data-testid=file-panel]:not([data-phase=ready])').waitFor();
    await meshed(page);
    await next(page, 2);
    for (const name of ['Teflon', 'M13']) await takeFromLibrary(page, name);
    yield 'composite-materials';
    await part(page, 1);
    await pick(page, 'solid-1', /Teflon/);
    await pick(page, 'solid-2', /M13/);
    await show(page, 'solids');
    yield 'composite-solids';
    await at(page, 'solids-fill').click();
    await at(page, 'outer-table').waitFor();
    await show(page, 'outer-table');
    yield 'composite-outer-media';
    await show(page, 'regions');
    yield 'composite-regions';
    await next(page, 3);
    yield 'composite-solver';
  },
};

/** The same mesh with every other triangle the other way round. @param {Buffer} unv @returns {Buffer} */
function turnedRound(unv) {
  const lines = unv.toString('latin1').split('\n');
  const begin = lines.findIndex((line) => line.trim() === '2412');
  // Two lines a triangle: its record, then its corners.
  for (let at = begin + 2; lines[at] !== undefined && lines[at]?.trim() !== '-1'; at += 4)
    lines[at] = (lines[at] ?? '').replace(/^(.{10})(.{10})(.{10})$/, '$2$1$3');
  return Buffer.from(lines.join('\n'), 'latin1');
}

/** Nothing moves any more. @param {Page} page */
export async function settled(page) {
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.mouse.move(0, 0);
  await page.waitForTimeout(SETTLE_MS);
}

/** @param {Page} page @param {Product} product @param {string} name @param {1 | 2 | 3} solverType */
async function begin(page, product, name, solverType) {
  const { id } = await product.call('/api/project/create', { name, solverType });
  await page.goto(`/app/simulation?id=${id}`, { waitUntil: 'domcontentloaded' });
  await at(page, 'file-panel').waitFor();
}

/** @param {Page} page @param {Product} product @param {string} model @param {string} name */
async function fromModel(page, product, model, name) {
  const { id } = await product.call('/api/project/create-from-demo', { model, name });
  await page.goto(`/app/simulation?id=${id}`, { waitUntil: 'domcontentloaded' });
  await meshed(page);
}

/** @param {Page} page @param {string} name @param {Buffer} buffer */
async function choose(page, name, buffer) {
  await at(page, 'file-input').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}

/** @param {Page} page */
async function upload(page) {
  await at(page, 'upload-start').click();
  await at(page, 'upload-confirm').click();
  await meshed(page);
}

/** @param {Page} page */
async function meshed(page) {
  await page.locator('[data-testid=file-panel][data-phase=ready]').waitFor({ timeout: MESHING_MS });
}

/** @param {Page} page @param {number} step */
async function next(page, step) {
  const title = page.locator(`[data-testid=wizard-step-title][data-step="${step}"]`);
  // Parts of the materials come between. One press at a time: a slow page would take a second one for the step after.
  for (let pressed = 0; pressed < 4 && !(await title.isVisible()); pressed++) {
    const before = page.url();
    await at(page, 'wizard-next').click();
    await page.waitForURL((url) => url.href !== before);
    // The page follows its address a moment later.
    const query = new URL(page.url()).searchParams;
    const shown = Number(query.get('step') ?? 1) - 1;
    await page.locator(`[data-testid=wizard-step-title][data-step="${shown}"]`).waitFor();
    const part = Number(query.get('part') ?? 1) - 1;
    if (part > 0) await page.locator(`[data-testid=wizard-sub-step][data-sub-step="${part}"]`).waitFor();
  }
  await title.waitFor();
  await top(page);
}

/** To the following part of a step. @param {Page} page @param {number} index */
async function part(page, index) {
  await at(page, 'wizard-next').click();
  await page.locator(`[data-testid=wizard-sub-step][data-sub-step="${index}"]`).waitFor();
  await top(page);
}

/** @param {Page} page @param {string} id @param {RegExp} name */
async function pick(page, id, name) {
  await at(page, id).click();
  await page.getByRole('option', { name }).click();
}

/** @param {Page} page @param {string} name */
async function takeFromLibrary(page, name) {
  await at(page, 'material-library-open').click();
  await at(page, 'material-search').fill(name);
  await at(page, 'material-list').locator('button').first().click();
  await at(page, 'material-library-add').click();
  await at(page, 'material-added').waitFor();
  await at(page, 'material-library-close').click();
}

/** @param {Page} page */
async function top(page) {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
}

/** @param {Page} page @param {string} id @param {number} [above]  how much is seen above it [px] */
async function show(page, id, above = 24) {
  await at(page, id).evaluate((element, distance) => {
    // Where a panel scrolls by itself, it first.
    element.scrollIntoView({ block: 'start', behavior: 'instant' });
    scrollTo({ top: element.getBoundingClientRect().top + scrollY - distance, behavior: 'instant' });
  }, above);
}

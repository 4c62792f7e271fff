// @ts-check
import { LAYER, THICKNESS_MM } from './designStory.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @typedef {{ aircraft: string, almond: string, pattern: string, sphere: string, ready: string, coated: string, dielectric: string } & import('./designStory.mjs').DesignProjects} Projects  ids */
/** @typedef {{ name: string, show: (page: Page, projects: Projects) => Promise<void>, width?: number }} Scene  width: of the window, where it is another [px] */

/** A drawing in software WebGL takes its time to settle. */
const SETTLE_MS = 1500;
const VIEWER = 'mesh-viewer';
/** From the whole model to one that fills the picture. */
const ZOOM_STEPS = 4;
/** The arrows of the wave stay in the picture. */
const SIDE_ZOOM_STEPS = 3;
/** From the view of the first sight to the other side of the model. */
const TURNS = 24;

const at = (/** @type {Page} */ page, /** @type {string} */ id) => page.getByTestId(id);

/** The carousel of the landing page. @type {Scene[]} */
export const LANDING_SCENES = [
  {
    name: 'aircraft-currents',
    show: async (page, { aircraft }) => {
      await results(page, aircraft, 'currents');
      await fromAhead(page);
      await at(page, 'currents-plot').click();
      await at(page, 'currents-db').click();
      await at(page, 'color-bar').waitFor();
      await zoom(page);
      await showFrom(page, 'results-currents');
    },
  },
  {
    name: 'aircraft-mesh',
    show: async (page, { aircraft }) => {
      await results(page, aircraft, 'mesh');
      await at(page, 'mesh-plot').click();
      await at(page, VIEWER).waitFor();
      await zoom(page);
      await showFrom(page, 'results-mesh');
    },
  },
  {
    name: 'aircraft-monostatic',
    show: async (page, { aircraft }) => {
      await monostatic(page, aircraft);
      await polar(page);
      await page.waitForTimeout(SETTLE_MS);
      await showFrom(page, 'results-monostatic');
    },
  },
  {
    name: 'almond-monostatic',
    show: async (page, { almond }) => monostatic(page, almond),
  },
  {
    name: 'sphere-bistatic',
    show: async (page, { sphere }) => {
      await results(page, sphere, 'bistatic');
      for (const plane of ['xz', 'yz']) {
        await at(page, 'bistatic-plane').selectOption({ label: plane });
        await at(page, 'bistatic-plot').click();
      }
      await drawn(page, 'bistatic-chart');
      await showFrom(page, 'results-bistatic');
    },
  },
  {
    name: 'coating-reflection',
    show: async (page, { coated }) => {
      await wizard(page, coated, 2);
      for (let part = 0; part < 2; part++) await at(page, 'wizard-next').click();
      await drawn(page, 'reflection-chart');
      await showFrom(page, 'wizard-step-title');
    },
  },
  {
    name: 'composite-media',
    show: async (page, { dielectric }) => {
      await wizard(page, dielectric, 2);
      await at(page, 'wizard-next').click();
      await at(page, 'outer-table').waitFor();
    },
  },
];

/** The story of design maps on the landing page, whose numbers stand beside its pictures: a map, and curves. @type {Scene[]} */
export const DESIGN_SCENES = [
  {
    name: 'design-map',
    width: 960,
    show: async (page, projects) => {
      await designMaps(page, projects);
      await fromTheSide(page);
      await showFrom(page, VIEWER);
    },
  },
  {
    name: 'design-curves',
    width: 960,
    show: async (page, projects) => {
      await coatedRun(page, projects);
      await showFrom(page, 'coated-chart');
    },
  },
];

/** The steps of the written guide; a project that has no run yet shows the wizard. @type {Scene[]} */
export const GUIDE_SCENES = [
  {
    name: 'models',
    show: async (page) => {
      await page.goto('/demo/models', { waitUntil: 'domcontentloaded' });
      await at(page, 'demo-models').waitFor();
    },
  },
  {
    name: 'model',
    show: async (page, { ready }) => {
      await wizard(page, ready, 0);
      await at(page, 'edge-map').click();
      await showFrom(page, 'edge-map', 540);
    },
  },
  {
    name: 'wave',
    show: async (page, { ready }) => {
      await wizard(page, ready, 0);
      await at(page, 'angle-draw').click();
      await showFrom(page, 'wizard-project');
    },
  },
  { name: 'frequency', show: async (page, { ready }) => wizard(page, ready, 1) },
  { name: 'alpha', show: async (page, { ready }) => wizard(page, ready, 2) },
  {
    name: 'solver',
    show: async (page, { ready }) => {
      await wizard(page, ready, 2);
      await at(page, 'alpha-set').click();
      await at(page, 'wizard-next').click();
      await at(page, 'solver-type').waitFor();
    },
  },
  sceneOf('aircraft-currents', 'currents'),
  sceneOf('sphere-bistatic', 'bistatic'),
  {
    name: 'compare',
    show: async (page, { sphere }) => {
      await results(page, sphere, 'bistatic');
      await at(page, 'bistatic-plot').click();
      await at(page, 'bistatic-exact').click();
      await at(page, 'bistatic-sphere').waitFor();
      await drawn(page, 'bistatic-chart');
      await showFrom(page, 'results-bistatic');
    },
  },
  {
    name: 'design-parts',
    width: 1760,
    show: async (page, projects) => {
      await designMaps(page, projects);
      // Falls are negative: the largest comes first in ascending order.
      for (let i = 0; i < 2; i++) await at(page, 'design-sort-layer').click();
      await fromTheSide(page);
      await showFrom(page, VIEWER);
    },
  },
  {
    name: 'design-coat',
    show: async (page, projects) => {
      await designMaps(page, projects);
      // The largest falls last, beside the form.
      await at(page, 'design-sort-layer').click();
      for (const part of projects.sideParts) await at(page, `design-select-${part}`).check();
      await at(page, 'design-coat-thickness').fill(String(THICKNESS_MM));
      await at(page, 'design-coat-predicted').waitFor();
      await showFrom(page, 'design-coat', 360);
    },
  },
  {
    name: 'design-coated',
    width: 1640,
    show: async (page, projects) => {
      await coatedRun(page, projects);
      await showFrom(page, 'coated');
    },
  },
  {
    name: 'pattern',
    show: async (page, { pattern }) => {
      await results(page, pattern, 'pattern');
      await at(page, 'pattern-facts').waitFor();
      await at(page, VIEWER).waitFor();
      await showFrom(page, 'results-pattern');
    },
  },
];

/** One of the landing page's scenes under the guide's name. @param {string} scene @param {string} name @returns {Scene} */
function sceneOf(scene, name) {
  const found = LANDING_SCENES.find((one) => one.name === scene);
  if (!found) throw new Error(`There is no scene ${scene}.`);
  return { ...found, name };
}

/** @param {Page} page @param {string} id @param {string} view */
async function results(page, id, view) {
  await page.goto(`/projects/detail?id=${id}`, { waitUntil: 'domcontentloaded' });
  await at(page, `results-${view}`).click();
}

/** The view Design at the largest echo, with the layer. @param {Page} page @param {Projects} projects */
async function designMaps(page, { side, sidePhiDeg }) {
  await results(page, side, 'design');
  await at(page, 'design-phi').selectOption({ label: `${sidePhiDeg}°` });
  await at(page, 'design-layer').selectOption('1');
  for (const [field, value] of [
    ['epsilonReal', LAYER.permittivity.real],
    ['epsilonLoss', -LAYER.permittivity.imaginary],
    ['muReal', LAYER.permeability.real],
    ['muLoss', -LAYER.permeability.imaginary],
  ])
    await at(page, `design-${field}`).fill(String(value));
  await at(page, 'design-plot').click();
  await at(page, 'design-parts').waitFor();
  await at(page, VIEWER).locator('canvas').waitFor();
}

/** The page of the coated aircraft, with what was predicted. @param {Page} page @param {Projects} projects */
async function coatedRun(page, { sideCoated }) {
  await page.goto(`/projects/detail?id=${sideCoated}`, { waitUntil: 'domcontentloaded' });
  await at(page, 'coated-verdict').waitFor();
  await drawn(page, 'coated-chart');
}

/** The model from where the wave comes from, +y, which is behind it at first. @param {Page} page */
async function fromTheSide(page) {
  await zoom(page, SIDE_ZOOM_STEPS);
  for (let i = 0; i < TURNS; i++) await page.keyboard.press('ArrowRight');
}

/** @param {Page} page @param {string} id */
async function monostatic(page, id) {
  await results(page, id, 'monostatic');
  await at(page, 'monostatic-plot').click();
  await drawn(page, 'monostatic-chart');
  await showFrom(page, 'results-monostatic');
}

/** The wave that comes from −x, where the nose is. @param {Page} page */
async function fromAhead(page) {
  await at(page, 'currents-phi').selectOption({ label: '180°' });
}

/** Comes nearer to the model. @param {Page} page */
async function zoom(page, steps = ZOOM_STEPS) {
  await at(page, VIEWER).locator('canvas').waitFor();
  await page.waitForTimeout(SETTLE_MS);
  await at(page, VIEWER).focus();
  for (let i = 0; i < steps; i++) await page.keyboard.press('+');
}

/** @param {Page} page */
async function polar(page) {
  await page.getByRole('button', { name: /^(Polar|Kutupsal)$/ }).click();
}

/** @param {Page} page @param {string} id @param {number} step */
async function wizard(page, id, step) {
  await page.goto(`/app/simulation?id=${id}`, { waitUntil: 'domcontentloaded' });
  await page.locator('[data-testid=file-panel][data-phase=ready]').waitFor();
  for (let i = 1; i <= step; i++) {
    await at(page, 'wizard-next').click();
    await page.locator(`[data-testid=wizard-step-title][data-step="${i}"]`).waitFor();
  }
}

/** @param {Page} page @param {string} chart */
async function drawn(page, chart) {
  await at(page, chart).locator('canvas, svg').first().waitFor();
}

/** @param {Page} page @param {string} id @param {number} [above]  how much is seen above it [px] */
async function showFrom(page, id, above = 24) {
  await at(page, id).evaluate((element, distance) => {
    // Where a panel scrolls by itself, it first.
    element.scrollIntoView({ block: 'start', behavior: 'instant' });
    scrollTo({ top: element.getBoundingClientRect().top + scrollY - distance, behavior: 'instant' });
  }, above);
}

/** Shows a scene and waits until nothing moves. @param {Page} page @param {Scene} scene @param {Projects} projects */
export async function stage(page, scene, projects) {
  await scene.show(page, projects);
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.mouse.move(0, 0);
  await page.waitForTimeout(SETTLE_MS);
}

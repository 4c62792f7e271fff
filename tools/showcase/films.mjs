// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../steps/paths.mjs';

/** @typedef {import('./film.mjs').Stage} Stage */
/** @typedef {import('./scenes.mjs').Projects} Projects */

const COMPUTING_MS = 180_000;
const SETTLE_MS = 1200;
const MODEL = 'server/src/demo/models/aircraft.step';
const PROJECT_NAME = { en: 'My aircraft', tr: 'Uçağım' };

/** Films that show computed runs beside the example; the others make their own. */
export const SHOWS_RUNS = new Set(['results']);

/** The three films; keys of captions are those of guides.json. @type {Record<string, (stage: Stage, projects: Projects) => Promise<void>>} */
export const FILMS = {
  'first-run': async ({ page, say, click, look, cut }) => {
    await page.goto('/demo/models');
    await page.getByTestId('demo-models').waitFor();
    await say('models');
    await look('demo-model-use-sphere');
    await say('create');
    await click('demo-model-use-sphere');
    await cut(() => meshed(page));
    await top(page);
    await say('wave');
    await look('angle-draw');
    await click('angle-draw');
    await say('draw');
    await next(page, click, 1);
    await say('frequency');
    await next(page, click, 2);
    await look('alpha-set');
    await click('alpha-set');
    await say('alpha');
    await next(page, click, 3);
    await say('solver');
    await look('wizard-start');
    await click('wizard-start');
    await cut(() => page.waitForURL('**/projects/detail?id=*', { timeout: COMPUTING_MS }));
    await top(page);
    await say('start');
    await cut(() =>
      page.locator('[data-testid=run-status][data-status=Finished]').waitFor({ timeout: COMPUTING_MS }),
    );
    await say('done');
  },
  'own-model': async ({ page, language, say, click, look, cut }) => {
    await page.goto('/projects');
    await click('project-create-open');
    await page
      .getByTestId('project-create-name')
      .pressSequentially(PROJECT_NAME[/** @type {'en' | 'tr'} */ (language)], { delay: 60 });
    await say('create');
    await click('project-create-submit');
    await page.getByTestId('file-type-step').waitFor();
    await look('file-type-step');
    await click('file-type-step');
    await page.getByTestId('file-input').setInputFiles({
      name: 'aircraft.step',
      mimeType: 'application/octet-stream',
      buffer: readFileSync(join(ROOT, MODEL)),
    });
    await say('choose');
    await cut(() => page.getByTestId('file-preview').waitFor({ timeout: COMPUTING_MS }));
    await look('file-preview');
    await say('preview');
    await look('upload-start');
    await click('upload-start');
    await say('upload');
    await click('upload-confirm');
    await page.getByTestId('model-file').waitFor();
    await look('file-panel');
    await say('mesh');
    await cut(() => meshed(page));
    await page.waitForTimeout(SETTLE_MS);
    await look('import-doctor');
    await say('doctor');
    await look('edge-map');
    await click('edge-map');
    await look('mesh-viewer');
    await say('edges');
    await look('mesh-again');
    await say('size');
  },
  results: async ({ page, say, click, look, cut }, { aircraft, sphere, pattern }) => {
    await page.goto(`/projects/detail?id=${aircraft}`);
    await page.getByTestId('result-summary').waitFor();
    await say('open');
    await click('results-mesh');
    await click('mesh-plot');
    await look('mesh-viewer');
    await say('mesh');
    await click('results-currents');
    await page.getByTestId('currents-phi').selectOption({ label: '180°' });
    await click('currents-plot');
    await cut(() => page.getByTestId('color-bar').waitFor({ timeout: COMPUTING_MS }));
    await click('currents-db');
    await look('mesh-viewer');
    await say('currents');
    await click('results-bistatic');
    await click('bistatic-plot');
    await look('bistatic-chart');
    await say('bistatic');
    await click('bistatic-polar');
    await look('bistatic-chart');
    await say('polar');
    await look('bistatic-component');
    await say('component');
    await click('plot-table-toggle');
    await look('plot-table');
    await say('table');
    await click('results-monostatic');
    await click('monostatic-plot');
    await look('monostatic-chart');
    await say('monostatic');
    await click('results-iterations');
    await look('iterations-chart');
    await say('iterations');
    await page.goto(`/projects/detail?id=${sphere}`);
    await click('results-bistatic');
    await click('bistatic-plot');
    await click('bistatic-exact');
    await look('bistatic-chart');
    await say('exact');
    await page.goto(`/projects/detail?id=${pattern}`);
    await click('results-pattern');
    await cut(() => page.getByTestId('pattern-facts').waitFor({ timeout: COMPUTING_MS }));
    await look('mesh-viewer');
    await say('pattern');
    await top(page);
    await look('action-pdf');
    await say('report');
  },
};

/** @param {import('playwright-core').Page} page */
async function meshed(page) {
  await page.locator('[data-testid=file-panel][data-phase=ready]').waitFor({ timeout: COMPUTING_MS });
}

/** @param {import('playwright-core').Page} page @param {Stage['click']} click @param {number} step */
async function next(page, click, step) {
  await click('wizard-next');
  await page.locator(`[data-testid=wizard-step-title][data-step="${step}"]`).waitFor();
  await top(page);
}

/** @param {import('playwright-core').Page} page */
async function top(page) {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
}

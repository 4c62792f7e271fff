// @ts-check
/**
 * `npm run images [-- NAME…]`: makes the pictures of the landing page from runs of the product itself: starts it, computes
 * the runs, and photographs its pages in both themes and languages. `hero` is the picture at the head, `models` are the
 * meshes of the demo models in both themes, which need no runs. `design-map` and `design-coated` also write the numbers of their story.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DESIGN_FILE, designFacts } from './showcase/designStory.mjs';
import { HERO_FILE, heroOf } from './showcase/hero.mjs';
import { LANGUAGES, openPage, THEMES, webp, windowOf } from './showcase/pictures.mjs';
import { startProduct } from './showcase/product.mjs';
import { finishedExample, prepareShowcase } from './showcase/prepareShowcase.mjs';
import { DESIGN_SCENES, LANDING_SCENES, stage } from './showcase/scenes.mjs';
import { settled } from './showcase/walk.mjs';
import { launchChromium } from './steps/chromium.mjs';
import { ROOT } from './steps/paths.mjs';
import { runTool, say } from './steps/say.mjs';

const FOLDER = join(ROOT, 'web', 'public', 'landing');
const MODELS_FOLDER = join(ROOT, 'web', 'public', 'demo');
/** The axes stand so far from the side. */
const ASIDE_PX = 90;
const MODEL_ASPECT = 1.25;
const MESHING_MS = 180_000;
/** A picture of a landing page is not worth more [bytes]. */
const LARGEST = 300_000;

runTool(async () => {
  const named = process.argv.slice(2);
  const wanted = (/** @type {string} */ name) => named.length === 0 || named.includes(name);
  mkdirSync(FOLDER, { recursive: true });
  const product = await startProduct();
  const browser = await launchChromium();
  try {
    if (wanted('models')) await takeModels(browser, product);
    if (named.length === 1 && named[0] === 'models') return;
    say('Computing what is shown');
    const projects = await prepareShowcase(product, await finishedExample(product));
    if (wanted('hero')) {
      const { picture, facts } = await heroOf(browser, product, projects.aircraft);
      save('aircraft.webp', picture);
      writeFileSync(join(ROOT, HERO_FILE), `${JSON.stringify(facts)}\n`);
    }
    if (DESIGN_SCENES.some(({ name }) => wanted(name)))
      writeFileSync(
        join(ROOT, DESIGN_FILE),
        `${JSON.stringify(await designFacts(product, projects), null, 2)}\n`,
      );
    for (const scene of [...LANDING_SCENES, ...DESIGN_SCENES].filter(({ name }) => wanted(name)))
      for (const theme of THEMES)
        for (const language of LANGUAGES) {
          const page = await openPage(browser, product, { theme, language, ...windowOf(scene) });
          await stage(page, scene, projects);
          save(`${scene.name}-${theme}-${language}.webp`, await webp(browser, await page.screenshot()));
          await page.context().close();
        }
  } finally {
    await browser.close();
    await product.stop();
  }
});

/**
 * The middle of the viewer's picture of each demo model, without axes and scale bar.
 * @param {import('playwright-core').Browser} browser @param {import('./showcase/product.mjs').Product} product
 */
async function takeModels(browser, product) {
  mkdirSync(MODELS_FOLDER, { recursive: true });
  const { models } = await product.call('/api/project/demo-models');
  for (const { id: model } of models) {
    const { id } = await product.call('/api/project/create-from-demo', {
      model,
      name: `Picture of ${model}`,
    });
    for (const theme of THEMES) {
      const page = await openPage(browser, product, { theme, language: 'en', width: 1440, height: 900 });
      await page.goto(`/app/simulation?id=${id}`, { waitUntil: 'domcontentloaded' });
      await page.locator('[data-testid=file-panel][data-phase=ready]').waitFor({ timeout: MESHING_MS });
      await page.getByTestId('mesh-viewer').locator('canvas').waitFor();
      await page.getByTestId('scale-bar').evaluate((bar) => (bar.style.visibility = 'hidden'));
      await settled(page);
      const box = await page.getByTestId('mesh-viewer').boundingBox();
      if (!box) throw new Error('The viewer is not in the picture.');
      const width = Math.min(box.width - 2 * ASIDE_PX, box.height * MODEL_ASPECT);
      const clip = { x: box.x + (box.width - width) / 2, y: box.y, width, height: box.height };
      save(`${model}-${theme}.webp`, await webp(browser, await page.screenshot({ clip })), MODELS_FOLDER);
      await page.context().close();
    }
    await product.call('/api/project/delete', { id });
  }
}

/** @param {string} name @param {Buffer} content @param {string} [folder] */
function save(name, content, folder = FOLDER) {
  if (content.length > LARGEST) throw new Error(`${name} has ${content.length} bytes, more than ${LARGEST}.`);
  writeFileSync(join(folder, name), content);
  say(`${name}: ${Math.round(content.length / 1000)} kB`);
}

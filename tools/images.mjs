// @ts-check
/**
 * `npm run images [-- NAME…]`: makes the pictures of the landing page from runs of the product itself: starts it, computes
 * the runs, and photographs its pages in both themes and languages. `hero` is the picture at the head.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { heroOf } from './showcase/hero.mjs';
import { LANGUAGES, openPage, THEMES, webp } from './showcase/pictures.mjs';
import { startProduct } from './showcase/product.mjs';
import { prepareShowcase } from './showcase/runs.mjs';
import { LANDING_SCENES, stage } from './showcase/scenes.mjs';
import { launchChromium } from './steps/chromium.mjs';
import { ROOT } from './steps/paths.mjs';
import { runTool, say } from './steps/say.mjs';

const FOLDER = join(ROOT, 'web', 'public', 'landing');
const SIZE = { width: 1200, height: 750 };
/** A picture of a landing page is not worth more [bytes]. */
const LARGEST = 300_000;

runTool(async () => {
  const named = process.argv.slice(2);
  const wanted = (/** @type {string} */ name) => named.length === 0 || named.includes(name);
  mkdirSync(FOLDER, { recursive: true });
  const product = await startProduct();
  const browser = await launchChromium();
  try {
    say('Computing what is shown');
    const projects = await prepareShowcase(product);
    if (wanted('hero')) {
      const { picture, facts } = await heroOf(browser, product, projects.aircraft);
      save('aircraft.webp', picture);
      writeFileSync(join(ROOT, 'web/src/features/landing/hero.json'), `${JSON.stringify(facts)}\n`);
    }
    for (const scene of LANDING_SCENES.filter(({ name }) => wanted(name)))
      for (const theme of THEMES)
        for (const language of LANGUAGES) {
          const page = await openPage(browser, product, { theme, language, ...SIZE });
          await stage(page, scene, projects);
          save(`${scene.name}-${theme}-${language}.webp`, await webp(browser, await page.screenshot()));
          await page.context().close();
        }
  } finally {
    await browser.close();
    await product.stop();
  }
});

/** @param {string} name @param {Buffer} content */
function save(name, content) {
  if (content.length > LARGEST) throw new Error(`${name} has ${content.length} bytes, more than ${LARGEST}.`);
  writeFileSync(join(FOLDER, name), content);
  say(`${name}: ${Math.round(content.length / 1000)} kB`);
}

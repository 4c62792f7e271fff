// @ts-check
/**
 * `npm run guide [-- steps | files | pec | coating | composite | pictures | pdf | NAME…]`: makes the guide from the running product: pictures of every step of
 * the wizard (docs/guide), pictures of the guides page, the PDF of each language from the very words of that page, and the
 * films with their captions. A NAME is that of a film or of a picture.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { designFigures } from '../web/src/features/landing/designFigures.ts';
import { encode, record, webVtt } from './showcase/film.mjs';
import { FILMS, SHOWS_RUNS } from './showcase/films.mjs';
import { DESIGN_FILE } from './showcase/designStory.mjs';
import { guideHtml, guideWords } from './showcase/guideHtml.mjs';
import { LANGUAGES, openPage, webp, windowOf } from './showcase/pictures.mjs';
import { startProduct } from './showcase/product.mjs';
import { finishedExample, prepareShowcase } from './showcase/prepareShowcase.mjs';
import { GUIDE_SCENES, stage } from './showcase/scenes.mjs';
import { launchChromium } from './steps/chromium.mjs';
import { settled, WALKS } from './showcase/walk.mjs';
import { ROOT } from './steps/paths.mjs';
import { runTool, say } from './steps/say.mjs';

const FOLDER = join(ROOT, 'web', 'public', 'guide');
const STEPS_FOLDER = join(ROOT, 'docs', 'guide');
/** What a clone of the repository may be asked to carry [bytes]. */
const LARGEST = { webp: 300_000, webm: 2_000_000, pdf: 2_000_000, vtt: 20_000, json: 20_000 };

runTool(async () => {
  const named = process.argv.slice(2);
  const wanted = (/** @type {string} */ name) => named.length === 0 || named.includes(name);
  const scenes = GUIDE_SCENES.filter(({ name }) => wanted('pictures') || named.includes(name));
  const films = Object.entries(FILMS).filter(([name]) => wanted(name));
  mkdirSync(FOLDER, { recursive: true });
  const browser = await launchChromium();
  try {
    if (scenes.length > 0 || films.length > 0) {
      const product = await startProduct();
      try {
        const showsRuns = scenes.length > 0 || films.some(([name]) => SHOWS_RUNS.has(name));
        say(showsRuns ? 'Computing what is shown' : 'Computing the example');
        const sphere = await finishedExample(product);
        /** @type {Partial<Projects>} */
        const projects = showsRuns ? await prepareShowcase(product, sphere) : { sphere };
        await takePictures(browser, product, /** @type {Projects} */ (projects), scenes);
        for (const [name, act] of films)
          for (const language of LANGUAGES)
            await makeFilm(browser, product, /** @type {Projects} */ (projects), { name, act, language });
      } finally {
        await product.stop();
      }
    }
    const walks = Object.entries(WALKS).filter(([type]) => wanted('steps') || named.includes(type));
    if (walks.length > 0) {
      const product = await startProduct();
      try {
        for (const [, walk] of walks) await takeSteps(browser, product, walk);
      } finally {
        await product.stop();
      }
    }
    if (wanted('pdf')) await printGuides(browser);
  } finally {
    await browser.close();
  }
});

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('./showcase/product.mjs').Product} Product */
/** @typedef {import('./showcase/scenes.mjs').Projects} Projects */

/** @param {Browser} browser @param {Product} product @param {Projects} projects @param {import('./showcase/scenes.mjs').Scene[]} scenes */
async function takePictures(browser, product, projects, scenes) {
  for (const scene of scenes)
    for (const language of LANGUAGES) {
      const page = await openPage(browser, product, { theme: 'light', language, ...windowOf(scene) });
      await stage(page, scene, projects);
      save(`${scene.name}-${language}.webp`, await webp(browser, await page.screenshot()));
      await page.context().close();
    }
}

/** Every step of the wizard for a program type. @param {Browser} browser @param {Product} product @param {import('./showcase/walk.mjs').Walk} walk */
async function takeSteps(browser, product, walk) {
  const page = await openPage(browser, product, { theme: 'light', language: 'en', ...windowOf({}) });
  for await (const name of walk(page, product)) {
    await settled(page);
    save(`${name}.webp`, await webp(browser, await page.screenshot()), STEPS_FOLDER);
  }
  await page.context().close();
}

/**
 * @param {Browser} browser @param {Product} product @param {Projects} projects
 * @param {{ name: string, language: string, act: (typeof FILMS)[string] }} film
 */
async function makeFilm(browser, product, projects, { name, language, act }) {
  const texts = Object.fromEntries(
    LANGUAGES.map((tongue) => [tongue, wordsOf(tongue).videos[name].captions]),
  );
  const { frames, cues } = await record(browser, product, language, texts[language], (scene) =>
    act(scene, projects),
  );
  save(`${name}-${language}.webm`, await encode(browser, product.site, frames));
  for (const tongue of LANGUAGES) save(`${name}-${language}.${tongue}.vtt`, webVtt(cues, texts[tongue]));
  const poster = frames[Math.floor(frames.length / 2)];
  if (poster)
    save(`${name}-${language}.webp`, await webp(browser, Buffer.from(poster.data, 'base64'), 'jpeg'));
}

/** @param {Browser} browser */
async function printGuides(browser) {
  /** @type {import('../web/src/features/landing/designFigures.ts').DesignStory} */
  const story = JSON.parse(readFileSync(join(ROOT, DESIGN_FILE), 'utf8'));
  /** @type {Record<string, string>} */
  const sources = {};
  for (const language of LANGUAGES) {
    const words = guideWords(wordsOf(language), designFigures(story, language));
    const page = await browser.newPage();
    await page.setContent(
      guideHtml(words, language, (picture) =>
        readFileSync(join(FOLDER, `${picture}-${language}.webp`)).toString('base64'),
      ),
    );
    await page.evaluate(asJpeg);
    save(
      `pace-guide-${language}.pdf`,
      await page.pdf({ format: 'A4', tagged: true, outline: true, printBackground: true }),
    );
    await page.close();
    sources[language] = createHash('sha256').update(JSON.stringify(words)).digest('hex');
  }
  save('sources.json', Buffer.from(`${JSON.stringify(sources, null, 2)}\n`));
}

/** Runs in the page: a PDF takes JPEG as it stands, and anything else as bare pixels. */
async function asJpeg() {
  for (const image of document.images) {
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    image.src = canvas.toDataURL('image/jpeg', 0.85);
    await image.decode();
  }
}

/** @param {string} language */
function wordsOf(language) {
  return JSON.parse(readFileSync(join(ROOT, 'web/src/app/i18n', language, 'apart', 'guides.json'), 'utf8'));
}

/** @param {string} name @param {Buffer | string} content @param {string} [folder] */
function save(name, content, folder = FOLDER) {
  const kind = /** @type {keyof typeof LARGEST} */ (name.slice(name.lastIndexOf('.') + 1));
  if (content.length > LARGEST[kind])
    throw new Error(`${name} has ${content.length} bytes, more than ${LARGEST[kind]}.`);
  writeFileSync(join(folder, name), content);
  say(`${name}: ${Math.round(content.length / 1000)} kB`);
}

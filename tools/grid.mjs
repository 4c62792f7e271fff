// @ts-check
/* global document */
/**
 * `npm run grid [-- FOLDER [WORD…]]`: photographs every page at three widths, dark in English and light in Turkish, and puts the
 * pictures side by side in FOLDER/index.html, for people to look at. With words, only paths that contain one of them.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openPage } from './showcase/pictures.mjs';
import { startProduct } from './showcase/product.mjs';
import { launchChromium } from './steps/chromium.mjs';
import { ROOT } from './steps/paths.mjs';
import { runTool, say, Stop } from './steps/say.mjs';

/** @typedef {import('./showcase/product.mjs').Product} Product */
/** @typedef {import('playwright-core').Page} Page */

const WIDTHS = [390, 960, 1440];
const LOOKS = /** @type {const} */ ([
  { theme: 'dark', language: 'en' },
  { theme: 'light', language: 'tr' },
]);
const HEIGHT = 900;
/** More of a long page tells nothing new. */
const TALLEST = 2600;
const WAIT_MS = 120_000;

const VISITOR = [
  '/landing',
  '/auth/login',
  '/auth/sign-up',
  '/auth/confirm?enc=mail',
  '/auth/reset-password',
  '/auth/confirm-password?cid=unknown',
  '/auth/contact',
  '/auth/404',
  '/auth/500',
];
const MEMBER = [
  '/',
  '/profile',
  '/profile/settings',
  '/projects',
  '/demo/projects',
  '/demo/models',
  '/guides',
  '/admin',
];
const LAST_STEP = 3;

runTool(async () => {
  const [folder = 'build/grid', ...words] = process.argv.slice(2);
  const target = resolve(ROOT, folder);
  mkdirSync(target, { recursive: true });
  const product = await startProduct();
  const browser = await launchChromium();
  const visitor = { ...product, token: '' };
  const wanted = (/** @type {string} */ name) =>
    words.length === 0 || words.some((word) => name.includes(word));
  /** @type {string[]} */
  const names = [];
  try {
    const { computed, wizards } = await examples(product);
    /** @type {{ name: string, who: Product, path: string, act?: (page: Page) => Promise<void> }[]} */
    const views = [
      ...VISITOR.map((path) => ({ name: path, who: visitor, path })),
      ...MEMBER.map((path) => ({ name: path, who: product, path })),
      { name: 'detail', who: product, path: `/projects/detail?id=${computed}` },
      ...['mesh', 'currents', 'bistatic', 'monostatic', 'iterations'].map((view) => ({
        name: `detail ${view}`,
        who: product,
        path: `/projects/detail?id=${computed}`,
        act: (/** @type {Page} */ page) => showResult(page, view),
      })),
      ...wizards.flatMap(({ type, id }) =>
        Array.from({ length: LAST_STEP + 1 }, (_, step) => ({
          name: `wizard ${type} step ${step + 1}`,
          who: product,
          path: `/app/simulation?id=${id}`,
          act: (/** @type {Page} */ page) => goToStep(page, step),
        })),
      ),
    ];
    for (const { name, who, path, act } of views.filter((view) => wanted(view.name))) {
      say(name);
      names.push(name);
      for (const { theme, language } of LOOKS) {
        const page = await openPage(browser, who, { theme, language, width: WIDTHS[2], height: HEIGHT });
        await page.goto(path);
        await rests(page);
        await act?.(page);
        await rests(page);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: HEIGHT });
          await page.waitForTimeout(300);
          const whole = await page.evaluate(() => document.documentElement.scrollHeight);
          await page.screenshot({
            path: join(target, fileOf(name, width, theme, language)),
            fullPage: true,
            clip: { x: 0, y: 0, width, height: Math.min(whole, TALLEST) },
          });
        }
        await page.context().close();
      }
    }
    writeFileSync(join(target, 'index.html'), indexOf(names));
    say(`Look at ${join(folder, 'index.html')}`);
  } finally {
    await browser.close();
    await product.stop();
  }
});

/** @param {string} name @param {number} width @param {string} theme @param {string} language */
function fileOf(name, width, theme, language) {
  const plain = name.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'home';
  return `${plain}-${width}-${theme}-${language}.png`;
}

/** @param {string[]} names */
function indexOf(names) {
  const pictures = (/** @type {string} */ name) =>
    LOOKS.flatMap(({ theme, language }) =>
      WIDTHS.map(
        (width) => `<img src="${fileOf(name, width, theme, language)}" width="${width / 4}" alt="">`,
      ),
    ).join('');
  const rows = names.map((name) => `<h2>${name}</h2><div>${pictures(name)}</div>`);
  return `<!doctype html><meta charset="utf-8"><title>Every page</title><style>body{font:14px sans-serif;background:#888}div{display:flex;gap:8px;align-items:start}</style>${rows.join('')}`;
}

/** Nothing loads any more. @param {Page} page */
async function rests(page) {
  await page.locator('h1, h2').first().waitFor();
  await page.waitForFunction(
    () => document.querySelector('[role=progressbar]:not([aria-valuenow])') === null,
    undefined,
    {
      timeout: WAIT_MS,
    },
  );
  await page.waitForTimeout(400);
}

/** @param {Page} page @param {string} view */
async function showResult(page, view) {
  await page.getByTestId(`results-${view}`).click();
  const plot = page.getByTestId(`${view}-plot`);
  if (await plot.isVisible().catch(() => false)) await plot.click();
}

/** @param {Page} page @param {number} step */
async function goToStep(page, step) {
  const title = page.getByTestId('wizard-step-title');
  await title.waitFor({ timeout: WAIT_MS });
  // Sub-steps of materials come between.
  for (let pressed = 0; pressed < 8 && Number(await title.getAttribute('data-step')) < step; pressed++) {
    await page.getByTestId('wizard-next').click();
    await page.waitForTimeout(200);
  }
}

/** A computed run, and a project of each program type that waits in the wizard. @param {Product} product */
async function examples({ call }) {
  for (const deadline = Date.now() + WAIT_MS; ;) {
    const { projects } = await call('/api/project/get-projects');
    const computed = projects.find((/** @type {any} */ one) => one.state.solverResultReady)?.id;
    if (computed !== undefined) {
      const wizards = [];
      for (const [type, model] of /** @type {const} */ ([
        ['pec', 'sphere'],
        ['coating', 'coated-sphere'],
        ['composite', 'dielectric-sphere'],
      ])) {
        const name = `Grid, ${type}`;
        const known = projects.find((/** @type {any} */ one) => one.name === name);
        wizards.push({
          type,
          id: known?.id ?? (await call('/api/project/create-from-demo', { model, name })).id,
        });
      }
      return { computed, wizards };
    }
    if (Date.now() > deadline) throw new Stop('The example of the demo account is not computed.');
    await new Promise((resume) => setTimeout(resume, 1000));
  }
}

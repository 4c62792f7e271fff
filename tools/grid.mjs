// @ts-check
/**
 * `npm run grid [-- FOLDER [WORD…]]`: photographs every page, every step of the wizard and every view of the results at three
 * widths, dark in English and light in Turkish, and puts the pictures side by side in FOLDER/index.html, for people to look
 * at before a release. With words, only what contains one of them. What cannot be shown is named at the end.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openPage } from './showcase/pictures.mjs';
import { DEMO, startProduct } from './showcase/product.mjs';
import { compute, prepare, WISHES } from './showcase/runs.mjs';
import { settled, WALKS } from './showcase/walk.mjs';
import { launchChromium } from './steps/chromium.mjs';
import { ROOT } from './steps/paths.mjs';
import { runTool, say, Stop } from './steps/say.mjs';

/** @typedef {import('./showcase/product.mjs').Product} Product */
/** @typedef {import('./showcase/walk.mjs').Walk} Walk */
/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ name: string, visitor?: boolean, walk: Walk }} Tour  begins at a page and yields what is to be seen */

const WIDTHS = [390, 960, 1440];
const LOOKS = /** @type {const} */ ([
  { theme: 'dark', language: 'en' },
  { theme: 'light', language: 'tr' },
]);
const HEIGHT = 900;
/** More of a long page tells nothing new. */
const TALLEST = 2600;
/** Software WebGL on a machine that does other things as well. */
const WAIT_MS = 180_000;

const VISITOR = [
  '/landing',
  '/benchmarks',
  '/benchmarks?case=iiia-s1-fx1',
  '/auth/login',
  '/auth/sign-up',
  '/auth/confirm?enc=mail',
  '/auth/reset-password',
  '/auth/confirm-password?cid=unknown',
  '/auth/unlock?key=unknown',
  '/auth/contact',
  '/auth/404',
  '/auth/500',
];
const MEMBER = [
  '/',
  '/profile',
  '/profile/settings',
  '/projects',
  '/studies',
  '/demo/projects',
  '/demo/models',
  '/guides',
  // What they say without a project, and without a link's key
  '/projects/detail',
  '/app/simulation',
  '/shared',
];
const VIEWS = [
  'mesh',
  'currents',
  'bistatic',
  'monostatic',
  'iterations',
  'waterfall',
  'imaging',
  'pattern',
  'design',
];
/** Every view of the results has something to show. @type {import('./showcase/runs.mjs').Wish} */
const SWEPT = {
  model: 'almond',
  name: 'Almond, frequencies and angles',
  formulationType: 1,
  input: {
    freqsweep: 1,
    frequency: [0.9e9, 0.03e9, 1.2e9],
    anglesweep: 1,
    excitation: [90, 90, 0, 30, 1, 0, 3],
    numberof3dthetas: 31,
  },
};
/** Levels given by hand make the solver take MLFMA, which two iterations do not suffice. @type {import('./showcase/runs.mjs').Wish} */
const UNCONVERGED = {
  model: 'sphere',
  name: 'Sphere in two iterations',
  formulationType: 1,
  input: { numberoflevels: [0, 2], numberofiterations: 2 },
};
const ADMIN_TABS = ['overview', 'users', 'queue', 'projects', 'messages', 'audit'];

runTool(async () => {
  const [folder = 'build/grid', ...words] = process.argv.slice(2);
  const target = resolve(ROOT, folder);
  mkdirSync(target, { recursive: true });
  const product = await startProduct();
  const browser = await launchChromium();
  /** @type {Map<string, Set<string>>} files by name of what they show */
  const shown = new Map();
  const failures = [];
  try {
    const tours = toursOf(await compute(product, SWEPT), await compute(product, UNCONVERGED)).filter(
      ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
    );
    for (const [i, { name: tour, visitor = false, walk }] of tours.entries())
      for (const { theme, language } of LOOKS) {
        say(`${i + 1} of ${tours.length}: ${tour}, ${theme}, ${language}`);
        const who = visitor ? { ...product, token: '' } : product;
        const page = await openPage(browser, who, { theme, language, width: WIDTHS.at(-1), height: HEIGHT });
        page.setDefaultTimeout(WAIT_MS);
        try {
          for await (const name of walk(page, product)) {
            await rests(page);
            const place = await page.evaluate(() => scrollY);
            for (const width of WIDTHS) {
              const file = fileOf(name, width, theme, language);
              await photograph(page, width, join(target, file));
              shown.set(name, (shown.get(name) ?? new Set()).add(file));
            }
            await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), place);
          }
        } catch (error) {
          failures.push(
            `${tour}, ${theme}, ${language}: ${error instanceof Error ? error.message.split('\n')[0] : error}`,
          );
        }
        await page.context().close();
      }
    writeFileSync(join(target, 'index.html'), indexOf(shown));
  } finally {
    await browser.close();
    await product.stop();
  }
  if (failures.length > 0) throw new Stop(`Not everything could be shown:\n${failures.join('\n')}`);
  say(
    `${[...shown.values()].reduce((sum, files) => sum + files.size, 0)} pictures: look at ${join(folder, 'index.html')}`,
  );
});

/** @param {string} computed  id of a project with results @param {string} unconverged  of one that did not converge @returns {Tour[]} */
function toursOf(computed, unconverged) {
  return [
    ...VISITOR.map((path) => ({ name: path, visitor: true, walk: visit(path) })),
    ...MEMBER.map((path) => ({ name: path, walk: visit(path) })),
    {
      name: 'results',
      walk: async function* (page) {
        await page.goto(`/projects/detail?id=${computed}`);
        await rests(page);
        yield 'results';
        for (const view of VIEWS) {
          await page.getByTestId(`results-${view}`).click();
          const plot = page.getByTestId(`${view}-plot`).first();
          if (await plot.isVisible()) await plot.click();
          yield `results ${view}`;
        }
        // Three diagrams stand side by side.
        await page.getByTestId('results-bistatic').click();
        for (const number of [1, 2]) {
          await page.getByTestId('bistatic-diagram-add').click();
          await page.getByTestId('bistatic-plot').nth(number).click();
        }
        yield 'results three diagrams';
        await page.getByTestId('action-share').click();
        await page.getByTestId('share-create').click();
        const link = await page.getByTestId('share-link').inputValue();
        yield 'results share link';
        await page.goto(link);
        await rests(page);
        yield 'shared page';
      },
    },
    {
      name: 'unconverged',
      walk: async function* (page) {
        await page.goto(`/projects/detail?id=${unconverged}`);
        await page.getByTestId('results-bistatic').click();
        await page.getByTestId('bistatic-plot').click();
        yield 'run unconverged';
      },
    },
    {
      name: 'running',
      walk: async function* (page, product) {
        const projectId = await prepare(product, { ...WISHES.aircraft, name: `Aircraft ${Date.now()}` });
        await product.call('/api/solver/solver-run', { projectId, formulationType: 1, core: 1 });
        await page.goto(`/projects/detail?id=${projectId}`);
        await page.getByTestId('live-run').waitFor();
        yield 'run running';
        await page.getByTestId('run-cancel').click();
        await page.getByTestId('run-cancel-confirm').click();
        await page.locator('[data-testid=run-status][data-status=Cancelled]').waitFor();
        yield 'run cancelled';
      },
    },
    ...Object.entries(WALKS).map(([type, walk]) => ({ name: `wizard ${type}`, walk })),
    // The last: who has become an administrator sees other pages.
    { name: 'admin', walk: administration },
  ];
}

/** @param {string} path @returns {Walk} */
function visit(path) {
  return async function* (page) {
    await page.goto(path);
    yield path;
  };
}

/** @type {Walk} */
async function* administration(page, { dataDir }) {
  if (dataDir !== undefined) {
    const words = ['--import', 'tsx', 'server/src/operator/cli.ts', 'promote', DEMO.email];
    const { status, stderr } = spawnSync(process.execPath, words, {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: dataDir },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Stop(`No administrator could be made: ${stderr}`);
  }
  await page.goto('/admin');
  if (dataDir === undefined && !(await page.getByTestId('admin-tab-overview').isVisible())) return;
  for (const tab of ADMIN_TABS) {
    await page.getByTestId(`admin-tab-${tab}`).click();
    yield `admin ${tab}`;
  }
}

/** Nothing loads any more, also not what is far below. @param {Page} page */
async function rests(page) {
  await page.locator('h1, h2').first().waitFor();
  await page.waitForFunction(
    () => document.querySelector('[role=progressbar]:not([aria-valuenow])') === null,
    undefined,
    { timeout: WAIT_MS },
  );
  await page.evaluate(() => {
    for (const image of document.querySelectorAll('img')) image.loading = 'eager';
  });
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  await settled(page);
}

/** @param {Page} page @param {number} width @param {string} path */
async function photograph(page, width, path) {
  await page.setViewportSize({ width, height: HEIGHT });
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await page.waitForTimeout(400);
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.screenshot({
    path,
    fullPage: true,
    clip: { x: 0, y: 0, width, height: Math.min(whole, TALLEST) },
    timeout: WAIT_MS,
  });
}

/** @param {string} name @param {number} width @param {string} theme @param {string} language */
function fileOf(name, width, theme, language) {
  const plain = name.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'home';
  return `${plain}-${width}-${theme}-${language}.png`;
}

/** @param {Map<string, Set<string>>} shown */
function indexOf(shown) {
  const rows = [...shown].map(
    ([name, files]) =>
      `<h2>${name}</h2><div>${[...files].map((file) => `<a href="${file}"><img src="${file}" height="420" alt=""></a>`).join('')}</div>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Every page</title><style>body{font:14px sans-serif;background:#888}div{display:flex;gap:8px;align-items:start;overflow-x:auto}</style>${rows.join('')}`;
}

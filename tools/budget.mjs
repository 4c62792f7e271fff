// @ts-check
/**
 * `npm run budget [-- --untimed]`: builds the web application, opens the landing page as a first visitor on a phone, a tablet and a desk
 * does, then the pages before the work itself, and says what was loaded and how each page came up. Fails if the script is heavier,
 * or the layout shifts more, than the page may, or if it paints late. Paint depends on what else the machine does: with
 * --untimed it is only printed.
 */
import { createServer } from 'node:http';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { launchChromium } from './steps/chromium.mjs';
import { WEB_DIST } from './steps/paths.mjs';
import { runTool, say, Stop } from './steps/say.mjs';
import { buildWeb } from './steps/webBuild.mjs';

/** gzip, as every browser takes it [bytes] */
const SCRIPT = { landing: 200_000, beforeWork: 400_000 };
/** What every page may do. */
const BUDGET = {
  /** All layout shifts together; 0.1 counts as good */
  shift: 0.02,
  /** [ms] */
  firstPaint: 2500,
};
/** Never on these pages: three.js, ECharts, the CAD module, pdf.js, pdfmake. */
const HEAVY =
  /MeshViewer|three\.module|EChart|lineOption|PlotFrame|LinePlot|HeatMap|occt|stepWorker|unvWorker|pdf|vfs_fonts|document-/;
const WIDTHS = [390, 960, 1440];
/** @typedef {{ path: string, ready: string, script: number, member?: boolean }} Route  ready: test id of what says that it is there */
/** @type {Route} */
const LANDING = { path: '/landing', ready: 'landing-sign-up', script: SCRIPT.landing };
/** @type {Route[]} */
const BEFORE_WORK = [
  { path: '/auth/login', ready: 'login-submit', script: SCRIPT.beforeWork },
  { path: '/auth/sign-up', ready: 'signup-submit', script: SCRIPT.beforeWork },
  { path: '/', ready: 'home-create', script: SCRIPT.beforeWork, member: true },
  { path: '/projects', ready: 'project-create-open', script: SCRIPT.beforeWork, member: true },
];
/** Answers to the calls that a member's pages make: of somebody who has no project yet. @type {Record<string, unknown>} */
const ANSWERS = {
  '/api/account/get-user-info': {
    id: '1',
    name: 'A',
    surname: 'B',
    email: 'a@company.example',
    company: '',
    country: '',
    address: '',
    phoneNumber: '',
    userType: 0,
    social: {},
  },
  '/api/project/get-projects': { projects: [] },
};
const SETTLE_MS = 1500;
const TYPES = /** @type {Record<string, string>} */ ({
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
});

/** @typedef {{ route: Route, width: number, script: number, files: string[], firstPaint: number, shift: number }} Visit */

runTool(async () => {
  await buildWeb();
  // The browser first: without one nothing is served, and this program ends.
  const browser = await launchChromium();
  const { site, close } = await serveDist();
  try {
    for (const width of WIDTHS) check(await visit(browser, site, LANDING, width));
    for (const route of BEFORE_WORK) check(await visit(browser, site, route, WIDTHS.at(-1) ?? 0));
  } finally {
    await browser.close();
    close();
  }
});

/** @param {Visit} visit */
function check({ route, width, script, files, firstPaint, shift }) {
  const { path } = route;
  say(
    `${path} at ${width} px: ${(script / 1000).toFixed(1)} kB of compressed script in ${files.length} files, ` +
      `first contentful paint after ${Math.round(firstPaint)} ms, layout shift ${shift.toFixed(4)}`,
  );
  const heavy = files.filter((name) => HEAVY.test(name));
  if (heavy.length > 0) throw new Stop(`${path} loads ${heavy.join(', ')}, which belongs to other pages.`);
  if (script > route.script)
    throw new Stop(`${path} loads ${script} bytes of compressed script; it may load ${route.script}.`);
  if (shift > BUDGET.shift)
    throw new Stop(`${path} at ${width} px shifts by ${shift}; it may shift by ${BUDGET.shift}.`);
  if (!process.argv.includes('--untimed') && !(firstPaint < BUDGET.firstPaint))
    throw new Stop(`${path} paints first after ${firstPaint} ms; it may take ${BUDGET.firstPaint} ms.`);
}

/** @param {import('playwright-core').Browser} browser @param {string} site @param {Route} route @param {number} width @returns {Promise<Visit>} */
async function visit(browser, site, route, width) {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  const page = await context.newPage();
  /** @type {string[]} */
  const files = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) files.push(pathname);
  });
  await page.addInitScript(() => {
    Object.assign(window, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of /** @type {any[]} */ (list.getEntries()))
        if (!entry.hadRecentInput) /** @type {any} */ (window).shifts += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  if (route.member) await page.addInitScript(() => sessionStorage.setItem('accessToken', 'of a member'));
  await page.route('**/api/**', (call) => {
    const result = ANSWERS[new URL(call.request().url()).pathname];
    return result === undefined
      ? call.fulfill({ status: 404, json: {} })
      : call.fulfill({ json: { result } });
  });
  await page.goto(site + route.path);
  await page.getByTestId(route.ready).first().waitFor();
  // All the way down and up again: what loads late must have kept its place.
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await page.waitForTimeout(SETTLE_MS);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await page.waitForTimeout(SETTLE_MS);
  const { shift, firstPaint } = await page.evaluate(() => ({
    shift: Number(/** @type {any} */ (window).shifts),
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }));
  await context.close();
  return {
    route,
    width,
    script: files.reduce((sum, name) => sum + compressedSize(name), 0),
    files,
    firstPaint,
    shift,
  };
}

/** @param {string} name */
function compressedSize(name) {
  const file = join(WEB_DIST, name);
  return statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size;
}

/** The built files as the server sends them; calls are answered by the browser. */
async function serveDist() {
  const server = createServer((request, response) => {
    const path = join(WEB_DIST, new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = extname(path) !== '' && existsSync(path) ? path : join(WEB_DIST, 'index.html');
    const zipped = existsSync(`${file}.gz`);
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      ...(zipped ? { 'content-encoding': 'gzip' } : {}),
    });
    response.end(readFileSync(zipped ? `${file}.gz` : file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { site: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

// @ts-check
/**
 * `npm run budget [-- --untimed]`: builds the web application, opens the landing page as a first visitor on a phone, a tablet and a desk
 * does, and says what was loaded and how the page came up. Fails if the script is heavier, or the layout shifts more, than
 * the page may, or if it paints late. Paint depends on what else the machine does: with --untimed it is told only.
 */
import { createServer } from 'node:http';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { launchChromium } from './steps/chromium.mjs';
import { WEB_DIST } from './steps/paths.mjs';
import { runTool, say, Stop } from './steps/say.mjs';
import { buildWeb } from './steps/webBuild.mjs';

/** What the landing page may weigh and do. */
const BUDGET = {
  /** gzip, as every browser takes it [bytes] */
  script: 200_000,
  /** All layout shifts together; 0.1 counts as good */
  shift: 0.02,
  /** [ms] */
  firstPaint: 2500,
};
/** Never on the landing page: three.js, ECharts, the CAD module, pdf.js. */
const HEAVY = /MeshViewer|PlotFrame|echarts|occt|stepWorker|pdf\.worker|document-/;
const WIDTHS = [390, 960, 1440];
const SETTLE_MS = 1500;
const TYPES = /** @type {Record<string, string>} */ ({
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
});

/** @typedef {{ width: number, script: number, files: string[], firstPaint: number, shift: number }} Visit */

runTool(async () => {
  await buildWeb();
  const { site, close } = await serveDist();
  const browser = await launchChromium();
  try {
    for (const width of WIDTHS) judge(await visit(browser, site, width));
  } finally {
    await browser.close();
    close();
  }
});

/** @param {Visit} visit */
function judge({ width, script, files, firstPaint, shift }) {
  say(
    `${width} px: ${(script / 1000).toFixed(1)} kB of compressed script in ${files.length} files, ` +
      `first contentful paint after ${Math.round(firstPaint)} ms, layout shift ${shift.toFixed(4)}`,
  );
  const heavy = files.filter((name) => HEAVY.test(name));
  if (heavy.length > 0)
    throw new Stop(`The landing page loads ${heavy.join(', ')}, which belongs to other pages.`);
  if (script > BUDGET.script)
    throw new Stop(
      `The landing page loads ${script} bytes of compressed script; it may load ${BUDGET.script}.`,
    );
  if (shift > BUDGET.shift)
    throw new Stop(`The landing page shifts by ${shift}; it may shift by ${BUDGET.shift}.`);
  if (!process.argv.includes('--untimed') && !(firstPaint < BUDGET.firstPaint))
    throw new Stop(
      `The landing page paints first after ${firstPaint} ms; it may take ${BUDGET.firstPaint} ms.`,
    );
}

/** @param {import('playwright-core').Browser} browser @param {string} site @param {number} width @returns {Promise<Visit>} */
async function visit(browser, site, width) {
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
  await page.goto(`${site}/landing`);
  await page.getByTestId('landing-sign-up').waitFor();
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

/** The built files as the server sends them; nobody is logged in, so no call is made. */
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

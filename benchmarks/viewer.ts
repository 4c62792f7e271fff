/**
 * Frame time of the 3D viewer with meshes of 100 000, one and two million triangles, in the real page: the server's mesh
 * is replaced on its way to the browser by a sphere of that many triangles. Then the currents on a million triangles, and
 * thirty curves of 3600 points. `npm run bench:viewer [-- TRIANGLES… | currents | curves]`; with words only those are
 * measured anew. Writes benchmarks/viewer.json and docs/benchmarks-viewer.md after each size.
 * PACE_SITE is where the product runs.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser } from 'playwright-core';
import { frameTimes, median } from './study/frames.ts';
import { thisMachine } from './study/machine.ts';
import { measureCurrents, measureCurves } from './study/resultViews.ts';
import { sphere } from './study/syntheticSurface.ts';
import { writeViewerPage, type ViewerCost, type ViewerRecord } from './study/viewerPage.ts';

const SITE = process.env['PACE_SITE'] ?? 'http://localhost:8080';
const LOGIN = '/api/account/login';
const DEMO = { email: 'demo@pace-rcs.example', password: 'pace-demo-2026', rememberMe: false };
const VIEWS = ['currents', 'curves'];
const TRIANGLES = [100_000, 1_000_000, 2_000_000];
/** Two million triangles drawn by a processor that does other things as well. */
const PATIENCE_MS = 300_000;
const CHROMIUM = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];
const RECORD = join(import.meta.dirname, 'viewer.json');
const DOCS = join(import.meta.dirname, '../docs');

const words = process.argv.slice(2);
const wants = (word: string) => words.length === 0 || words.includes(word);
const asked = words.filter((word) => !VIEWS.includes(word)).map(Number);
if (asked.some((count) => !Number.isInteger(count) || count < 1000))
  throw new Error('Numbers of triangles are whole numbers from 1000 on.');
const sizes = words.length > 0 ? asked : TRIANGLES;

const before = thisMachine();
const { token } = await ask<{ token: string }>(LOGIN, DEMO);
const project = await example();
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: CHROMIUM,
});
try {
  for (const [i, triangles] of sizes.entries()) {
    console.log(`${i + 1} of ${sizes.length}: ${triangles} triangles`);
    const [result, renderer] = await measure(browser, triangles);
    console.log(
      `  ${result.movingMs} ms a frame while turning, ${result.atRestMs} ms at rest, turned ${result.untilFirstTurnsMs} ms after Plot`,
    );
    keep({ results: [result] }, renderer);
  }
  const opened = async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.addInitScript((kept) => sessionStorage.setItem('accessToken', kept), token);
    await page.addInitScript('globalThis.__name = (one) => one');
    return page;
  };
  if (wants('currents')) {
    const currents = await measureCurrents(await opened(), `${SITE}/projects/detail?id=${project.id}`);
    console.log(JSON.stringify(currents));
    keep({ currents });
  }
  if (wants('curves')) {
    const curves = await measureCurves(await opened(), SITE, ask);
    console.log(JSON.stringify(curves));
    keep({ curves });
  }
} finally {
  await browser.close();
}

async function measure(browser: Browser, triangles: number): Promise<[ViewerCost, string]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(PATIENCE_MS);
  await page.addInitScript((kept) => sessionStorage.setItem('accessToken', kept), token);
  // What runs TypeScript here gives functions their names by a helper that the page lacks.
  await page.addInitScript('globalThis.__name = (one) => one');
  const body = sphere(triangles);
  await page.route('**/api/solver/mesher-result', (route) =>
    route.fulfill({ body, contentType: 'application/octet-stream' }),
  );
  await page.goto(`${SITE}/projects/detail?id=${project.id}`);
  await page.getByTestId('results-mesh').click();
  const pressed = Date.now();
  await page.getByTestId('mesh-plot').click();
  await page.getByTestId('mesh-viewer').locator('canvas').waitFor();
  const first = await frameTimes(page);
  const untilFirstTurnsMs = Date.now() - pressed;
  const second = await frameTimes(page);
  await page.close();
  const movingMs = Math.round(median([...first.moving.slice(2), ...second.moving]));
  return [
    { triangles: body.readUInt32LE(12), movingMs, atRestMs: Math.round(second.rest), untilFirstTurnsMs },
    second.renderer,
  ];
}

/** The project that the first start computes; a product that has just begun is still at it. */
async function example(): Promise<{ id: string }> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(1000)) {
    const { projects } = await ask<{ projects: { id: string; state: { solverResultReady: boolean } }[] }>(
      '/api/project/get-projects',
    );
    const computed = projects.find(({ state }) => state.solverResultReady);
    if (computed) return computed;
  }
  throw new Error('The example of the demo account is not computed.');
}

/** What was measured before of other sizes and views stays. */
function keep(
  measured: Partial<Pick<ViewerRecord, 'results' | 'currents' | 'curves'>>,
  renderer?: string,
): void {
  const known = existsSync(RECORD) ? (JSON.parse(readFileSync(RECORD, 'utf8')) as ViewerRecord) : undefined;
  const fresh = measured.results ?? [];
  const others = (known?.results ?? []).filter(
    ({ triangles }) => !fresh.some((one) => one.triangles === triangles),
  );
  const record: ViewerRecord = {
    ...known,
    ...measured,
    machine: { ...before, loadAverageAfter: Number(loadavg()[0]!.toFixed(1)) },
    renderer: renderer ?? known?.renderer ?? 'unknown',
    results: [...others, ...fresh].sort((a, b) => a.triangles - b.triangles),
  };
  writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`);
  writeViewerPage(record, DOCS);
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const answer = await fetch(SITE + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(path === LOGIN ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { result: T }).result;
}

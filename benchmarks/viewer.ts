/**
 * Frame time of the 3D viewer with meshes of 100 000, one and two million triangles, in the real page: the server's mesh
 * is replaced on its way to the browser by a sphere of that many triangles. `npm run bench:viewer [-- TRIANGLES…]`; with
 * numbers only those sizes are measured anew. Writes benchmarks/viewer.json and docs/benchmarks-viewer.md after each size.
 * PACE_SITE is where the product runs.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { thisMachine } from './study/machine.ts';
import { writeViewerPage, type ViewerCost, type ViewerRecord } from './study/viewerPage.ts';

const SITE = process.env['PACE_SITE'] ?? 'http://localhost:8080';
const DEMO = { email: 'demo@pace-rcs.example', password: 'pace-demo-2026', rememberMe: false };
const TRIANGLES = [100_000, 1_000_000, 2_000_000];
const FRAMES = 8;
/** Two million triangles drawn by a processor that does other things as well. */
const PATIENCE_MS = 300_000;
const CHROMIUM = ['--no-sandbox', '--disable-dev-shm-usage', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const RECORD = join(import.meta.dirname, 'viewer.json');
const DOCS = join(import.meta.dirname, '../docs');

const asked = process.argv.slice(2).map(Number);
if (asked.some((count) => !Number.isInteger(count) || count < 1000)) throw new Error('Numbers of triangles are whole numbers from 1000 on.');
const sizes = asked.length > 0 ? asked : TRIANGLES;

const before = thisMachine();
const { token } = await ask<{ token: string }>('/api/account/login', DEMO);
const { projects } = await ask<{ projects: { id: string; state: { solverResultReady: boolean } }[] }>('/api/project/get-projects');
const project = projects.find(({ state }) => state.solverResultReady);
if (!project) throw new Error('The example of the demo account is not computed yet; try again in a minute.');
const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: CHROMIUM });
try {
  for (const [i, triangles] of sizes.entries()) {
    console.log(`${i + 1} of ${sizes.length}: ${triangles} triangles`);
    const [result, renderer] = await measure(browser, triangles);
    console.log(`  ${result.movingMs} ms a frame while turning, ${result.atRestMs} ms at rest, turned ${result.untilFirstTurnsMs} ms after Plot`);
    keep(result, renderer);
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
  await page.route('**/api/solver/mesher-result', (route) => route.fulfill({ body, contentType: 'application/octet-stream' }));
  await page.goto(`${SITE}/projects/detail?id=${project!.id}`);
  await page.getByTestId('results-mesh').click();
  const pressed = Date.now();
  await page.getByTestId('mesh-plot').click();
  await page.getByTestId('mesh-viewer').locator('canvas').waitFor();
  const first = await frameTimes(page);
  const untilFirstTurnsMs = Date.now() - pressed;
  const second = await frameTimes(page);
  await page.close();
  const movingMs = Math.round(median([...first.moving.slice(2), ...second.moving]));
  return [{ triangles: body.readUInt32LE(12), movingMs, atRestMs: Math.round(second.rest), untilFirstTurnsMs }, second.renderer];
}

/** What was measured before of other sizes stays. */
function keep(result: ViewerCost, renderer: string): void {
  const known = existsSync(RECORD) ? (JSON.parse(readFileSync(RECORD, 'utf8')) as ViewerRecord).results : [];
  const record: ViewerRecord = {
    machine: { ...before, loadAverageAfter: Number(loadavg()[0]!.toFixed(1)) },
    renderer,
    results: [...known.filter(({ triangles }) => triangles !== result.triangles), result].sort((a, b) => a.triangles - b.triangles),
  };
  writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`);
  writeViewerPage(record, DOCS);
}

/** A sphere in the viewer's format (docs/run-folder.md): rings of equal numbers of vertices. */
function sphere(triangles: number): Buffer {
  const around = Math.round(Math.sqrt(triangles));
  const rings = Math.round(triangles / (2 * around));
  const vertexCount = around * (rings + 1);
  const triangleCount = 2 * around * rings;
  const file = Buffer.alloc(16 + 12 * vertexCount + 20 * triangleCount);
  file.write('PACEGEO1', 'latin1');
  file.writeUInt32LE(vertexCount, 8);
  file.writeUInt32LE(triangleCount, 12);
  let at = 16;
  for (let ring = 0; ring <= rings; ring++)
    for (let i = 0; i < around; i++) {
      const [theta, phi] = [Math.PI * (0.01 + (0.98 * ring) / rings), (2 * Math.PI * i) / around];
      // A little rough, as real surfaces are.
      const radius = 1 + 0.01 * Math.sin(40 * theta) * Math.cos(40 * phi);
      for (const x of [Math.sin(theta) * Math.cos(phi), Math.sin(theta) * Math.sin(phi), Math.cos(theta)])
        at = file.writeFloatLE(radius * x, at);
    }
  for (let ring = 0; ring < rings; ring++)
    for (let i = 0; i < around; i++) {
      const [a, b] = [ring * around + i, ring * around + ((i + 1) % around)];
      for (const corners of [
        [a, a + around, b],
        [b, a + around, b + around],
      ])
        for (const word of [1, ...corners]) at = file.writeUInt32LE(word, at);
    }
  for (let t = 0; t < triangleCount; t++) at = file.writeFloatLE(1, at);
  return file;
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const answer = await fetch(SITE + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined ? { authorization: `Bearer ${token}` } : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { result: T }).result;
}

/** Milliseconds from a movement until its picture is complete; the pixel that is read waits for the drawing. */
async function frameTimes(page: Page): Promise<{ moving: number[]; rest: number; renderer: string }> {
  return page.evaluate(async (frames) => {
    const viewer = document.querySelector<HTMLElement>('[data-testid=mesh-viewer]')!;
    const gl = viewer.querySelector('canvas')!.getContext('webgl2')!;
    const drawn = async () => {
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    };
    const turn = () => viewer.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
    turn();
    await drawn();
    const moving: number[] = [];
    for (let i = 0; i < frames; i++) {
      const start = performance.now();
      turn();
      await drawn();
      moving.push(performance.now() - start);
    }
    // The view comes to rest, and the whole mesh is drawn.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const start = performance.now();
    await drawn();
    const names = gl.getExtension('WEBGL_debug_renderer_info');
    const renderer = String(gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
    return { moving, rest: performance.now() - start, renderer };
  }, FRAMES);
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/**
 * Frame time of the 3D viewer with meshes of 100 000, one and two million triangles, in the real page: the server's mesh
 * is replaced on its way to the browser by a sphere of that many triangles.
 *   npm start, then: npx tsx benchmarks/viewer.ts [http://localhost:8080]
 * Writes benchmarks/viewer.json with the machine that it ran on.
 */
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import type { BrowserType, Page } from 'playwright-core';

const SITE = process.argv[2] ?? 'http://localhost:8080';
const DEMO = { email: 'demo@pace-rcs.example', password: 'pace-demo-2026', rememberMe: false };
const TRIANGLES = [100_000, 1_000_000, 2_000_000];
const FRAMES = 12;
const CHROMIUM = ['--no-sandbox', '--disable-dev-shm-usage', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

const { chromium } = createRequire(join(import.meta.dirname, '../e2e/package.json'))('playwright-core') as {
  chromium: BrowserType;
};

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

async function post<T>(path: string, body: unknown): Promise<T> {
  const answer = await fetch(SITE + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return ((await answer.json()) as { result: T }).result;
}

/** Milliseconds from a movement until its picture is complete; the pixel that is read waits for the drawing. */
async function frameTimes(page: Page): Promise<{ moving: number[]; rest: number }> {
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
    await new Promise((resolve) => setTimeout(resolve, 300));
    const start = performance.now();
    await drawn();
    return { moving, rest: performance.now() - start };
  }, FRAMES);
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

const { token } = await post<{ token: string }>('/api/account/login', DEMO);
const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: CHROMIUM });
const results = [];
for (const triangles of TRIANGLES) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(180_000);
  await page.addInitScript((kept) => sessionStorage.setItem('accessToken', kept), token);
  const body = sphere(triangles);
  let sent = 0;
  await page.route('**/api/solver/mesher-result', (route) => {
    sent = Date.now();
    return route.fulfill({ body, contentType: 'application/octet-stream' });
  });
  await page.goto(`${SITE}/projects`);
  await page.getByRole('link', { name: /^Ready to run/ }).first().click();
  await page.getByTestId('mesh-viewer').locator('canvas').waitFor();
  const { moving } = await frameTimes(page);
  const loadedMs = Date.now() - sent;
  const second = await frameTimes(page);
  const result = {
    triangles: body.readUInt32LE(12),
    movingMs: Math.round(median([...moving.slice(2), ...second.moving])),
    atRestMs: Math.round(second.rest),
    untilFirstTurnsMs: loadedMs,
  };
  console.log(result);
  results.push(result);
  await page.close();
}
await browser.close();
await writeFile(
  join(import.meta.dirname, 'viewer.json'),
  `${JSON.stringify(
    {
      measured: new Date().toISOString().slice(0, 10),
      machine: { processor: cpus()[0]?.model, cores: cpus().length, load: loadavg()[0], renderer: 'SwiftShader: no graphics card' },
      picture: '1440 × 900 page, device pixel ratio 1',
      results,
    },
    null,
    2,
  )}\n`,
);

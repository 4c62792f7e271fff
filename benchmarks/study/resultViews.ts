import type { Page } from 'playwright-core';
import { setTimeout as sleep } from 'node:timers/promises';
import { frameTimes, median } from './frames.ts';
import { currentsOn, sphere } from './syntheticSurface.ts';
import type { CurrentsCost, CurvesCost } from './viewerPage.ts';

type Ask = <T>(path: string, body?: unknown) => Promise<T>;

const MILLION = 1_000_000;
const ANIMATED_MS = 10_000;
const CURVES = 30;
const POINTS = 3600;
const REDRAWS = 3;
/** Two directions of a wave, three planes, five components: thirty curves of one run. */
const DIRECTIONS = 2;
const PLANES = 3;
const COMPONENTS = CURVES / DIRECTIONS / PLANES;

/** Mesh and currents of a computed run are replaced on their way to the browser. */
export async function measureCurrents(page: Page, address: string): Promise<CurrentsCost> {
  const mesh = sphere(MILLION);
  const currents = currentsOn(mesh);
  const binary = (body: Buffer) => ({ body, contentType: 'application/octet-stream' });
  await page.route('**/api/solver/mesher-result', (route) => route.fulfill(binary(mesh)));
  await page.route('**/api/solver/fusion-result', (route) => route.fulfill(binary(currents)));
  await page.goto(address);
  await page.getByTestId('results-currents').click();
  await page.evaluate(() => {
    const shares = new Set<string>();
    Object.assign(globalThis, { shares });
    new MutationObserver(() => {
      for (const bar of document.querySelectorAll('[role=progressbar][aria-valuenow]'))
        shares.add(bar.getAttribute('aria-valuenow')!);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  const pressed = Date.now();
  await page.getByTestId('currents-plot').click();
  await page.getByTestId('color-bar').waitFor();
  await page.getByTestId('mesh-viewer').locator('canvas').waitFor();
  const first = await frameTimes(page);
  const untilDrawnMs = Date.now() - pressed;
  const second = await frameTimes(page);
  const progressSteps = await page.evaluate(
    () => (globalThis as unknown as { shares: Set<string> }).shares.size,
  );
  await page.getByTestId('currents-part').selectOption({ label: 'At a phase' });
  await page.getByTestId('currents-animate').click();
  const phases = await page.evaluate(async (ms) => {
    const phase = document.querySelector('[data-testid=currents-phase]')!;
    let changes = 0;
    let last = phase.textContent;
    const end = performance.now() + ms;
    while (performance.now() < end) {
      await new Promise(requestAnimationFrame);
      if (phase.textContent !== last) changes++;
      last = phase.textContent;
    }
    return changes;
  }, ANIMATED_MS);
  await page.close();
  return {
    triangles: mesh.readUInt32LE(12),
    megabytes: Math.round((mesh.length + currents.length) / 1e6),
    untilDrawnMs,
    progressSteps,
    movingMs: Math.round(median([...first.moving.slice(2), ...second.moving])),
    atRestMs: Math.round(second.rest),
    animationMs: Math.round(ANIMATED_MS / Math.max(1, phases)),
  };
}

/** Thirty curves of a run that is computed for this. */
export async function measureCurves(page: Page, site: string, ask: Ask): Promise<CurvesCost> {
  const projectId = await computedRun(ask);
  await page.goto(`${site}/projects/detail?id=${projectId}`);
  await page.getByTestId('results-bistatic').click();
  const options = (id: string) => page.getByTestId(id).locator('option').count();
  const choose = (id: string, index: number) => page.getByTestId(id).selectOption({ index });
  const components = Math.min(COMPONENTS, await options('bistatic-component'));
  let curves = 0;
  for (let direction = 0; direction < DIRECTIONS; direction++)
    for (let plane = 0; plane < PLANES; plane++)
      for (let component = 0; component < components; component++) {
        await choose('bistatic-phi', direction);
        await choose('bistatic-plane', plane);
        await choose('bistatic-component', component);
        await page.getByTestId('bistatic-plot').click();
        curves++;
      }
  await page.getByTestId('bistatic-chart').locator('canvas, svg').first().waitFor();
  const times: number[] = [];
  for (let i = 0; i < REDRAWS; i++)
    for (const scale of ['m2', 'dBsm']) times.push(await restsAfter(page, `bistatic-${scale}`));
  await page.close();
  return { curves, points: POINTS, redrawMs: Math.round(median(times)) };
}

/** Milliseconds from a click until three frames in a row come at the rate of the screen. */
async function restsAfter(page: Page, button: string): Promise<number> {
  return page.evaluate(async (id) => {
    const QUICK_MS = 34;
    const start = performance.now();
    document.querySelector<HTMLElement>(`[data-testid=${id}]`)!.click();
    let last = start;
    let busy = start;
    for (let quick = 0; quick < 3;) {
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      quick = now - last < QUICK_MS ? quick + 1 : 0;
      if (quick === 0) busy = now;
      last = now;
    }
    return busy - start;
  }, button);
}

/** The demo sphere in two directions, with far fields in 3600 directions a plane. @returns id of the project */
async function computedRun(ask: Ask): Promise<string> {
  const { id, state } = await ask<{ id: string; state: { solverInput: object } }>(
    '/api/project/create-from-demo',
    {
      model: 'sphere',
      name: 'Thirty curves',
    },
  );
  await ended(ask, id, 'mesherState');
  const input = { anglesweep: 1, excitation: [60, 60, 0, 40, 1, 0, 40], numberoffarlocations: POINTS };
  await ask('/api/solver/input', { ...state.solverInput, ...input, projectId: id });
  await ask('/api/solver/solver-run', { projectId: id, formulationType: 1, core: 1 });
  await ended(ask, id, 'solverState');
  return id;
}

async function ended(ask: Ask, projectId: string, which: 'mesherState' | 'solverState'): Promise<void> {
  for (;;) {
    const state = await ask<Record<typeof which, { status: string; detail: string }>>(
      '/api/solver/storage-stateLive',
      { projectId },
    );
    const { status, detail } = state[which];
    if (status === 'Finished') return;
    if (status === 'Error' || status === 'Cancelled') throw new Error(`${which}: ${status}. ${detail}`);
    await sleep(500);
  }
}

import { fromWire, type Project } from '@pace/contract';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ResultActions } from '../../src/features/results/overview/ResultActions.tsx';
import { byTestId, click, render } from '../render.tsx';
import { answer, syntheticProject } from './syntheticRun.ts';

const saved: [name: string, content: Blob][] = [];
vi.mock('../../src/ui/saveFile.ts', () => ({
  saveFile: (...file: [string, Blob]) => saved.push(file),
}));
// A canvas is not to be had here; a browser test looks into the files.
vi.mock('../../src/plots/plotPicture.ts', () => ({
  linePicture: () => 'data:line',
  polarPicture: () => 'data:polar',
  heatMapPicture: () => 'data:map',
}));
vi.mock('../../src/viewer/meshPicture.ts', () => ({ meshPicture: () => 'data:mesh' }));

let asked: string[];
let respond: typeof answer;

beforeEach(() => {
  saved.length = 0;
  asked = [];
  respond = answer;
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    asked.push(address.split('/').at(-1)!);
    if (address.endsWith('/health'))
      return Promise.resolve(
        Response.json({ result: { status: 'ok', version: '1.2.3', database: 'x', solver: '9.9.9' } }),
      );
    return respond(address, init);
  });
});

/** Of two directions at one frequency */
function project(): Project {
  const given = fromWire(syntheticProject('finished'));
  Object.assign(given.resultSummary!, {
    frequenciesHz: [1e9],
    illuminations: [
      { thetaDeg: 0, phiDeg: 0 },
      { thetaDeg: 10, phiDeg: 0 },
    ],
  });
  return given;
}
const count = (call: string) => asked.filter((one) => one === call).length;
/** However busy the machine is; the time of a whole test ends it. */
async function eventually(condition: () => boolean): Promise<void> {
  while (!condition()) await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
}
const shown = (testId: string) => document.querySelector(`[data-testid="${testId}"]`);

describe('the report of a project', () => {
  it('is a file made of what the server says, each thing asked once', async () => {
    await render(<ResultActions project={project()} />);
    await click('action-html');
    await eventually(() => saved.length > 0);
    const [[name, content]] = saved as [[string, Blob]];
    expect(name).toBe('Synthetic sphere (finished).html');
    const html = await content.text();
    for (const picture of ['data:line', 'data:polar', 'data:map', 'data:mesh'])
      expect(html).toContain(picture);
    expect(count('FarZoneFieldsResult')).toBe(2);
    expect(count('IterationsResult')).toBe(2);
    // It is no sphere, which the first answer says for all.
    expect(count('SphereResult')).toBe(1);
    expect(shown('loading-line')).toBeNull();
  });

  it('shows how far it is, and ends without a file and without an error when it is cancelled', async () => {
    let aborted = false;
    respond = (address, init) =>
      address.includes('FarZoneFieldsResult')
        ? new Promise((_, reject) =>
            init!.signal!.addEventListener('abort', () => {
              aborted = true;
              reject(init!.signal!.reason as Error);
            }),
          )
        : answer(address, init);
    await render(<ResultActions project={project()} />);
    await click('action-html');
    await eventually(() => count('FarZoneFieldsResult') === 2);
    const bar = byTestId('loading-line').querySelector('[role=progressbar]')!;
    // Version, mesh and two histories, of the eleven answers that there are.
    await eventually(() => Math.floor(Number(bar.getAttribute('aria-valuenow'))) === 36);
    await click('action-cancel');
    await eventually(() => shown('action-cancel') === null);
    expect(aborted).toBe(true);
    expect(saved).toEqual([]);
    expect(document.querySelector('[role=alert]')).toBeNull();
    // It can be made again.
    respond = answer;
    await click('action-html');
    await eventually(() => saved.length > 0);
  });

  it('that fails says why', async () => {
    respond = (address, init) =>
      address.includes('MonoStaticRcsResult')
        ? Promise.resolve(Response.json({ code: 'NOT_FOUND', detail: 'no such file' }, { status: 404 }))
        : answer(address, init);
    await render(<ResultActions project={project()} />);
    await click('action-html');
    await eventually(() => document.querySelector('[role=alert]') !== null);
    expect(saved).toEqual([]);
    expect(shown('action-cancel')).toBeNull();
  });
});

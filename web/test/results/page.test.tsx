import {
  MesherOptionsSchema,
  rcsDbsm,
  type MapsFile,
  type MonoStaticRcs,
  type WireProject as Project,
} from '@pace/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeLanguage } from '../../src/app/i18n/index.ts';
import { RESULT_VIEWS } from '../../src/features/results/data/resultViews.ts';
import { ProjectDetailPage } from '../../src/pages/ProjectDetailPage.tsx';
import { startTexts } from '../startTexts.ts';
import { answer, syntheticCuts, syntheticProject, type SyntheticId } from './syntheticRun.ts';

// A canvas is not to be had here; the drawing has tests of its own and is looked at in a browser.
vi.mock('../../src/plots/EChart.tsx', () => ({
  EChart: ({ testId }: { testId?: string }) => <div data-testid={testId} />,
}));
vi.mock('../../src/viewer/MeshViewer.tsx', () => ({
  default: ({
    geometry,
    colors,
    warning,
  }: {
    geometry: { parts: Uint32Array };
    colors?: { values: Float32Array; palette?: string; range?: [number, number]; unit: string };
    warning?: string;
  }) => (
    <div
      data-testid="mesh-viewer"
      data-triangles={geometry.parts.length}
      data-values={colors?.values.length}
      data-palette={colors?.palette}
      data-range={colors?.range?.join(' ')}
      data-unit={colors?.unit}
      data-warning={warning}
    />
  ),
}));

let root: Root;
let box: HTMLElement;
let sent: string[];
let respond: typeof answer;

beforeEach(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  sent = [];
  respond = answer;
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    sent.push(
      `${address} ${new Headers(init?.headers).get('accept')} ${typeof init?.body === 'string' ? init.body : ''}`,
    );
    return respond(address, init);
  });
  await startTexts('en');
  box = document.createElement('div');
  document.body.append(box);
  root = createRoot(box);
});

afterEach(() => {
  act(() => root.unmount());
  box.remove();
  vi.unstubAllGlobals();
});

function found(testId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-testid="${testId}"]`);
}

/** The element, once it is there. */
async function appears(testId: string): Promise<HTMLElement> {
  for (let i = 0; i < 200; i++) {
    const element = found(testId);
    if (element) return element;
    await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
  }
  throw new Error(`${testId} did not appear`);
}

/** Waits until the page says so. */
async function says(text: string): Promise<void> {
  for (let i = 0; i < 200 && !box.textContent.includes(text); i++)
    await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
  expect(box.textContent).toContain(text);
}

async function open(id: SyntheticId): Promise<void> {
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter initialEntries={[`/projects/detail?id=${id}`]}>
          <ProjectDetailPage />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  await appears('run-status');
}

async function click(testId: string): Promise<void> {
  const element = await appears(testId);
  act(() => element.click());
}

/** As a person types: React listens to the native setter. */
async function type(testId: string, text: string): Promise<void> {
  const input = await appears(testId);
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

async function choose(testId: string, index: number): Promise<void> {
  const select = (await appears(testId)) as HTMLSelectElement;
  act(() => {
    select.value = String(index);
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

const isDisabled = (testId: string) => (found(testId) as HTMLButtonElement).disabled;
async function becomesEnabled(testId: string): Promise<void> {
  for (let i = 0; i < 200 && isDisabled(testId); i++)
    await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
  expect(isDisabled(testId)).toBe(false);
}
const cells = (table: HTMLElement) =>
  [...table.querySelectorAll('td')].map((cell) => Number(cell.dataset['value']));

describe('a finished run', () => {
  it('says so, with the full green bar and all views to choose from', async () => {
    await open('finished');
    expect(found('run-status')!.textContent).toBe('Finished');
    expect(found('run-progress')!.dataset['percent']).toBe('100');
    for (const view of RESULT_VIEWS) expect(isDisabled(`results-${view}`), view).toBe(false);
    expect(found('not-converged')).toBeNull();
    expect(found('result-summary')!.textContent).toContain('Open parts are forced to EFIE');
    expect(found('result-summary')!.textContent).toContain('1,728');
  });

  it('Plot draws the bistatic RCS; the table holds the dBsm of the fields that the server sent', async () => {
    await open('finished');
    await click('results-bistatic');
    await choose('bistatic-frequency', 1);
    await choose('bistatic-plane', 1);
    await click('bistatic-plot');
    await click('plot-table-toggle');
    const table = await appears('plot-table');
    const expected = syntheticCuts(1.3e9, 0)
      .filter(({ plane }) => plane === 'xz')
      .map(rcsDbsm);
    expect(cells(table)).toHaveLength(360);
    cells(table).forEach((value, angle) => expect(value).toBeCloseTo(expected[angle]!, 9));
    expect(table.textContent).toContain('1.3 GHz, θ 0°, φ 0°, xz, total [dBsm]');
  });

  it('Plot, Clear: the button takes away the curve that is there', async () => {
    await open('finished');
    await click('results-bistatic');
    await click('bistatic-plot');
    expect(found('bistatic-plot')!.textContent).toBe('Clear');
    await appears('bistatic-chart');
    await click('bistatic-plot');
    expect(found('bistatic-plot')!.textContent).toBe('Plot');
    expect(found('bistatic-chart')).toBeNull();
  });

  it('curves stay while the user looks at another view', async () => {
    await open('finished');
    await click('results-bistatic');
    await click('bistatic-plot');
    await click('results-iterations');
    await appears('iterations-method');
    await click('results-bistatic');
    expect(found('bistatic-plot-count')!.textContent).toBe('Curves: 1 of 30');
  });

  it('the monostatic plot begins with the swept angle', async () => {
    await open('finished');
    await click('results-monostatic');
    await becomesEnabled('monostatic-plot');
    await click('monostatic-plot');
    await click('plot-table-toggle');
    const table = await appears('plot-table');
    expect(table.querySelector('thead')!.textContent).toContain('Theta [°]');
    expect(cells(table)).toHaveLength(19);
  });

  it('currents are asked for as a binary buffer and go to the viewer', async () => {
    await open('finished');
    await click('results-currents');
    await choose('currents-theta', 4);
    await click('currents-plot');
    const viewer = await appears('mesh-viewer');
    expect(Number(viewer.dataset['values'])).toBe(600);
    expect(found('currents-plot')!.textContent).toBe('Loaded');
    expect(sent.find((line) => line.includes('fusion-result'))).toContain(
      'application/octet-stream {"projectId":"finished","frequency":1000000000,"theta":400,"phi":0',
    );
  });

  it('results that do not come, or come without a point, are told by a dialog with Close and by their names', async () => {
    respond = (address, init) =>
      address.includes('FarZoneFieldsResult')
        ? Promise.resolve(new Response(JSON.stringify({ result: { farZoneFields: [], converged: true } })))
        : address.includes('IterationsResult')
          ? Promise.resolve(
              new Response(JSON.stringify({ code: 'NOT_FOUND', detail: 'no such file' }), { status: 404 }),
            )
          : answer(address, init);
    await open('finished');
    await click('results-bistatic');
    await click('bistatic-plot');
    expect((await appears('drawing-empty')).textContent).toContain('1 GHz, θ 0°, φ 0°, xy, total');
    expect(found('bistatic-chart')).toBeNull();
    expect(document.querySelector('[role=dialog]')!.textContent).toContain(
      'Error in drawing result. Please try again later.',
    );
    await click('notice-close');
    await click('results-iterations');
    await appears('notice-close');
    expect(document.querySelector('[role=dialog]')!.textContent).toContain('Error in drawing');
  });

  it('dense LU is shown by its name and backward error', async () => {
    await open('finished');
    await click('results-iterations');
    expect((await appears('iterations-method')).textContent).toBe(
      'Method: Dense LU (direct). Backward error 3.2e-15.',
    );
  });

  it('speaks Turkish', async () => {
    await open('finished');
    await act(() => changeLanguage('tr'));
    expect(found('run-status')!.textContent).toBe('Tamamlandı');
    expect(found('results-bistatic')!.textContent).toBe('Bistatik RKA');
    await act(() => changeLanguage('en'));
  });
});

describe('what curves are compared with, below bistatic and monostatic plots alike', () => {
  const BACK = { angleTheta: 0, anglePhi: 0, e_Theta_Real: 1, e_Theta_Imag: 0, e_Phi_Real: 0, e_Phi_Imag: 0 };
  /** An "exact sphere" of twice the computed cuts, and of the same power back everywhere */
  const withSphere: typeof answer = (address, init) => {
    if (!address.includes('SphereResult')) return answer(address, init);
    const { frequency, theta } = JSON.parse(init!.body as string) as { frequency: number; theta: number };
    const farZoneFields = syntheticCuts(frequency, theta).map((field) => ({
      ...field,
      e_Theta_Real: 2 * field.e_Theta_Real,
      e_Theta_Imag: 2 * field.e_Theta_Imag,
      e_Phi_Real: 2 * field.e_Phi_Real,
      e_Phi_Imag: 2 * field.e_Phi_Imag,
    }));
    const result = { radiusM: 0.5, vertexRadiusM: 0.503, centreM: [0, 0, 0], farZoneFields, back: BACK };
    return Promise.resolve(Response.json({ result }));
  };
  const meanDifferences = () =>
    [...document.querySelectorAll<HTMLElement>('[data-testid=comparison-mean]')].map((cell) =>
      Number(cell.dataset['value']),
    );
  const backscatter = async () => {
    const response = await answer('/api/solver/MonoStaticRcsResult', { body: '{"projectId":"finished"}' });
    const { result } = (await response.json()) as { result: { monoStaticRcs: MonoStaticRcs[] } };
    const cut = result.monoStaticRcs.filter(({ frequency, anglePhi }) => frequency === 1e9 && anglePhi === 0);
    expect(cut).toHaveLength(19);
    return cut.reduce((sum, field) => sum + Math.abs(rcsDbsm(field) - rcsDbsm(BACK)), 0) / cut.length;
  };

  it.each([
    ['bistatic', async () => 20 * Math.log10(2)],
    ['monostatic', backscatter],
  ])('%s: the exact sphere, and a curve from a file', async (kind, expected) => {
    respond = withSphere;
    await open('finished');
    await click(`results-${kind}`);
    await becomesEnabled(`${kind}-plot`);
    await click(`${kind}-plot`);
    await appears(`${kind}-chart`);
    expect(found('comparison-table')).toBeNull();
    await click(`${kind}-exact`);
    expect((await appears('comparison-mean')).dataset['value']).toBeDefined();
    expect(meanDifferences()).toHaveLength(1);
    expect(meanDifferences()[0]).toBeCloseTo(await expected(), 9);
    expect(found(`${kind}-sphere`)!.textContent).toContain('radius 0.5 m');

    const input = found(`${kind}-reference`) as HTMLInputElement;
    const file = new File(['theta;dBsm\n0;1\n180;1\n'], 'measured.csv');
    Object.defineProperty(input, 'files', { value: [file], configurable: true });
    act(() => void input.dispatchEvent(new Event('change', { bubbles: true })));
    await says('measured.csv');
    expect(meanDifferences()).toHaveLength(2);
  });
});

describe('a view of what the run was not made for', () => {
  /** Of the same run at one frequency and one direction, without a 3D pattern. */
  const single: typeof answer = async (address, init) => {
    const response = await answer(address, init);
    if (!address.includes('MonoStaticRcsResult')) return response;
    const { result } = (await response.json()) as { result: { monoStaticRcs: unknown[] } };
    return Response.json({ result: { ...result, monoStaticRcs: result.monoStaticRcs.slice(0, 1) } });
  };

  it.each([
    ['pattern', 'No full-sphere far field', 'Set the number of thetas'],
    ['waterfall', 'Not a double sweep', 'Set both sweeps'],
    ['imaging', 'This sweep makes no range profile', 'Run a frequency sweep'],
  ])('%s may be opened and says once what to set', async (view, title, remedy) => {
    respond = single;
    await open('finished');
    await click(`results-${view}`);
    await says(title);
    expect(box.textContent.split(remedy).length - 1, remedy).toBe(1);
  });
});

describe('design maps', () => {
  const column = (name: string) =>
    [...found('design-parts')!.querySelectorAll<HTMLElement>(`[data-column="${name}"]`)].map((cell) =>
      Number(cell.dataset['value']),
    );
  const questions = () => sent.filter((line) => line.includes('/api/solver/DesignMaps'));

  it('Plot shows the map and the parts, the largest share on top; a heading sorts', async () => {
    await open('finished');
    await click('results-design');
    await click('design-plot');
    const viewer = await appears('mesh-viewer');
    expect(viewer.dataset['unit']).toBe('dBsm');
    expect(viewer.dataset['palette']).toBeUndefined();
    expect(column('share')).toEqual([4, -7]);
    expect(found('design-parts')!.querySelector('tbody th')!.textContent).toBe('upper');
    await click('design-sort-share');
    expect(column('share')).toEqual([-7, 4]);
    expect(found('design-sort-share')!.closest('th')!.getAttribute('aria-sort')).toBe('ascending');
    expect(questions()).toHaveLength(2);
    expect(questions()[0]).toContain('"incident":"V","received":"V"');
  });

  it('a derivative is drawn about zero, in two colors; a locked range does not outlive its map', async () => {
    await open('finished');
    await click('results-design');
    await click('design-plot');
    await choose('design-map', 1);
    const viewer = await appears('mesh-viewer');
    expect(viewer.dataset['unit']).toBe('dB/mm');
    expect(viewer.dataset['palette']).toBe('coolwarm');
    const [low, high] = viewer.dataset['range']!.split(' ').map(Number) as [number, number];
    expect(low).toBe(-high);
    await click('range-lock');
    await type('range-high', '7');
    expect(viewer.dataset['range']).toBe(`${(found('range-low') as HTMLInputElement).value} 7`);
    await choose('design-map', 2);
    expect(found('range-high')).toBeNull();
    // Other maps of an answer are there already.
    expect(questions()).toHaveLength(2);
  });

  it('says that it is first order and over what range, and how good the map of displacements is', async () => {
    await open('finished');
    await click('results-design');
    await click('design-plot');
    const notes = (await appears('design-notes')).textContent;
    expect(notes).toContain('First order');
    // λ/120 at 1 GHz
    expect(notes).toContain('2.5 mm');
    expect(found('design-defect')!.textContent).toContain('3.1 %');
  });

  it('a sector asks for its end, a typed layer for its values, and the table gets their benefit', async () => {
    await open('finished');
    await click('results-design');
    await click('design-sector');
    await choose('design-theta-to', 3);
    await choose('design-layer', 1);
    expect(isDisabled('design-plot')).toBe(true);
    await type('design-epsilonReal', '4');
    await type('design-epsilonLoss', '1');
    await click('design-plot');
    await appears('design-parts');
    expect(questions()[0]).toContain('"thetaTo":300,"phiTo":900');
    expect(questions()[0]).toContain('"permittivity":{"real":4,"imaginary":-1}');
    // −layer / area
    expect(column('benefit')).toEqual([0.25, 0.5]);
  });

  const askSector = async () => {
    await open('finished');
    await click('results-design');
    await click('design-sector');
    await choose('design-theta-to', 3);
    await click('design-plot');
    await appears('design-parts');
  };
  const frame = () => found('design-curves')!.querySelector<HTMLElement>('[data-curves]')!;
  const titles = () => [...found('plot-table')!.querySelectorAll('thead th')].map((th) => th.textContent);

  it('a sector has a curve of each part over the angle, alone or added up, at a chosen value of the other', async () => {
    await askSector();
    await appears('design-shares-chart');
    expect(frame().dataset).toMatchObject({ curves: '3', bands: '0' });
    await click('plot-table-toggle');
    expect(titles()).toEqual(['Theta [°]', 'Total [dBsm]', 'upper [dBsm]', 'lower [dBsm]']);
    expect(found('plot-table')!.querySelectorAll('tbody tr')).toHaveLength(4);
    // At θ = 0°: the share of the upper part is 0.6 + 0.1j at φ = 0; at φ = 90° it has turned by 1.4.
    const upper = () => Number(found('plot-table')!.querySelectorAll('td')[1]!.textContent);
    expect(upper()).toBeCloseTo(10 * Math.log10(4 * Math.PI * 0.37), 2);
    await choose('design-held', 2);
    const turned = (0.6 * Math.cos(1.4)) ** 2 + (0.5 * Math.sin(1.4) + 0.1) ** 2;
    expect(upper()).toBeCloseTo(10 * Math.log10(4 * Math.PI * turned), 2);
    await click('design-shares-added');
    expect(titles()).toEqual(['Theta [°]', 'Total [dBsm]', 'upper [dBsm]']);
    expect(found('design-curves')!.textContent).toContain('Order: upper, lower.');
  });

  it('tolerances give a band, a table of their shares and warnings; one angle has neither', async () => {
    await askSector();
    await type('design-outward-1', '1');
    await type('design-turned-2', '0,1');
    expect(frame().dataset['bands']).toBe('1');
    expect(found('design-tolerance-table')!.querySelectorAll('tbody tr')).toHaveLength(2);
    expect(found('design-tolerances-beyond')).toBeNull();
    expect(found('design-curves')!.textContent).toContain('λ/120 (2.5 mm here)');
    await type('design-moved-1', '3');
    expect(found('design-tolerances-beyond')!.textContent).toContain('upper: moved along x ±3 mm');
    // Other angles of the same parts keep what is typed.
    await click('design-one');
    await click('design-plot');
    await appears('design-parts');
    expect(found('design-curves')).toBeNull();
    await click('design-sector');
    await click('design-plot');
    await appears('design-curves');
    expect((found('design-outward-1') as HTMLInputElement).value).toBe('1');
    await click('design-tolerances-clear');
    expect(frame().dataset['bands']).toBe('0');
    expect(found('design-tolerance-table')).toBeNull();
  });

  it('a sector with too many numbers says so in place of curves', async () => {
    respond = async (address, init) => {
      const response = await answer(address, init);
      const isJson = response.headers.get('content-type') === 'application/json';
      if (!address.includes('/DesignMaps') || !isJson) return response;
      const { result } = (await response.json()) as { result: MapsFile };
      delete result.responses;
      return Response.json({ result });
    };
    await askSector();
    expect((await appears('design-no-responses')).textContent).toContain('Choose a smaller sector');
    expect(found('design-shares-chart')).toBeNull();
  });

  it('a refusal of the solver stands on the page as its sentence', async () => {
    respond = (address, init) =>
      address.includes('/DesignMaps')
        ? Promise.resolve(
            Response.json(
              {
                code: 'MAPS_UNAVAILABLE',
                detail: 'The run has no wave of polarization H. Run with both polarizations.',
                message: 'MAPS_UNAVAILABLE.polarization',
                values: { letter: 'H' },
              },
              { status: 409 },
            ),
          )
        : answer(address, init);
    await open('finished');
    await click('results-design');
    await click('design-plot');
    await says('The run has no wave of polarization H. Run with both polarizations.');
  });

  it('a run without coefficients says what to switch on; a coating why it has no maps', async () => {
    const without = (change: (project: Project) => void) => {
      respond = async (address, init) => {
        const response = await answer(address, init);
        if (!address.includes('get-single-project')) return response;
        const { result } = (await response.json()) as { result: Project };
        change(result);
        return Response.json({ result });
      };
    };
    without(({ state }) => {
      state.outputFileList = state.outputFileList.filter((name) => !name.includes('coefficients'));
    });
    await open('finished');
    await click('results-design');
    await says('Set the first value of outputselection to 1');
    expect(found('design-plot')).toBeNull();
    without((project) => {
      project.solverType = 2;
    });
    act(() => root.unmount());
    root = createRoot(box);
    await open('finished');
    await click('results-design');
    await says('Design maps need a full-wave run on perfect conductors');
  });
});

describe('a run that is not converged', () => {
  it('says NOT CONVERGED over the results and in the table', async () => {
    await open('unconverged');
    expect(found('not-converged')!.textContent).toContain('NOT CONVERGED');
    await click('results-bistatic');
    await click('bistatic-plot');
    await click('plot-table-toggle');
    expect((await appears('plot-table')).querySelector('caption')!.textContent).toContain('NOT CONVERGED');
  });

  it('says so on the 3D view of its currents', async () => {
    await open('unconverged');
    await click('results-currents');
    await click('currents-plot');
    expect((await appears('mesh-viewer')).dataset['warning']).toBe('NOT CONVERGED');
  });
});

describe('going on with a run that is not converged', () => {
  const sentNumber = () =>
    sent
      .find((line) => line.includes('/api/solver/continue'))
      ?.split(' ')
      .at(-1);

  it('offers twice the iterations and sends them', async () => {
    await open('unconverged');
    expect((found('continue-iterations') as HTMLInputElement).value).toBe('30');
    await click('continue-run');
    await vi.waitFor(() => expect(sentNumber()).toBe('{"projectId":"unconverged","numberofiterations":30}'));
  });

  it('takes another number, but only a whole one within the limits', async () => {
    await open('unconverged');
    for (const wrong of ['', '0', '1.5', '100001']) {
      await type('continue-iterations', wrong);
      expect(isDisabled('continue-run'), wrong).toBe(true);
    }
    await type('continue-iterations', '7');
    await click('continue-run');
    await vi.waitFor(() => expect(sentNumber()).toBe('{"projectId":"unconverged","numberofiterations":7}'));
  });

  it('is not offered for a run that has converged', async () => {
    await open('finished');
    expect(found('continue-run')).toBeNull();
  });

  it('while it runs, shows its progress, and the earlier results with NOT CONVERGED over them', async () => {
    await open('continuing');
    expect(found('run-status')!.textContent).toBe('Running: solution stage');
    expect(found('run-progress')!.dataset['percent']).toBe('95');
    expect(found('run-cancel')).not.toBeNull();
    expect(found('not-converged')).not.toBeNull();
    expect(found('continue-running')!.textContent).toContain('have not converged');
    expect(found('continue-run')).toBeNull();
    expect(isDisabled('results-bistatic')).toBe(false);
  });

  it('when it failed, says why, that the earlier results are kept, and offers it again', async () => {
    await open('failedContinuation');
    expect(found('run-status')!.textContent).toBe('Finished');
    expect(found('continue-failed')!.textContent).toContain('The machine has no memory left.');
    expect(found('continue-failed')!.textContent).toContain('The earlier results are kept.');
    expect(found('continue-run')).not.toBeNull();
  });
});

describe('the summary', () => {
  it('says NOT CONVERGED and sets what was predicted beside what it took', async () => {
    await open('unconverged');
    const summary = found('result-summary')!.textContent;
    expect(summary).toContain('NOT CONVERGED');
    expect(summary).toContain('0:01:23 (predicted about 45 s)');
    expect(summary).toContain('107 MB (predicted 100 MB)');
    expect(summary).toContain('MLFMA (iterative)');
  });
});

describe('a run under way', () => {
  it('shows its stage in per cent, offers to cancel and has only the mesh to look at', async () => {
    await open('running');
    expect(found('run-status')!.textContent).toBe('Running: calculating fields');
    expect(found('run-progress')!.dataset['percent']).toBe('50');
    expect(found('run-cancel')).not.toBeNull();
    expect(isDisabled('results-mesh')).toBe(false);
    for (const view of ['currents', 'bistatic', 'monostatic', 'iterations'])
      expect(isDisabled(`results-${view}`)).toBe(true);
  });

  it('asks before it is cancelled; the two answers cannot be taken for each other', async () => {
    await open('running');
    await click('run-cancel');
    const confirm = await appears('run-cancel-confirm');
    expect(
      [...confirm.parentElement!.querySelectorAll('button')].map(({ textContent }) => textContent),
    ).toEqual(['Keep the run', 'Cancel the run']);
  });

  it('tells its place in the queue', async () => {
    await open('queued');
    expect(found('run-status')!.textContent).toBe('Waiting in the queue, position 3');
  });
});

describe('a run under way, without a stream', () => {
  it('tells the predicted time and memory, and what remains by its own speed', async () => {
    await open('running');
    const live = await appears('live-run');
    expect(live.textContent).toContain('about 2 h');
    expect(live.textContent).toContain('100 MB');
    // 754 s for four tenths of it.
    expect(Math.abs(Number(live.dataset['remaining']) - 1131)).toBeLessThan(10);
  });

  it('in the queue tells the predicted time and memory', async () => {
    await open('queued');
    expect(found('run-predicted')!.textContent).toContain('about 2 h');
    expect(found('run-predicted')!.textContent).toContain('100 MB');
  });
});

describe('a cancelled run', () => {
  it('of which something is kept can be continued, or changed', async () => {
    await open('cancelled');
    expect(found('run-cancelled')!.textContent).toContain('is kept');
    expect(found('run-again')).not.toBeNull();
    await click('run-continue');
    await act(() => Promise.resolve());
    expect(
      sent
        .find((line) => line.includes('/api/solver/continue'))
        ?.split(' ')
        .at(-1),
    ).toBe('{"projectId":"cancelled"}');
  });

  it('of which nothing is kept says that it begins anew', async () => {
    await open('cancelledEmpty');
    expect(found('run-cancelled')!.textContent).toContain('begins anew');
    expect(found('run-continue')).toBeNull();
  });
});

describe('a run that failed', () => {
  it('without a message, as older ones are, says its English sentence, marked as English', async () => {
    await changeLanguage('tr');
    await open('error');
    expect(found('run-error')!.querySelector('[lang=en]')!.textContent).toContain('41 GiB');
  });

  it('shows the sentence plainly and the way to a new try', async () => {
    await open('error');
    expect(found('run-error')!.textContent).toContain('The problem needs 41 GiB of memory');
    expect(found('run-again')!.getAttribute('href')).toBe('/app/simulation?id=error&again=1');
  });
});

describe('the input of the solver', () => {
  it('has alpha of each part to one decimal and the outputs', async () => {
    await open('finished');
    expect(found('summary-alpha')!.textContent).toMatch(/Part 1 upper0\.5Part 2 lower1\.0/);
    expect(found('summary-solver')!.textContent).toContain(
      'Coefficients, Surface Currents, Iterations, Time Data, Farzone Electric',
    );
    expect(found('summary-excitation')!.textContent).toContain('0° to 180°, step 10°');
    expect(found('summary-frequency')!.textContent).toContain('1 GHz to 1.6 GHz, step 0.3 GHz');
  });
});

describe('a run with a map of its errors', () => {
  const TRIANGLES = 1152;
  const withMap = (id: SyntheticId, type: 'STEP' | 'UNV') => {
    const project = syntheticProject(id);
    const [frequency, ...others] = project.resultSummary!.frequencies;
    const errorEstimate = {
      equation: 0.001,
      discretisation: 0.02,
      geometry: 0.004,
      receivers: 'solved',
      seconds: 1,
      map: { file: 'solver_result_1000000000_errors.bin', sum: 0.1, rootSumOfSquares: 0.01 },
    };
    const model = { fileName: 'sphere', fileSize: 1, type, complete: true, received: 1 };
    return {
      ...project,
      state: { ...project.state, model },
      resultSummary: { ...project.resultSummary, frequencies: [{ ...frequency, errorEstimate }, ...others] },
    };
  };
  const map = () => {
    const buffer = new ArrayBuffer(12 + 4 * TRIANGLES);
    new Uint8Array(buffer).set(new TextEncoder().encode('PACEERR1'));
    new DataView(buffer).setUint32(8, TRIANGLES, true);
    return new Response(buffer, { headers: { 'content-type': 'application/octet-stream' } });
  };
  const json = (result: unknown) =>
    new Response(JSON.stringify({ result }), { headers: { 'content-type': 'application/json' } });
  const answersOf = (type: 'STEP' | 'UNV', refined?: object): typeof answer => {
    return async (address, init) => {
      const { pathname } = new URL(address, 'http://synthetic');
      switch (pathname.split('/').at(-1)) {
        case 'get-single-project':
          return json({ ...withMap('finished', type), ...refined });
        case 'error-map-result':
          return map();
        case 'refinement':
          return json({ unknowns: 2987, triangles: 1990, unknownsNow: 1728, errorFactor: 0.5 });
        case 'refine-mesh':
          return json({ ...withMap('finished', type), id: 'running' });
        default:
          return answer(address, init);
      }
    };
  };

  it('colours the mesh by it, with a sentence of what it means', async () => {
    respond = answersOf('UNV');
    await open('finished');
    await click('results-mesh');
    await click('mesh-plot');
    expect((await appears('mesh-viewer')).dataset['values']).toBeUndefined();
    await choose('mesh-coloring', 1);
    await says('What each triangle adds to the error bars');
    for (let i = 0; i < 200 && found('mesh-viewer')?.dataset['values'] === undefined; i++)
      await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
    // A value at each vertex
    expect(found('mesh-viewer')!.dataset['values']).toBe('600');
    expect(sent.some((one) => one.includes('error-map-result') && one.includes('octet-stream'))).toBe(true);
  });

  it('of a UNV model says where to take shorter edges, and offers no meshing', async () => {
    respond = answersOf('UNV');
    await open('finished');
    expect((await appears('refine-advice')).textContent).toContain('UNV');
    expect(found('refine-mesh')).toBeNull();
  });

  it('of a STEP model predicts the unknowns, then has the refined mesh made and opens its project', async () => {
    respond = answersOf('STEP');
    await open('finished');
    await click('refine-predict');
    expect((await appears('refine-predicted')).textContent).toContain(
      'about 2,990 unknowns in the place of 1,728',
    );
    await click('refine-start');
    await says('Running');
    expect(sent.some((one) => one.includes('refine-mesh') && one.includes('refined"'))).toBe(true);
  });

  it('of a refined mesh shows the error bars before and after, with the way back', async () => {
    const { state } = withMap('finished', 'STEP');
    const errors = [{ frequencyHz: 1e9, equation: 0.001, discretisation: 0.05, geometry: 0.009 }];
    const refined = { predictedTriangles: 1000, from: { project: 'earlier', unknowns: 912, errors } };
    const options = MesherOptionsSchema.parse({});
    const mesher = { options, seconds: 1, gmshVersion: '4', triangles: 1152, refined };
    respond = answersOf('STEP', { state: { ...state, meshReport: { ...state.meshReport, mesher } } });
    await open('finished');
    const table = await appears('certificate-before-after');
    expect(table.textContent).toContain('Unknowns9121,728');
    expect(table.textContent).toContain('Discretization5 %2 %');
    expect(table.querySelector('a')!.getAttribute('href')).toBe('/projects/detail?id=earlier');
  });
});

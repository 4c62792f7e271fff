import { MesherOptionsSchema, rcsDbsm, type MonoStaticRcs } from '@pace/contract';
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { changeLanguage } from '../../src/app/i18n/index.ts';
import { RESULT_VIEWS } from '../../src/features/results/data/resultViews.ts';
import {
  appears,
  becomesEnabled,
  cells,
  choose,
  click,
  found,
  isDisabled,
  open,
  pageText,
  resultPages,
  says,
  server,
  type,
} from './resultPages.tsx';
import { answer, syntheticCuts, syntheticProject, type SyntheticId } from './syntheticRun.ts';

vi.mock('../../src/plots/EChart.tsx', () => import('./standIns/EChart.tsx'));
vi.mock('../../src/viewer/MeshViewer.tsx', () => import('./standIns/MeshViewer.tsx'));

resultPages();

describe('a finished run', () => {
  it('opens with its curve, its key numbers and the currents of the strongest wave; nothing is pressed', async () => {
    await open('finished');
    await appears('glance-chart');
    const reply = await answer('/api/solver/MonoStaticRcsResult', {
      body: JSON.stringify({ projectId: 'finished' }),
    });
    const { monoStaticRcs } = ((await reply.json()) as { result: { monoStaticRcs: MonoStaticRcs[] } }).result;
    const { frequency, anglePhi } = monoStaticRcs[0]!;
    const drawn = monoStaticRcs.filter((one) => one.frequency === frequency && one.anglePhi === anglePhi);
    const levels = drawn.map(rcsDbsm);
    const [max, at, mean] = [...(await appears('glance-numbers')).querySelectorAll('td')].map((cell) =>
      Number(cell.dataset['value']),
    );
    expect(max).toBeCloseTo(Math.max(...levels), 9);
    expect(at).toBe(drawn[levels.indexOf(Math.max(...levels))]!.angleTheta / 10);
    const power = levels.reduce((sum, level) => sum + 10 ** (level / 10), 0) / levels.length;
    expect(mean).toBeCloseTo(10 * Math.log10(power), 9);
    const model = await appears('glance-model');
    expect(model.dataset['theta']).toBe(String(at));
    for (let i = 0; i < 200 && model.dataset['currents'] !== 'true'; i++) await says('Currents of the wave');
    expect(found('mesh-viewer')!.dataset['values']).toBe('600');
  });

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
    expect(server.sent.findLast((line) => line.includes('fusion-result'))).toContain(
      'application/octet-stream {"projectId":"finished","frequency":1000000000,"theta":400,"phi":0',
    );
  });

  it('results that do not come, or come without a point, are told by a dialog with Close and by their names', async () => {
    server.respond = (address, init) =>
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
    server.respond = withSphere;
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
    ['statistics', 'One wave', 'Statistics need a sweep'],
    ['waterfall', 'Not a double sweep', 'Set both sweeps'],
    ['imaging', 'This sweep makes no range profile', 'Run a frequency sweep'],
  ])('%s may be opened and says once what to set', async (view, title, remedy) => {
    server.respond = single;
    await open('finished');
    await click(`results-${view}`);
    await says(title);
    expect(pageText().split(remedy).length - 1, remedy).toBe(1);
  });
});

describe('a sweep over both angles', () => {
  const SIZES = [3, 1, 2, 8, 4, 6];
  const overBoth: typeof answer = async (address, init) => {
    const response = await answer(address, init);
    if (!address.includes('MonoStaticRcsResult')) return response;
    const { result } = (await response.json()) as { result: { monoStaticRcs: MonoStaticRcs[] } };
    const [first] = result.monoStaticRcs;
    const monoStaticRcs = SIZES.map((size, i) => ({
      ...{ frequency: first!.frequency, angleTheta: i < 3 ? 600 : 900, anglePhi: 100 * (i % 3) },
      ...{ e_Theta_Real: size, e_Theta_Imag: 0, e_Phi_Real: 0, e_Phi_Imag: 0 },
    }));
    return Response.json({ result: { ...result, monoStaticRcs } });
  };

  it('is a map, and a surface whose span is chosen', async () => {
    server.respond = overBoth;
    await open('finished');
    await click('results-waterfall');
    await appears('waterfall-chart');
    await choose('waterfall-kind', 1);
    const facts = await appears('waterfall-ball');
    expect(Number(facts.dataset['peak'])).toBeCloseTo(10 * Math.log10(4 * Math.PI * 64), 6);
    expect([facts.dataset['theta'], facts.dataset['phi']]).toEqual(['90', '0']);
    const viewer = await appears('mesh-viewer');
    expect(viewer.dataset['triangles']).toBe('4');
    const range = () => found('mesh-viewer')!.dataset['range']!.split(' ').map(Number);
    expect(range()[1]! - range()[0]!).toBeCloseTo(30, 9);
    await choose('waterfall-span', 3);
    expect(range()[1]! - range()[0]!).toBeCloseTo(60, 9);
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
    server.sent
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
      server.sent
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
    server.respond = answersOf('UNV');
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
    expect(server.sent.some((one) => one.includes('error-map-result') && one.includes('octet-stream'))).toBe(
      true,
    );
  });

  it('of a UNV model says where to take shorter edges, and offers no meshing', async () => {
    server.respond = answersOf('UNV');
    await open('finished');
    expect((await appears('refine-advice')).textContent).toContain('An uploaded mesh');
    expect(found('refine-mesh')).toBeNull();
  });

  it('of a STEP model predicts the unknowns, then has the refined mesh made and opens its project', async () => {
    server.respond = answersOf('STEP');
    await open('finished');
    await click('refine-predict');
    expect((await appears('refine-predicted')).textContent).toContain(
      'about 2,990 unknowns in the place of 1,728',
    );
    await click('refine-start');
    await says('Running');
    expect(server.sent.some((one) => one.includes('refine-mesh') && one.includes('refined"'))).toBe(true);
  });

  it('of a refined mesh shows the error bars before and after, with the way back', async () => {
    const { state } = withMap('finished', 'STEP');
    const errors = [{ frequencyHz: 1e9, equation: 0.001, discretisation: 0.05, geometry: 0.009 }];
    const refined = { predictedTriangles: 1000, from: { project: 'earlier', unknowns: 912, errors } };
    const options = MesherOptionsSchema.parse({});
    const mesher = { options, seconds: 1, gmshVersion: '4', triangles: 1152, refined };
    server.respond = answersOf('STEP', { state: { ...state, meshReport: { ...state.meshReport, mesher } } });
    await open('finished');
    const table = await appears('certificate-before-after');
    expect(table.textContent).toContain('Unknowns9121,728');
    expect(table.textContent).toContain('Discretization5 %2 %');
    expect(table.querySelector('a')!.getAttribute('href')).toBe('/projects/detail?id=earlier');
  });
});

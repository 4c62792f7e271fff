import { MaterialsSchema, type WireProject as Project } from '@pace/contract';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SimulationPage } from '../src/pages/SimulationPage.tsx';
import { aWireProject as aProject, REPORT } from './aProject.ts';
import { byTestId, click, render, type, until } from './render.tsx';
import { fakeServer, type Request } from './server.ts';

// A canvas is not to be had here; the drawing has tests of its own.
vi.mock('../src/features/wizard/ModelView.tsx', () => ({
  ModelView: () => <div data-testid="model-view" />,
}));
vi.mock('../src/features/wizard/OpticsPreview.tsx', () => ({ OpticsPreview: () => null }));

const { saveFile } = vi.hoisted(() => ({ saveFile: vi.fn() }));
vi.mock('../src/ui/saveFile.ts', () => ({ saveFile }));

afterEach(() => vi.unstubAllGlobals());

const shows = (text: string) => document.body.textContent.includes(text);
const there = (testId: string) => document.querySelector(`[data-testid="${testId}"]`) !== null;
const textOf = (testId: string) => byTestId<HTMLElement>(testId).textContent;
const isDisabled = (testId: string) => byTestId<HTMLButtonElement>(testId).disabled;

/** Answers as the server does; `own` are the user's projects, `of` the one that the address names. */
function serve(of: Project | undefined, own: Project[] = of ? [of] : []): Request[] {
  return fakeServer(({ path }) => {
    if (path.includes('get-single-project'))
      return of
        ? { body: { result: of } }
        : { status: 404, body: { detail: 'x', code: 'PROJECT_NOT_FOUND' } };
    if (path.includes('storage-stateLive')) return { body: { result: of?.stateLive } };
    if (path.includes('get-projects')) return { body: { result: { projects: own, total: own.length } } };
    if (path.includes('coating-findings')) return { body: { result: { findings: [] } } };
    return { body: { result: of ? { ...of.stateLive, ...of } : {} } };
  });
}

const open = (of: Project | undefined, own?: Project[]) => {
  const seen = serve(of, own);
  return render(<SimulationPage />, { path: `/app/simulation?id=${of?.id ?? 'unknown'}` }).then((page) => ({
    ...page,
    seen,
  }));
};

/** Opens a project in its wizard and goes to a step. */
async function openAt(step: number, of: Project) {
  const page = await open(of);
  await until(() => there('wizard-next'));
  for (let i = 0; i < step; i++) await click('wizard-next');
  await until(() => byTestId<HTMLElement>('wizard-step-title').dataset['step'] === String(step));
  return page;
}

describe('an address without a project', () => {
  it.each([
    [
      [aProject()],
      'Project is not found in your project list, please select your project in the projects page',
    ],
    [[], "You haven't created any project. Go to projects and create a project"],
  ])('with %# leads to the list or to a new project', async (own, sentence) => {
    const { unmount } = await open(undefined, own);
    await until(() => there('missing-project'));
    expect(textOf('missing-project')).toContain(sentence);
    expect(byTestId('missing-to-projects').getAttribute('href')).toBe('/projects');
    expect(byTestId('missing-create').getAttribute('href')).toBe('/projects?create=1');
    expect(textOf('missing-to-projects')).toBe('Go to Projects');
    expect(textOf('missing-create')).toBe('Create a Project');
    await unmount();
  });
});

describe('the wizard is left for the page of the project', () => {
  it.each(['Queued', 'Running', 'Finished'])('if a run is there: %s', async (solver) => {
    const { router, unmount } = await open(aProject({ id: 'run', report: REPORT, solver, detail: solver }));
    await until(() => router.state.location.pathname === '/projects/detail');
    expect(router.state.location.search).toBe('?id=run');
    await unmount();
  });

  it('if it is a demo of somebody else; the owner may set it up', async () => {
    const demo = aProject({ id: 'demo', isDemo: true, report: REPORT });
    const visitor = await open(demo, []);
    await until(() => visitor.router.state.location.pathname === '/projects/detail');
    await visitor.unmount();
    const owner = await open(demo);
    await until(() => there('wizard-project'));
    await owner.unmount();
  });
});

describe('while the mesher works', () => {
  it('its end comes by live events, without waiting for the next poll', async () => {
    const before = aProject({ model: 'UNV', mesher: 'Running', mesherDetail: 'Meshing' });
    const after = aProject({ report: REPORT });
    let ended = false;
    const seen = fakeServer(({ path }) => {
      if (path.includes('live-events')) {
        ended = true;
        return { events: `event: state\ndata: ${JSON.stringify(after.stateLive)}\n\n` };
      }
      const now = ended ? after : before;
      if (path.includes('get-single-project')) return { body: { result: now } };
      if (path.includes('storage-stateLive')) return { body: { result: before.stateLive } };
      if (path.includes('get-projects')) return { body: { result: { projects: [now], total: 1 } } };
      return { body: { result: {} } };
    });
    const { unmount } = await render(<SimulationPage />, { path: '/app/simulation?id=1' });
    await until(() => document.querySelector('[data-testid=file-panel][data-phase=ready]') !== null);
    expect(seen.filter(({ path }) => path.includes('storage-stateLive'))).toHaveLength(1);
    await unmount();
  });
});

describe('the header', () => {
  it('tells name, triangles and the estimate by the formula, which follows the number of directions', async () => {
    const { unmount } = await open(aProject({ name: 'Sphere', report: REPORT }));
    await until(() => there('wizard-time'));
    expect(textOf('wizard-project')).toBe('Sphere');
    expect(textOf('wizard-triangles')).toBe('3,376');
    // 5 × 1690 × 1 GHz / 6760 = 1.25 s
    expect(textOf('wizard-time')).toBe('Less than 1 minute');
    await click('angle-sweep');
    for (const [name, value] of Object.entries({
      thetaStart: 0,
      thetaEnd: 180,
      thetaStep: 1,
      phiStart: 0,
      phiEnd: 2,
      phiStep: 1,
    }))
      await type(`angle-${name}`, String(value));
    // 1.25 s × 181 × 3 = 678.75 s
    await until(() => textOf('wizard-time') !== 'Less than 1 minute');
    expect(textOf('wizard-time')).toMatch(/^11 minutes,? 1[89] seconds$/);
    await unmount();
  });
});

describe('the step', () => {
  const stepNow = () => Number(byTestId<HTMLElement>('wizard-step-title').dataset['step']);
  const at = (search: string) =>
    render(<SimulationPage />, { path: `/app/simulation?id=1&${search}` }).then(async (page) => {
      await until(() => there('wizard-step-title'));
      return page;
    });

  it('is in the address: a reload stays, and the browser goes back one step', async () => {
    serve(aProject({ report: REPORT }));
    const page = await at('step=3');
    expect(stepNow()).toBe(2);
    await click('wizard-next');
    expect(page.router.state.location.search).toBe('?id=1&step=4');
    await act(() => page.router.navigate(-1));
    await until(() => stepNow() === 2);
    // The bars of the steps lead there as well.
    await click('trail-0');
    expect(page.router.state.location.search).toBe('?id=1&step=1');
    expect(stepNow()).toBe(0);
    await click('trail-3');
    expect(stepNow()).toBe(3);
    await page.unmount();
  });

  it('of a coating has its part beside it', async () => {
    serve(aProject({ programType: 2, report: REPORT }));
    const page = await at('step=3');
    await click('wizard-next');
    expect(page.router.state.location.search).toBe('?id=1&step=3&part=2');
    await page.unmount();
  });

  it('that the values do not allow leads to the one that they do', async () => {
    serve(aProject({ programType: 3, report: REPORT }));
    const page = await at('step=4');
    expect(stepNow()).toBe(2);
    await until(() => page.router.state.location.search === '?id=1&step=3');
    expect(isDisabled('trail-3')).toBe(true);
    await page.unmount();
  });

  it('of alphas goes on without a press where nothing was typed', async () => {
    serve(aProject({ report: REPORT, input: { cfiealpha: [] } }));
    const page = await at('step=3');
    expect(isDisabled('wizard-next')).toBe(false);
    await type('alpha-1', '0.3');
    expect(isDisabled('wizard-next')).toBe(true);
    await click('alpha-set');
    expect(isDisabled('wizard-next')).toBe(false);
    await page.unmount();
  });
});

describe('without a model', () => {
  it('the alpha step and the last button ask for the file', async () => {
    const { unmount } = await openAt(2, aProject());
    expect(shows('Please Upload a file first!')).toBe(true);
    await click('wizard-next');
    expect(textOf('wizard-start')).toBe('Please Upload File');
    expect(isDisabled('wizard-start')).toBe(true);
    await unmount();
  });

  it('the materials of a coating ask for it', async () => {
    const { unmount } = await openAt(2, aProject({ programType: 2 }));
    expect(shows('Please plot/import a file to continue!')).toBe(true);
    expect(isDisabled('wizard-next')).toBe(true);
    await unmount();
  });
});

describe('while the mesher runs', () => {
  it('its state is told, there are no parts to set, and the last button waits for it', async () => {
    const { unmount } = await openAt(2, aProject({ model: 'STEP', mesher: 'Running' }));
    expect(textOf('mesher-status')).toContain('Mesher Running...');
    expect(shows('Part information not found. Please upload/plot file first!')).toBe(true);
    await click('wizard-next');
    expect(textOf('wizard-start')).toBe('Mesher is Running');
    expect(isDisabled('wizard-start')).toBe(true);
    await unmount();
  });
});

describe('the values', () => {
  it('of the angles and of the solver are complained about where the steps are less common', async () => {
    const { unmount } = await openAt(0, aProject({ report: REPORT }));
    expect(textOf('angle-draw')).toBe('Draw Illumination Angle');
    await click('angle-draw');
    expect(textOf('angle-draw')).toBe('Illumination Drawn');
    await click('angle-sweep');
    // Another wave than the one that is drawn
    expect(textOf('angle-draw')).toBe('Draw Illumination Angles');
    for (const [field, label] of [
      ['thetaStep', 'Theta Step'],
      ['phiStep', 'Phi Step'],
    ] as const) {
      await type(`angle-${field}`, '0');
      await until(() => shows(`${label} must be greater than 0`));
      expect(isDisabled('wizard-next')).toBe(true);
    }
    await click('angle-single');
    for (let i = 0; i < 3; i++) await click('wizard-next');
    for (const [value, sentence] of [
      ['1.5', 'Maximum Iteration must be a whole number of at most 100,000'],
      ['0', 'Maximum Iteration must be bigger than 1'],
    ] as const) {
      await type('solver-maxIteration', value);
      await until(() => shows(sentence));
      expect(textOf('wizard-start')).toBe('Please Check Values');
    }
    await type('solver-maxIteration', '20');
    expect(textOf('wizard-start')).toBe('Start');
    expect(isDisabled('wizard-start')).toBe(false);
    await unmount();
  });

  it('of a unit of one’s own: above nothing', async () => {
    const { unmount } = await openAt(
      3,
      aProject({ report: { ...REPORT, metresPerUnit: null }, input: { scalefactor: undefined } }),
    );
    expect(textOf('wizard-start')).toBe('Please Check Values');
    expect(shows('Confirm the unit of the model.')).toBe(true);
    await act(async () =>
      document.querySelector<HTMLInputElement>('[data-testid=unit-custom] input')!.click(),
    );
    await type('unit-metres', '0');
    await until(() => shows('Metres per unit must be greater than 0'));
    expect(isDisabled('unit-confirm')).toBe(true);
    await type('unit-metres', '0.3');
    await click('unit-confirm');
    await until(() => textOf('wizard-start') === 'Start');
    await unmount();
  });
});

describe('a coating', () => {
  const layer = { id: 'a', materialName: 'Foam', surface: 1, surfaceIndex: 0, thickness: 0.002 };
  const materials = MaterialsSchema.parse({
    inputMaterials: [
      {
        id: 'f',
        name: 'Foam',
        frequency: 1e9,
        permitivity: { real: 1.1, imaginary: 0 },
        permeability: { real: 1, imaginary: 0 },
      },
    ],
    thicknesses: [layer],
  });

  it('takes of a material over frequency a range whose ends are in order', async () => {
    const values = { permitivity: { real: 2, imaginary: -0.1 }, permeability: { real: 1, imaginary: 0 } };
    const found = {
      ...{ id: 'm', name: 'Absorber', category: 'absorber', source: 'Somebody, 1999' },
      params: [1e9, 2e9, 3e9].map((frequency) => ({ frequency, ...values })),
    };
    const { unmount } = await openAt(
      2,
      aProject({ programType: 2, report: REPORT, materials: { ...materials, isConstant: false } }),
    );
    const without = globalThis.fetch;
    vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
      path.includes('get-materials')
        ? Promise.resolve(Response.json({ result: { materials: [found] } }))
        : without(path, init),
    );
    await click('material-library-open');
    await until(() => there('library-m'));
    await click('library-m');
    await type('material-start', '2');
    await until(() => shows('Start frequency must not exceed end frequency'));
    expect(isDisabled('material-library-add')).toBe(true);
    await type('material-end', '3');
    await until(() => !shows('Start frequency must not exceed end frequency'));
    await click('material-library-add');
    expect(textOf('material-table')).toContain('Absorber');
    await unmount();
  });

  it('needs no layer where an impedance is typed', async () => {
    const { unmount } = await openAt(2, aProject({ programType: 2, report: REPORT }));
    await click('wizard-next');
    expect(isDisabled('wizard-next')).toBe(true);
    await type('impedance-1-1000000000', '(377, 0)');
    await act(async () =>
      byTestId('impedance-1-1000000000').dispatchEvent(new Event('focusout', { bubbles: true })),
    );
    await until(() => !isDisabled('wizard-next'));
    expect(textOf('impedance-default-pec')).toBe('Default material PEC added to surface 2');
    await unmount();
  });

  it('takes bare surfaces for PEC and says so', async () => {
    const { unmount } = await openAt(2, aProject({ programType: 2, report: REPORT, materials }));
    expect(textOf('layers-default-pec')).toBe('Default material PEC added to surface 2');
    await unmount();
  });

  it('is saved with its materials when the wizard is left, and not when nothing was changed', async () => {
    const sent = ({ seen }: { seen: Request[] }, call: string) =>
      seen.filter(({ path }) => path.endsWith(call)).map(({ body }) => body);
    const untouched = await openAt(0, aProject({ programType: 2, report: REPORT, materials }));
    await untouched.unmount();
    expect(sent(untouched, '/input')).toEqual([]);

    const changed = await openAt(0, aProject({ programType: 2, report: REPORT, materials }));
    await type('angle-theta', '42');
    expect(sent(changed, '/input')).toEqual([]);
    await changed.unmount();
    await vi.waitFor(() =>
      expect(sent(changed, '/input-materials')).toMatchObject([{ projectId: '1', thicknesses: [layer] }]),
    );
    expect(sent(changed, '/input')).toMatchObject([
      { projectId: '1', excitation: [42, 180, 0], cfiealpha: [] },
    ]);
  });
});

describe('Start', () => {
  it('sends the input, then starts the run, says so, and leaves nothing to save', async () => {
    const { seen, unmount } = await openAt(3, aProject({ report: REPORT }));
    await type('solver-farLocations', '90');
    seen.length = 0;
    await click('wizard-start');
    await until(() => there('wizard-started'));
    expect(textOf('wizard-started')).toBe('Simulation is started, routing to project page...');
    await unmount();
    const calls = seen.filter(({ path }) => /input$|solver-run$/.test(path));
    expect(calls.map(({ path }) => path)).toEqual(['/api/solver/input', '/api/solver/solver-run']);
    expect(calls[0]!.body).toMatchObject({ projectId: '1', numberoffarlocations: 90 });
    expect(calls[1]!.body).toEqual({ projectId: '1', formulationType: 1, core: 1 });
  });
});

describe('the file', () => {
  const give = (name: string, size: number) =>
    act(async () => {
      const input = byTestId('file-input');
      Object.defineProperty(input, 'files', {
        configurable: true,
        value: [Object.defineProperty(new File(['x'], name), 'size', { value: size })],
      });
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });

  it('is refused above 50 MB, with another ending, and taken with a question; Back lets it go', async () => {
    // Reads the file for the picture; it never answers here.
    vi.stubGlobal(
      'Worker',
      class {
        postMessage() {}
        terminate() {}
      },
    );
    const { seen, unmount } = await openAt(0, aProject());
    await click('file-type-unv');
    await give('huge.unv', 50 * 1024 ** 2 + 1);
    await until(() => there('notice-close'));
    expect(shows('Maximum file size is 50 MB. Please upload a smaller file.')).toBe(true);
    await click('notice-close');
    await until(() => !there('notice-close'));
    expect(there('upload-start')).toBe(false);
    await give('model.step', 10);
    expect(shows('This file has another ending than .unv, .msh, .bdf, .nas, .dat, .inp, .stl, .obj.')).toBe(
      true,
    );
    await give('model.unv', 10);
    await click('upload-start');
    expect(shows('This action cannot be undone. Do you want to continue?')).toBe(true);
    expect(seen.some(({ path }) => path.endsWith('/upload'))).toBe(false);
    await click('file-back');
    await click('file-type-unv');
    expect(there('upload-start')).toBe(false);
    await unmount();
  });

  it('that was meshed is downloaded with a warning to who leaves meanwhile', async () => {
    const { unmount } = await openAt(0, aProject({ name: 'Hull & fin', model: 'STEP', report: REPORT }));
    const leaving = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented ? 'warned' : 'free';
    };
    expect(leaving()).toBe('free');
    let answer: (response: Response) => void = () => undefined;
    vi.stubGlobal(
      'fetch',
      (path: string) =>
        new Promise<Response>((resolve) => {
          if (path.includes('/api/solver/download')) answer = resolve;
        }),
    );
    await click('mesh-download');
    expect(isDisabled('mesh-download')).toBe(true);
    expect(leaving()).toBe('warned');
    answer(new Response('the mesh', { headers: { 'content-type': 'application/octet-stream' } }));
    await until(() => saveFile.mock.calls.length > 0);
    expect(saveFile.mock.calls[0]![0]).toMatch(/_model_Hull_fin\.unv$/);
    await until(() => leaving() === 'free');
    await unmount();
  });
});

import {
  message,
  MesherOptionsSchema,
  statement,
  type MeshReport,
  type Message,
  type MessageKey,
} from '@pace/contract';
import { act } from 'react';
import { Route, Routes } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AlphaStep } from '../src/features/wizard/AlphaStep.tsx';
import { FilePanel } from '../src/features/wizard/FilePanel.tsx';
import { ModelView } from '../src/features/wizard/ModelView.tsx';
import { RedirectIfRun } from '../src/features/wizard/RedirectIfRun.tsx';
import { StepNavigation } from '../src/features/wizard/StepNavigation.tsx';
import { blockedAt, type Wizard } from '../src/features/wizard/useWizard.ts';
import { hasWords, searchText } from '../src/ui/searchText.ts';
import { byTestId, click, render, type, until } from './render.tsx';
import { fakeServer } from './server.ts';
import { IN_ORDER } from './aCheck.ts';
import { liveOf, projectOf, report, wizardOf } from './wizardFixtures.ts';

afterEach(() => vi.unstubAllGlobals());

type Finding = MeshReport['findings'][number];
const finding = (
  key: MessageKey,
  values: Message['values'] = {},
  severity: Finding['severity'] = 'warning',
): Finding => ({ ...statement({ message: key, values }), severity });
const examined = (findings: Finding[], values: Partial<MeshReport> = {}) =>
  report({ ...IN_ORDER, metresPerUnit: 1, ...values, findings });
const SMALL_GAP = {
  piece: 1,
  triangles: message('triangles', { count: 320 }),
  openEdges: message('openEdges', { count: 3 }),
};
const part = (divisor: number) => message('wavelength.part', { divisor });
const SUSPICIOUS = {
  body: part(260),
  size: 0.001,
  edge: part(2600),
  fitting: message('unit.fits', { unit: message('unit.inches'), edges: part(9.8), body: 3.1 }),
};

const DUPLICATES = finding('MESH_DUPLICATE_TRIANGLES', { count: 2 }, 'error');

const panel = (wizard: Wizard, language: 'en' | 'tr' = 'en') => {
  const seen = fakeServer(() => ({ body: { result: liveOf({ status: 'Queued' }) } }));
  return render(<FilePanel wizard={wizard} />, { language }).then((page) => ({ ...page, seen }));
};
const verdictOf = (row: string) => byTestId<HTMLElement>(`doctor-${row}`).dataset['verdict'];

describe('the import doctor', () => {
  it('says "In order" only where the check found nothing', async () => {
    const { container } = await panel(wizardOf(projectOf({ mesh: examined([]) })));
    for (const row of ['size', 'holes', 'normals', 'slivers']) expect(verdictOf(row), row).toBe('good');
    expect(container.querySelector('[data-verdict=bad]')).toBeNull();
  });

  it('has a row that needs attention for everything that the check warns of, and opens its sentences', async () => {
    const { container } = await panel(
      wizardOf(
        projectOf({
          mesh: examined(
            [
              finding('UNITS_SUSPICIOUS.fitting', SUSPICIOUS),
              finding('SMALL_GAP', SMALL_GAP),
              finding('ONE_SIDED_SURFACE'),
              finding('COINCIDENT_VERTICES', { count: 8 }),
              finding('FOLDED_TRIANGLES', { count: 1 }),
              finding('VOLUME_NOT_POSITIVE', {
                piece: 2,
                triangles: message('triangles', { count: 4 }),
              }),
              finding('STRAY_TRIANGLES', {
                count: 2,
                triangles: message('triangles', { count: 7 }),
              }),
              finding('FILE_NOT_CLOSED'),
              finding('INTERNAL_TRIANGLES', { count: 9 }, 'info'),
            ],
            { openEdges: 3 },
          ),
        }),
      ),
    );
    for (const row of ['size', 'holes', 'normals', 'unconnected', 'folded', 'volume', 'debris', 'cutOff'])
      expect(verdictOf(row), row).toBe('bad');
    expect(verdictOf('internal')).toBe('note');
    expect(byTestId<HTMLElement>('doctor-unconnected').textContent).toContain(
      '8 vertices lie on another one',
    );
    expect(container.querySelector('details')!.open).toBe(true);
  });

  it('says what became of edges that came out far too long, in both languages', async () => {
    const mended =
      'Edges of up to 0.461 m (2.31 times the mesh size) came out on 4 parts (15, 16, 21, 22), meshed again by MeshAdapt: the longest edge of the mesh is now 0.293 m (1.47 times).';
    const mesh = examined([
      finding(
        'LONG_EDGES_MENDED',
        { count: 4, parts: [15, 16, 21, 22], before: 0.461, times: 2.31, after: 0.293, timesAfter: 1.47 },
        'info',
      ),
      finding('LONG_EDGES', { count: 1, parts: [1], longest: 0.0962, times: 1.92 }, 'info'),
    ]);
    const wizard = wizardOf(projectOf({ mesh }));
    await panel(wizard);
    expect([verdictOf('mendedEdges'), verdictOf('longEdges')]).toEqual(['good', 'note']);
    const row = (key: string) => byTestId<HTMLElement>(`doctor-${key}`).textContent;
    expect(row('mendedEdges')).toContain(mended);
    await panel(wizard, 'tr');
    expect(row('mendedEdges')).toContain(
      '4 parçada (15, 16, 21, 22) en çok 0,461 m uzunluğunda (ağ boyutunun 2,31 katı) kenarlar çıktı; buralara MeshAdapt ile yeniden ağ oluşturuldu: ağın en uzun kenarı artık 0,293 m (1,47 katı).',
    );
    expect(row('longEdges')).toContain('1 parçada (1) en çok 0,0962 m uzunluğunda');
  });

  const CURVED = { triangles: 4, sagitta_m: 0.002, sagittaOfEdge: 0.05, scaledJacobian: 0.9 };

  it('says how far triangles are bent, in wavelengths and in both languages', async () => {
    const stepOf = (curved: typeof CURVED) => projectOf({ model: 'STEP', mesh: examined([], { curved }) });
    const row = () => byTestId<HTMLElement>('doctor-curved').textContent;
    const english = await panel(wizardOf(stepOf(CURVED)));
    expect(verdictOf('curved')).toBe('good');
    expect(row()).toContain(
      'Curvature: 4 of 4 triangles are bent to the surface.The largest sagitta is 0.00867 λ, at most 5 % of its edge. The smallest scaled Jacobian is 0.9; 1 is not distorted.',
    );
    await english.unmount();
    await panel(wizardOf(stepOf({ ...CURVED, scaledJacobian: 0.1 })), 'tr');
    expect(verdictOf('curved')).toBe('note');
    expect(row()).toContain('4 üçgenin 4 tanesi yüzeyi izleyerek eğri.');
  });

  it('lets edges be a sixth of the wavelength where most triangles are bent', async () => {
    // A sixth of the wavelength at 1.3 GHz
    const edge_m = { min: 0.03, mean: 0.0384, max: 0.04 };
    const density = async (curved?: typeof CURVED) => {
      const mesh = examined([], { edge_m, ...(curved && { curved }) });
      const { unmount } = await panel(wizardOf(projectOf({ model: 'STEP', mesh })));
      const verdict = verdictOf('density');
      await unmount();
      return verdict;
    };
    expect(await density(CURVED)).toBe('good');
    expect(await density({ ...CURVED, triangles: 1 })).toBe('bad');
    expect(await density()).toBe('bad');
  });

  it('says which triangles the mesher could not bend, in both languages', async () => {
    const wizard = wizardOf(
      projectOf({
        model: 'STEP',
        mesh: examined([finding('CURVED_ELEMENTS_STRAIGHTENED', { count: 3, parts: [1, 2] }, 'info')]),
      }),
    );
    await panel(wizard);
    expect(verdictOf('straightened')).toBe('note');
    const row = () => byTestId<HTMLElement>('doctor-straightened').textContent;
    expect(row()).toContain('3 triangles (parts 1, 2) have straight sides');
    await panel(wizard, 'tr');
    expect(row()).toContain('3 üçgenin (parça 1, 2) kenarları düz');
  });

  it('speaks Turkish, and marks what an older report has in English only', async () => {
    await panel(
      wizardOf(
        projectOf({
          mesh: examined([
            finding('UNITS_SUSPICIOUS.fitting', SUSPICIOUS),
            finding('SMALL_GAP', SMALL_GAP),
            finding('MESH_DUPLICATE_TRIANGLES', { count: 2 }),
            finding('UNITS_UNCERTAIN', {
              said: message('unit.millimetres'),
              reason: message('unit.bothReasons', {
                first: message('unit.writerHasNone'),
                second: message('unit.nameSaysInches'),
              }),
              sizes: [
                message('unit.sizeIf', { size: 4.5, unit: message('unit.millimetres') }),
                message('unit.sizeIf', { size: 114.3, unit: message('unit.inches') }),
              ],
            }),
            { code: 'FILE_NOTE', severity: 'info', sentence: 'Dataset 2411 is there twice.' },
          ]),
        }),
      ),
      'tr',
    );
    const said = (code: string) => byTestId<HTMLElement>(`finding-${code}`).querySelector('[lang]')!;
    expect([said('SMALL_GAP').getAttribute('lang'), said('SMALL_GAP').textContent]).toEqual([
      'tr',
      expect.stringMatching(/^1 numaralı gövdede \(320 üçgen\) 3 açık kenar var/),
    ]);
    expect(said('MESH_DUPLICATE_TRIANGLES').textContent).toMatch(/^2 üçgen birden çok kez var\./);
    expect(said('UNITS_SUSPICIOUS').textContent).toBe(
      'Bu frekansta cismin boyutu λ/260 (0,001 m), ortalama kenarı λ/2600; bu olağan dışı. Şu birimlere uyar: inç (kenarlar λ/9,8, gövde 3,1 m). Birimi ve frekansı denetleyin.',
    );
    expect(said('UNITS_UNCERTAIN').textContent).toBe(
      "Dosyaya göre birim milimetre, ama onu yazan CUBIT'in uzunluk birimi yok ve yerine varsayılan bir birim koyuyor ve modelin adı inçten söz ediyor. En büyük boyut: 4,5 m (milimetre ise), 114,3 m (inç ise). Birimi onaylayın.",
    );
    expect([said('FILE_NOTE').getAttribute('lang'), said('FILE_NOTE').textContent]).toEqual([
      'en',
      'Dataset 2411 is there twice.',
    ]);
  });
});

describe('a mesh that was read and has errors', () => {
  const project = projectOf({ mesh: null });
  project.state.meshReport = examined([DUPLICATES]);
  const live = liveOf({ status: 'Error', detail: DUPLICATES.sentence, code: 'MESH_DUPLICATE_TRIANGLES' });

  it('is shown by the doctor, and cannot be started', async () => {
    const wizard = wizardOf(project, live, { alphas: [0.5] });
    expect(wizard.model).toMatchObject({
      phase: 'failed',
      report: null,
      version: null,
      parts: 0,
      drawnVersion: expect.any(String) as string,
    });
    expect(blockedAt(3, wizard.draft, wizard.model)).toBe('mesher');
    const { container } = await panel(wizard);
    expect(byTestId<HTMLElement>('mesher-error').textContent).toBe(DUPLICATES.sentence);
    expect(verdictOf('duplicates')).toBe('bad');
    expect(container.querySelector('[data-testid=doctor-mend]')).toBeNull();
    expect(container.querySelector('[data-testid=file-replace]')).not.toBeNull();
  });

  it('is drawn', async () => {
    const seen = fakeServer(() => ({ status: 404, body: { code: 'MESH_NOT_READY', detail: '' } }));
    await render(<ModelView wizard={wizardOf(project, live)} arrowsShown={false} />);
    await until(() => seen.some(({ path }) => path.endsWith('/mesher-result')));
  });
});

describe('smooth parts of a mesh of facets', () => {
  const confirmed = (mesh: MeshReport, roundingAngle: number) => {
    const save = vi.fn(() => Promise.resolve());
    const wizard = wizardOf(projectOf({ mesh }));
    const draft = { ...wizard.draft, scalefactor: 1, roundingAngle };
    return { ...wizard, draft, save } satisfies Wizard;
  };
  const curved = { triangles: 300, sagitta_m: 0.02, sagittaOfEdge: 0.05, scaledJacobian: 0.9 };
  const rounding = { angle_deg: 30, triangles: 300, straightened: 0, largest_m: 0.02, rms_m: 0.01 };

  it('are rounded where the box is ticked, up to 30 degrees unless another angle is set', async () => {
    const wizard = confirmed(examined([]), 0);
    const { container } = await panel(wizard);
    expect(byTestId<HTMLInputElement>('round-smooth').checked).toBe(false);
    expect(container.querySelector('[data-testid=round-angle]')).toBeNull();
    await click('round-smooth');
    expect(wizard.save).toHaveBeenCalledWith({ roundingAngle: 30 });
  });

  it('have an angle of 0 to 60 degrees, and go back to facets', async () => {
    const wizard = confirmed(examined([], { curved, rounding }), 30);
    await panel(wizard);
    expect(byTestId<HTMLButtonElement>('round-apply').disabled).toBe(true);
    await type('round-angle', '61');
    expect(byTestId<HTMLElement>('rounding-panel').textContent).toContain('must be between 0 and 60');
    expect(byTestId<HTMLButtonElement>('round-apply').disabled).toBe(true);
    await type('round-angle', '20');
    await click('round-apply');
    expect(wizard.save).toHaveBeenLastCalledWith({ roundingAngle: 20 });
    await click('round-smooth');
    expect(wizard.save).toHaveBeenLastCalledWith({ roundingAngle: 0 });
  });

  it('are not offered where the file has middle nodes itself', async () => {
    const { container } = await panel(confirmed(examined([], { curved }), 0));
    expect(container.querySelector('[data-testid=rounding-panel]')).toBeNull();
  });

  it('speak Turkish', async () => {
    await panel(confirmed(examined([]), 0), 'tr');
    expect(byTestId<HTMLElement>('rounding-panel').textContent).toContain('yuvarlat');
  });
});

describe('a mesh with a torn seam', () => {
  const SEAM = finding('UNMERGED_SEAM', { count: 8, distance: 1e-8, part: 2, other: 1 }, 'error');
  const MERGED = finding('SEAMS_MERGED', { count: 8, distance: 1e-8 }, 'info');
  const project = projectOf({ mesh: null });
  project.state.meshReport = examined([SEAM]);
  const torn = wizardOf(project, liveOf({ status: 'Error', detail: SEAM.sentence, code: 'UNMERGED_SEAM' }));
  const isBusy = () => byTestId<HTMLButtonElement>('merge-seams').disabled;

  it('is merged by a button that is busy meanwhile, after which the focus is on the panel', async () => {
    let answer = (_: Response) => undefined as void;
    const seen: { path: string; body: unknown }[] = [];
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      seen.push({ path, body: JSON.parse(init.body as string) });
      return new Promise<Response>((resolve) => (answer = resolve));
    });
    await render(<FilePanel wizard={torn} />);
    expect(verdictOf('seam')).toBe('bad');
    expect([isBusy(), byTestId<HTMLElement>('merge-seams').textContent]).toEqual([false, 'Merge the nodes']);
    await click('merge-seams');
    await until(() => seen.length > 0 && isBusy());
    expect(seen).toEqual([
      { path: expect.stringMatching(/\/runMesher$/) as string, body: { projectId: 'p1', mergeSeams: true } },
    ]);
    // The document of these tests has nothing to scroll.
    Object.assign(byTestId<HTMLElement>('file-panel').querySelector('h2')!, { scrollIntoView: vi.fn() });
    answer(new Response(JSON.stringify({ result: liveOf({ status: 'Queued' }) })));
    await until(() => document.activeElement?.id === 'file-panel-title');
    expect(document.querySelector('[data-testid=merge-seams-error]')).toBeNull();
  });

  it('says why the merging did not start, and can be tried again', async () => {
    fakeServer(() => ({
      status: 409,
      body: { code: 'RUN_ACTIVE', detail: 'The uploaded mesh of this project is being checked.' },
    }));
    await render(<FilePanel wizard={torn} />);
    await click('merge-seams');
    await until(() => document.querySelector('[data-testid=merge-seams-error]') !== null);
    expect(byTestId<HTMLElement>('merge-seams-error').textContent).toContain('is being checked');
    expect(isBusy()).toBe(false);
  });

  it('speaks Turkish', async () => {
    await panel(torn, 'tr');
    expect(byTestId<HTMLElement>('merge-seams').textContent).toBe('Düğümleri birleştir');
  });

  it('once merged says how many nodes were, in both languages, without a button', async () => {
    const merged = wizardOf(projectOf({ mesh: examined([MERGED]) }));
    const { container } = await panel(merged);
    expect(verdictOf('mergedSeams')).toBe('good');
    expect(byTestId<HTMLElement>('doctor-mergedSeams').textContent).toContain(MERGED.sentence);
    expect(container.querySelector('[data-testid=merge-seams]')).toBeNull();
    await panel(merged, 'tr');
    expect(byTestId<HTMLElement>('doctor-mergedSeams').textContent).toContain(
      'Dikişlerde 8 düğüm birleştirildi (araları en çok 1e-08 m idi): yüzeyler artık orada bağlı.',
    );
  });

  it('is another mesh to draw once its nodes are merged', () => {
    const before = torn.model.drawnVersion;
    const project = projectOf({ mesh: { ...report(), vertices: 3 } });
    expect(before).not.toBeNull();
    expect(wizardOf(project).model.drawnVersion).not.toBe(before);
  });
});

it('a missing unit is asked for once, beside its field', async () => {
  const mesh = examined([finding('UNITS_UNKNOWN', { sizes: [] })], {
    units: { ...IN_ORDER.units, name: '', metresPerUnitInFile: null },
  });
  const { container } = await panel(wizardOf(projectOf({ mesh })));
  expect(byTestId<HTMLElement>('units-panel').textContent).toContain('The file does not say.');
  expect(container.textContent.match(/does not say/g)).toHaveLength(1);
  expect(container.querySelector('[data-testid=doctor-units]')).toBeNull();
});

it('a mesh that the frequency has outgrown is offered to be made again by one button', async () => {
  const project = projectOf({ model: 'STEP' });
  project.state.mesherInput = { ...MesherOptionsSchema.parse({ mesh_size: 500 }), fileName: 'sphere.step' };
  const { container } = await panel(wizardOf(project));
  const offers = [...container.querySelectorAll('button')].filter(
    ({ textContent }) => textContent === 'Mesh again',
  );
  expect(offers.map(({ dataset }) => dataset['testid'])).toEqual(['mesh-again-offer']);
});

describe('the choice of curved elements', () => {
  const SAVED = { ...MesherOptionsSchema.parse({ mesh_size: 23 }), fileName: 'sphere.step' };
  const CURVED = { triangles: 4, sagitta_m: 0.002, sagittaOfEdge: 0.05, scaledJacobian: 0.9 };
  const meshAgain = async (curvedElements: boolean) => {
    const project = projectOf({ model: 'STEP' });
    project.state.mesherInput = { ...SAVED, curvedElements };
    const page = await panel(wizardOf(project));
    await click('mesh-again');
    return page;
  };
  const box = () => byTestId('mesh-curved');
  const sent = (seen: { path: string; body: unknown }[]) =>
    seen.find(({ path }) => path.endsWith('/mesher-input'))?.body;

  it('stands as it was saved, says what it does, and goes with the mesh size', async () => {
    const { seen } = await meshAgain(true);
    expect(box().checked).toBe(true);
    expect(document.getElementById(box().getAttribute('aria-describedby')!)?.textContent).toContain(
      'Turn off where another program needs flat triangles',
    );
    await click('mesh-start');
    await until(() => sent(seen) !== undefined);
    expect(sent(seen)).toMatchObject({ curvedElements: true, mesh_size: 23.060958 });
  });

  it('can be turned off', async () => {
    const { seen } = await meshAgain(true);
    await click('mesh-curved');
    await click('mesh-start');
    await until(() => sent(seen) !== undefined);
    expect(sent(seen)).toMatchObject({ curvedElements: false });
  });

  it('stays off where it was off', async () => {
    await meshAgain(false);
    expect(box().checked).toBe(false);
  });

  it('names the coarser mesh that it allows only while it is on', async () => {
    const { container } = await meshAgain(true);
    // A sixth of the wavelength at 1.3 GHz
    expect(container.textContent).toContain('38.43 mm');
    await click('mesh-curved');
    expect(container.textContent).not.toContain('38.43 mm');
    expect(container.textContent).toContain('A tenth of the wavelength is 23.06 mm.');
  });

  it('keeps a curved mesh of a sixth of the wavelength from being called too coarse', async () => {
    const offers = async (mesh_size: number, mesh: MeshReport) => {
      const project = projectOf({ model: 'STEP', mesh });
      project.state.mesherInput = { ...SAVED, mesh_size };
      const { container } = await panel(wizardOf(project));
      return container.querySelector('[data-testid=mesh-outdated]') !== null;
    };
    expect(await offers(38.43, report({ curved: CURVED }))).toBe(false);
    expect(await offers(39, report({ curved: CURVED }))).toBe(true);
    expect(await offers(38.43, report())).toBe(true);
  });
});

describe('a STEP model that waits', () => {
  const waiting = () => wizardOf(projectOf({ model: 'STEP', mesh: null }));

  it('is meshed on entering, with "Mesher Starting" until there is a status', async () => {
    const { seen } = await panel(waiting());
    expect(byTestId<HTMLElement>('mesher-starting').textContent).toBe('Mesher Starting');
    await until(() => seen.some(({ path }) => path.endsWith('/runMesher')));
    const [start] = seen.filter(({ path }) => path.endsWith('/runMesher'));
    // A tenth of the wavelength at 1.3 GHz
    expect(start!.body).toMatchObject({ projectId: 'p1', mesh_size: 23.060958, curvedElements: true });
    expect(seen.filter(({ path }) => path.endsWith('/runMesher'))).toHaveLength(1);
  });

  it('whose start is refused shows the reason and the form, and is not tried again by itself', async () => {
    const seen = fakeServer(() => ({
      status: 422,
      body: { code: 'MESH_TOO_LARGE', detail: 'About 9 million triangles.' },
    }));
    const page = await render(<FilePanel wizard={waiting()} />);
    await until(() => page.container.querySelector('[data-testid=mesh-refused]') !== null);
    expect(byTestId<HTMLElement>('mesh-start')).toBeTruthy();
    await act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(seen.filter(({ path }) => path.endsWith('/mesher-input'))).toHaveLength(1);
  });
});

describe('the last button', () => {
  const label = async (wizard: Wizard) => {
    const { unmount } = await render(
      <StepNavigation wizard={wizard} starting={false} onStart={() => undefined} />,
    );
    const text = byTestId<HTMLElement>('wizard-start').textContent;
    await unmount();
    return text;
  };
  const last = (live: Parameters<typeof liveOf>[0], blocked: Wizard['blocked']) =>
    label({ ...wizardOf(projectOf({ model: 'STEP', mesh: null }), liveOf(live)), step: 3, blocked });

  it.each([
    ['Running', 'mesher', 'Mesher is Running'],
    ['Error', 'mesher', 'Please Check Values'],
    ['', 'mesher', 'Please Check Values'],
    ['Running', 'file', 'Please Upload File'],
    ['Finished', undefined, 'Start'],
  ] as const)('with a mesher "%s", blocked by %s, reads %s', async (status, blocked, text) => {
    expect(await last({ status }, blocked)).toBe(text);
  });
});

describe('a part that is picked in the picture', () => {
  it('is marked in the list of alphas', async () => {
    const wizard = wizardOf(projectOf({ input: { cfiealpha: [0.5] } }));
    await render(<AlphaStep wizard={{ ...wizard, selection: [9] }} />);
    const current = (index: number) =>
      byTestId<HTMLElement>(`alpha-row-${index}`).getAttribute('aria-current');
    expect([current(1), current(2)]).toEqual([null, 'true']);
  });
});

describe('the redirect to the page of a project', () => {
  const at = async (path: string, status: 'Finished' | 'Error' | 'Cancelled' | 'Running' | '') => {
    const { router, unmount } = await render(
      <Routes>
        <Route
          path="/app/simulation"
          element={
            <RedirectIfRun project={projectOf()} live={liveOf({}, { status })}>
              wizard
            </RedirectIfRun>
          }
        />
        <Route path="*" element={null} />
      </Routes>,
      { path },
    );
    const { pathname } = router.state.location;
    await unmount();
    return pathname;
  };

  it.each([
    ['Finished', '', '/projects/detail'],
    ['Error', '', '/projects/detail'],
    ['Cancelled', '', '/projects/detail'],
    ['Running', '', '/projects/detail'],
    ['', '', '/app/simulation'],
    ['Error', '&again=1', '/app/simulation'],
    ['Finished', '&again=1', '/projects/detail'],
  ] as const)('status "%s" with "%s" leads to %s', async (status, again, place) => {
    expect(await at(`/app/simulation?id=p1${again}`, status)).toBe(place);
  });
});

it('a search finds ice, whatever letters i the languages have', () => {
  expect(['ICE', 'ice', 'İce', 'ıce'].map(searchText)).toEqual(['ice', 'ice', 'ice', 'ice']);
  expect([
    hasWords('Ice (fresh water)', 'ıce  WATER'),
    hasWords('Ice', ''),
    hasWords('Ice', 'ice x'),
  ]).toEqual([true, true, false]);
});

import type { Project, Study, StudyCurves, Variant } from '@pace/contract';
import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { axesOf, curvesOver, percentile, spreadOf } from '../src/features/studies/detail/curves.ts';
import {
  drawnLimit,
  FIRST_VIEW,
  usedLimit,
  type CurvesView,
} from '../src/features/studies/detail/curvesView.ts';
import { believedOf, effectOf, groupsOf, responseMap } from '../src/features/studies/detail/effects.ts';
import { studyReport } from '../src/features/studies/detail/studyReport.ts';
import { studyCsv, studySheets, studyTable } from '../src/features/studies/detail/table.ts';
import { bestVariant, sorted } from '../src/features/studies/detail/variants.ts';
import {
  checkedDefinition,
  newObjective,
  newParameter,
  numbersIn,
  type StudyDraft,
} from '../src/features/studies/form/draft.ts';
import { offeredTargets, valueNow } from '../src/features/studies/form/offers.ts';
import type { StudyTexts } from '../src/features/studies/useStudyTexts.ts';
import type { PlotSeries } from '../src/plots/series.ts';
import type { ReportBlock } from '../src/ui/report/reportModel.ts';
import { aProject } from './aProject.ts';

const draftOf = (change: Partial<StudyDraft>): StudyDraft => ({
  ...{ name: 'S', sampling: 'grid', runs: '20', seed: '3', objective: 0, goal: 'minimum' },
  parameters: [newParameter(1, { kind: 'thickness', layers: [0] }, 2e-3)],
  objectives: [newObjective(2, 'VV')],
  ...change,
});

describe('the form of a study', () => {
  it('reads numbers however they are separated', () => {
    expect(numbersIn('1 2.5;3')).toEqual([1, 2.5, 3]);
    expect(numbersIn('1, 2, 3')).toEqual([1, 2, 3]);
    expect(numbersIn('1,2,3')).toEqual([1, 2, 3]);
    expect(numbersIn('1,5 2,25')).toEqual([1.5, 2.25]);
    expect(numbersIn('1.5,2.5')).toEqual([1.5, 2.5]);
    expect(numbersIn('')).toEqual([]);
    expect(numbersIn('1 x')).toEqual([1, NaN]);
  });

  it('becomes a definition in SI units, or says what is missing', () => {
    const [parameter] = draftOf({}).parameters;
    expect(checkedDefinition(draftOf({})).definition).toMatchObject({
      parameters: [{ values: { range: { from: 1e-3, to: 4e-3, count: 5 } } }],
      objectives: [{ statistic: 'mean', component: 'VV', sector: {} }],
    });
    const listed = { ...parameter!, form: 'list' as const, list: '' };
    expect(checkedDefinition(draftOf({ parameters: [listed] })).complaints.map(({ path }) => path)).toEqual([
      'parameters/0/values/list',
    ]);
    const objective = {
      ...newObjective(2, 'HH'),
      frequency: ['1', '2.5'] as const,
      phi: ['350', '10'] as const,
    };
    const optimised = draftOf({ sampling: 'optimise', goal: 'maximum', objectives: [objective] });
    expect(checkedDefinition(optimised).definition).toMatchObject({
      sampling: { kind: 'optimise', runs: 20, seed: 3, objective: 0, goal: 'maximum' },
      objectives: [{ sector: { frequency: [1e9, 2.5e9], phi: [350, 10] } }],
    });
  });

  it('offers what the project has', () => {
    const project = aProject({ id: 'p', mesher: 'Finished' });
    const kinds = (of: Project) => offeredTargets(of).map(({ kind }) => kind);
    expect(kinds(project)).not.toContain('thickness');
    const thicknesses = [
      { id: 1, materialName: 'Foam', surface: 1, surfaceIndex: 0, thickness: 0.002 },
      { id: 2, materialName: 'Foam', surface: 2, surfaceIndex: 0, thickness: 0.003 },
    ];
    const materials = {
      pecBack: true,
      isConstant: true,
      inputMaterials: [],
      thicknesses,
      impedances: [],
      outerMedias: [],
    };
    const coated: Project = { ...project, programType: 2, state: { ...project.state, materials } };
    const layers = offeredTargets(coated).filter((target) => target.kind === 'thickness');
    expect(layers).toEqual([[0, 1], [0], [1]].map((places) => ({ kind: 'thickness', layers: places })));
    expect(valueNow(coated, { kind: 'thickness', layers: [1] })).toBe(0.003);
  });
});

const variant = (number: number, values: Variant['values'], value: number | null | undefined): Variant => ({
  ...{
    number,
    values,
    status: value === undefined ? 'Planned' : 'Finished',
    projectId: null,
    coreSeconds: 1,
  },
  objectives: value === undefined ? [] : [{ value }],
});
const studyOf = (
  variants: Variant[],
  parameters: Study['definition']['parameters'],
  sampling: Study['definition']['sampling'] = { kind: 'grid' },
): Study => ({
  ...{ id: 's', name: 'S', createdDate: '', baseProjectId: '', baseName: '', carrierId: '', status: 'Open' },
  ...{ runs: variants.length, programType: 2, polarization: 1, variants },
  counts: { planned: 0, active: 0, finished: variants.length, failed: 0, cancelled: 0 },
  definition: { parameters, sampling, objectives: [{ statistic: 'mean', component: 'theta', sector: {} }] },
});
const THICKNESS = {
  target: { kind: 'thickness' as const, layers: [0] },
  values: { range: { from: 1e-3, to: 5e-3, count: 5 } },
};
const MATERIAL = { target: { kind: 'layerMaterial' as const, layers: [0] }, values: { list: ['a', 'b'] } };

/** Names as the contract has them */
const TEXTS: StudyTexts = {
  targetName: ({ kind }) => kind,
  parameterName: ({ target }) => target.kind,
  parameterTitle: ({ target }) => target.kind,
  valueText: (_, value) => String(value),
  objectiveName: ({ statistic }) => statistic,
  dbsm: (value) => String(value),
  barText: () => undefined,
  variantName: (_, values) => values.join(),
};

describe('variants of a study', () => {
  it('are sorted with those without a value last, and the best is the lowest, or no field at all', () => {
    const rows = [
      variant(1, [1], -3),
      variant(2, [3], undefined),
      variant(3, [2], -7),
      variant(4, [0], null),
    ];
    const order = (by: 'objective 0' | 'parameter 0', descending: boolean) =>
      sorted(rows, { by, descending }).map(({ number }) => number);
    expect(order('objective 0', false)).toEqual([4, 3, 1, 2]);
    expect(order('objective 0', true)).toEqual([1, 3, 4, 2]);
    expect(order('parameter 0', false)).toEqual([4, 1, 3, 2]);
    expect(bestVariant(studyOf(rows.slice(0, 3), [THICKNESS]), 0)?.number).toBe(3);
    // The numbers of a run that has not converged are no solution.
    const stopped = { ...variant(5, [9], -90), converged: false };
    expect(bestVariant(studyOf([rows[0]!, stopped], [THICKNESS]), 0)?.number).toBe(1);
    const highest = { kind: 'optimise', runs: 9, seed: 1, objective: 0, goal: 'maximum' } as const;
    expect(bestVariant(studyOf(rows, [THICKNESS], highest), 0)?.number).toBe(1);
  });

  it('have curves over one axis, the others held', () => {
    const curves: StudyCurves = {
      sweeps: [
        {
          thetaDeg: [60, 60, 90, 90],
          phiDeg: [10, 0, 10, 0],
          frequencyHz: [1e9, 1e9, 1e9, 1e9],
        },
      ],
      curves: [{ variant: 4, sweep: 0, dbsm: [1, 2, 3, null], low: [0, 1, 2, null], high: [2, 3, 4, -9] }],
    };
    expect(axesOf(curves)).toEqual(['theta', 'phi']);
    expect(curvesOver(curves, 'phi', { theta: 90 })).toEqual([
      { variant: 4, x: [0, 10], y: [-Infinity, 3], band: { low: [-Infinity, 2], high: [-9, 4] } },
    ]);
    expect(curvesOver(curves, 'theta')).toMatchObject([{ x: [60, 90], y: [1, 3] }]);
  });

  it('are a table with infinite numbers as such, and sheets without any', () => {
    const study = studyOf(
      [variant(1, [2e-3, 'a'], -3.25), variant(2, [3e-3, 'b'], null)],
      [THICKNESS, MATERIAL],
    );
    const { titles, rows } = studyTable(study, TEXTS);
    expect(titles).toEqual([
      ...['variant', 'thickness', 'layerMaterial', 'mean [dBsm]', 'low [dBsm]', 'high [dBsm]'],
      ...['status', 'core-seconds'],
    ]);
    // Millimetres, as on the page
    expect(rows).toEqual([
      [1, 2, 'a', -3.25, null, null, 'Finished', 1],
      [2, 3, 'b', -Infinity, null, null, 'Finished', 1],
    ]);
    expect(studyCsv(study, TEXTS)).toContain('1,2,a,-3.25,,,Finished,1\n2,3,b,-Infinity,,,Finished,1\n');
    const sweep = (phi: number) => ({ thetaDeg: [40, 60], phiDeg: [phi, phi], frequencyHz: [1e9, 2.5e9] });
    const curves = [
      { variant: 1, sweep: 0, dbsm: [1.5, null] },
      { variant: 2, sweep: 1, dbsm: [0, 2] },
    ];
    const names = { table: 'Variants', curveTitle: 'VV' };
    const sheets = studySheets(study, { sweeps: [sweep(20), sweep(30)], curves }, TEXTS, names);
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['Variants', 'VV 1', 'VV 2']);
    expect(sheets[0]!.data[2]).toEqual([2, 3, 'b', '-Infinity', null, null, 'Finished', 1]);
    expect(sheets[1]!.data.slice(1)).toEqual([
      [40, 20, 1, 1.5],
      [60, 20, 2.5, '-Infinity'],
    ]);
  });

  it('have a report with what was asked, the best first, and every plot of the page', () => {
    const rows = [-4, -9, -6, -5, -7].map((value, i) => variant(i + 1, [1e-3 * (i + 1)], value));
    const stopped = { ...variant(6, [6e-3], -90), converged: false };
    const study = { ...studyOf([...rows, stopped], [THICKNESS]), name: 'Layers' };
    const phiDeg = [0, 10, 20];
    const sweep = { thetaDeg: phiDeg.map(() => 90), phiDeg, frequencyHz: phiDeg.map(() => 1e9) };
    const drawn: { series: readonly PlotSeries[] }[] = [];
    const report = studyReport({
      ...{ study, component: 'theta', objective: 0, shown: [2, 5], language: 'en', version: '1' },
      view: FIRST_VIEW,
      curves: {
        sweeps: [sweep],
        curves: study.variants.map(({ number }) => ({
          variant: number,
          sweep: 0,
          dbsm: [number, 0, -number],
        })),
      },
      texts: { ...TEXTS, t: ((key: string) => key) as unknown as TFunction<'studies'> },
      ...{ unconvergedTitle: 'NO', date: new Date(0) },
      pictures: {
        line: (input) => `data:${String(drawn.push(input))}`,
        heatMap: () => 'data:map',
      },
    });
    expect(report.warning).toBe('report.unconverged');
    expect(report.sections.map(({ title }) => title)).toEqual([
      ...['report.asked', 'table.title', 'curves.title', 'effects.title'],
    ]);
    const table = report.sections[1]!.blocks[0] as Extract<ReportBlock, { kind: 'table' }>;
    expect(table.rows.map(([number]) => number)).toEqual(['2', '5', '3', '4', '1', '6']);
    expect(table.rows[5]).toContain('status.unconverged');
    const [curves, effect] = drawn;
    expect(curves!.series.map(({ id, y }) => [id, y[0]])).toEqual([
      ['2', 2],
      ['5', 5],
    ]);
    expect(effect!.series.map(({ id }) => id)).toEqual(['computed 0', 'believed']);
    expect(effect!.series[0]!.x).toEqual([1, 2, 3, 4, 5]);
  });

  it('have the limit of the page in the report of samples, with how many keep it and where it is exceeded', () => {
    const rows = Array.from({ length: 20 }, (_, i) => variant(i + 1, [1e-3 * (i + 1)], -i));
    const sampled = studyOf([...rows, { ...variant(21, [0.05], 30), converged: false }], [THICKNESS]);
    const study: Study = {
      ...sampled,
      definition: { ...sampled.definition, sampling: { kind: 'monteCarlo', runs: 21, seed: 3 } },
    };
    const sweep = { thetaDeg: [40, 40, 60, 60], phiDeg: [0, 10, 0, 10], frequencyHz: [1e9, 1e9, 1e9, 1e9] };
    const drawn: { series: readonly PlotSeries[]; level?: object }[] = [];
    const reportWith = (view: CurvesView) =>
      studyReport({
        ...{ study, component: 'theta', objective: 0, shown: [2], language: 'en', version: '1', view },
        curves: {
          sweeps: [sweep],
          curves: study.variants.map(({ number }) => ({
            ...{ variant: number, sweep: 0, dbsm: [number, 0, -number, 0] },
          })),
        },
        texts: {
          ...TEXTS,
          t: ((key: string, values: object = {}) =>
            `${key} ${Object.values(values).join(' ')}`.trim()) as unknown as TFunction<'studies'>,
        },
        ...{ unconvergedTitle: 'NO', date: new Date(0) },
        pictures: {
          line: (input) => `data:${String(drawn.push(input))}`,
          heatMap: () => 'data:map',
        },
      });
    const limit = { dbsm: '-4.5', from: '50', to: '' };
    const textsOf = ({ sections }: ReturnType<typeof reportWith>) =>
      sections[2]!.blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : []));
    const texts = textsOf(reportWith({ axis: 'theta', held: { phi: 0 }, limit }));
    expect(texts[0]).toBe('axis.phi: 0 °');
    // At θ = 60° variant n has −n dBsm: four are above −4.5, at one of two points.
    expect(texts[2]).toBe('curves.limit: -4.5 dBsm, axis.theta: 50 … 60 °. limit.exceeded 20 16 80 1 2');
    expect(drawn[0]!.level).toMatchObject({ value: -4.5, from: 50, to: Infinity });
    expect(drawn[1]!.series[0]).toMatchObject({ id: 'exceeding', x: [40, 60], y: [0, 20] });
    // Where all keep it there is nothing to draw.
    drawn.length = 0;
    const kept = textsOf(reportWith({ axis: 'phi', held: {}, limit: { dbsm: '25', from: '', to: '' } }));
    expect(kept.at(-1)).toBe('curves.limit: 25 dBsm. limit.kept 20 20 100 0 2');
    expect(drawn[1]!.series[0]!.id).not.toBe('exceeding');
    expect(textsOf(reportWith(FIRST_VIEW))).toHaveLength(2);
  });

  it('lie between their percentiles, and exceed a limit where they do', () => {
    expect(percentile([1, 2, 3, 4, 5], 0.5)).toBe(3);
    expect(percentile([1, 2], 0.25)).toBe(1.25);
    expect(percentile([-Infinity, -Infinity, 3], 0.25)).toBe(-Infinity);
    const curve = (number: number, y: number[]) => ({ variant: number, x: [0, 10, 20], y });
    const curves = Array.from({ length: 21 }, (_, i) => curve(i + 1, [i, 10, -i]));
    const spread = spreadOf(curves, { dbsm: 15, from: 0, to: 10 })!;
    expect([spread.low[0], spread.median[0], spread.high[0]]).toEqual([1, 10, 19]);
    expect(spread).toMatchObject({ exceeding: [5, 0, 0], within: 16, count: 21 });
    expect(spreadOf(curves, undefined)).toMatchObject({ exceeding: [0, 0, 0], within: 21 });
    expect(spreadOf([curve(1, [1, 2, 3])], undefined)).toBeUndefined();
    expect(spreadOf([...curves, { variant: 30, x: [0, 10], y: [1, 2] }], undefined)).toBeUndefined();
  });

  it('have a limit as it is drawn: along the line, at the height where it began', () => {
    const at = (x: number, y: number) => ({ x, y });
    expect(drawnLimit(at(120.04, -20.126), at(40, -21))).toEqual({ dbsm: '-20.13', from: '40', to: '120' });
    expect(drawnLimit(at(30, -5), at(30, -5))).toEqual({ dbsm: '-5', from: '', to: '' });
    expect(usedLimit(drawnLimit(at(30, -5), at(30, -5)))).toEqual({
      dbsm: -5,
      from: -Infinity,
      to: Infinity,
    });
  });

  it('depend on numbers by a surrogate, and on names by a curve each', () => {
    const bowl = (t: number) => -30 + 4 * (1000 * t - 2.7) ** 2;
    const rows = Array.from({ length: 9 }, (_, i) => 1e-3 + (i * 4e-3) / 8);
    const study = studyOf(
      rows.map((t, i) => variant(i + 1, [t], bowl(t))),
      [THICKNESS],
    );
    const { x, y } = effectOf(study, believedOf(study, 0)!, 0);
    const lowest = y.indexOf(Math.min(...y));
    expect(x[lowest]).toBeCloseTo(2.7, 0);
    expect(y[lowest]).toBeCloseTo(-30, 0);
    const named = studyOf(
      [variant(1, [1e-3, 'a'], -1), variant(2, [1e-3, 'b'], -2), variant(3, [2e-3, 'b'], -4)],
      [THICKNESS, MATERIAL],
    );
    expect(believedOf(named, 0)).toBeUndefined();
    const groups = groupsOf(named, 0, 0);
    expect(
      groups.map(({ names, points }) => [names[0]?.value, points.map(({ at, mean }) => [at, mean])]),
    ).toEqual([
      ['a', [[1e-3, -1]]],
      [
        'b',
        [
          [1e-3, -2],
          [2e-3, -4],
        ],
      ],
    ]);
    const two = studyOf(
      rows.flatMap((t, i) =>
        [0.2, 0.5, 0.8].map((alpha, k) => variant(3 * i + k + 1, [t, alpha], bowl(t) + alpha)),
      ),
      [THICKNESS, { target: { kind: 'alpha' }, values: { list: [0.2, 0.5, 0.8] } }],
    );
    const map = responseMap(two, believedOf(two, 0)!)!;
    const place = map.values.indexOf(Math.min(...map.values));
    expect(map.xs[place % map.xs.length]).toBeCloseTo(2.7, 0);
    expect(map.ys[Math.floor(place / map.xs.length)]).toBeLessThan(0.5);
  });
});

import {
  PROGRAM_TYPES,
  rcsDbsm,
  type BackProjectionFile,
  type FarZoneField,
  type MonoStaticRcs,
} from '@pace/contract';
import { describe, expect, it, vi } from 'vitest';
import { buildReport } from '../../src/features/results/report/buildReport.ts';
import type { ReportBlock, ReportSection } from '../../src/ui/report/reportModel.ts';
import { CURVES_A_PICTURE } from '../../src/features/results/report/reportPoints.ts';
import { bistaticSection } from '../../src/features/results/report/sections/bistaticSection.ts';
import { parseMaps } from '../../src/features/results/fields/designMaps.ts';
import { currentsSection } from '../../src/features/results/report/sections/currentsSection.ts';
import { designSection } from '../../src/features/results/report/sections/designSection.ts';
import { hotSpotsSection } from '../../src/features/results/report/sections/hotSpotsSection.ts';
import { inputSection } from '../../src/features/results/report/sections/inputSection.ts';
import { iterationsSection } from '../../src/features/results/report/sections/iterationsSection.ts';
import { meshSection } from '../../src/features/results/report/sections/meshSection.ts';
import { monostaticSection } from '../../src/features/results/report/sections/monostaticSection.ts';
import { patternSection } from '../../src/features/results/report/sections/patternSection.ts';
import { solutionSection } from '../../src/features/results/report/sections/solutionSection.ts';
import { versionsSection } from '../../src/features/results/report/sections/versionsSection.ts';
import { tableBlocks } from '../../src/features/results/report/tableBlocks.ts';
import { syntheticCuts, syntheticMaps, syntheticMapsFile } from './syntheticRun.ts';
import { cutsAt, historyAt, noResults, pointsOf, reportInput, texts } from './reportInput.ts';

type Kind = ReportBlock['kind'];
const blocksOf = <K extends Kind>(section: ReportSection | undefined, kind: K) =>
  (section?.blocks ?? []).filter((block): block is Extract<ReportBlock, { kind: K }> => block.kind === kind);
const factsOf = (section: ReportSection | undefined) =>
  Object.fromEntries(blocksOf(section, 'facts').flatMap(({ facts }) => facts));
const captionsOf = (section: ReportSection | undefined) =>
  blocksOf(section, 'picture').map(({ caption }) => caption);
const textsOf = (section: ReportSection | undefined) => blocksOf(section, 'text').map(({ text }) => text);

describe('the mesh in the report', () => {
  it('is a picture, the numbers that the mesher gave, and a row for each part', () => {
    const input = reportInput('finished');
    input.project.state.meshReport!.quality = {
      ...{ measure: 'radiusRatio', min: 0.1234, mean: 0.8765 },
      ...{ histogram: [], sliverCount: 0, slivers: [] },
    };
    const section = meshSection(input);
    expect(blocksOf(section, 'picture')).toEqual([
      {
        kind: 'picture',
        address: 'mesh 1',
        caption: 'The surface mesh; parts in their colors',
        shape: 'tall',
      },
    ]);
    expect(factsOf(section)).toEqual({
      Triangles: '1,152',
      Vertices: '578',
      'Edges with unknowns (RWG)': '1,728',
      'Quality of triangles (1 is equilateral)': '0.123 at least, 0.877 on average',
    });
    expect(blocksOf(section, 'table')[0]!.rows).toEqual([
      ['1', 'part upper', '576', '1 m²', 'no'],
      ['2', 'part lower', '576', '1 m²', 'yes'],
    ]);
  });

  it('says of bent triangles how many there are, how far they are bent and how distorted they are', () => {
    const input = reportInput('finished');
    input.project.state.meshReport!.curved = {
      triangles: 1000,
      sagitta_m: 0.01234,
      sagittaOfEdge: 0.0831,
      sagitta_wavelengths: 0.0412,
      scaledJacobian: 0.912,
    };
    expect(factsOf(meshSection(input))).toMatchObject({
      'Bent triangles': '1,000 of 1,152',
      'Largest sagitta': '0.0123 m (0.0412 λ), at most 8.31 % of its edge',
      'Smallest scaled Jacobian': '0.912',
    });
    delete input.project.state.meshReport!.curved.sagitta_wavelengths;
    expect(factsOf(meshSection(input))['Largest sagitta']).toBe('0.0123 m, at most 8.31 % of its edge');
  });

  it('is without a picture where there is no geometry, and without numbers where there is no report of the mesher', () => {
    const input = reportInput('finished');
    input.data.geometry = undefined;
    expect(blocksOf(meshSection(input), 'picture')).toEqual([]);
    input.project.state.meshReport = null;
    expect(meshSection(input).blocks).toEqual([]);
  });
});

describe('the input in the report', () => {
  it('has the kind of program and every part of what was asked', () => {
    const section = inputSection(reportInput('finished'));
    expect(factsOf(section)['Program type']).toBe(texts.t('programType.1'));
    expect(blocksOf(section, 'heading').map(({ text }) => text)).toEqual(
      expect.arrayContaining([texts.t('input.excitation'), texts.t('input.frequency')]),
    );
  });

  it('says that there is none as long as nothing was saved', () => {
    const input = reportInput('finished');
    input.project.state.solverInput = null;
    expect(inputSection(input).blocks).toEqual([{ kind: 'text', text: texts.t('input.none') }]);
  });
});

describe('the solution in the report', () => {
  it('of a direct method has its backward error, of an iterative one its residual', () => {
    const direct = factsOf(solutionSection(reportInput('finished')));
    expect(direct[texts.t('summary.method')]).toBe('method dense-lu');
    expect(direct[texts.t('summary.backwardError')]).toBe('3.2e-15');
    expect(direct[texts.t('summary.time')]).toBe('0:01:23');
    const iterative = factsOf(solutionSection(reportInput('iterative')));
    expect(iterative[texts.t('summary.residual')]).toBe('3.2e-15');
    expect(iterative[texts.t('summary.backwardError')]).toBeUndefined();
  });

  it('has the notices of the solver; that it did not converge is a warning', () => {
    const input = reportInput('unconverged');
    input.project.resultSummary!.notices = [
      { code: 'NOT_CONVERGED', sentence: 'It stopped early.' },
      { code: 'OPEN_PARTS_EFIE', sentence: 'Open surfaces.' },
    ];
    const section = solutionSection(input);
    expect(blocksOf(section, 'warning')).toEqual([{ kind: 'warning', text: 'It stopped early.' }]);
    expect(textsOf(section)).toEqual([
      `${texts.t('summary.reason')} synthetic data of no physical meaning`,
      'Open surfaces.',
    ]);
    expect(factsOf(section)[texts.t('summary.converged')]).toBe(texts.t('summary.no'));
  });

  it('of an adaptive sweep says how many frequencies were solved, and how well the others are known', () => {
    const input = reportInput('finished');
    const summary = input.project.resultSummary!;
    if (summary.method !== 'dense-lu') throw new Error('of the full wave');
    const [first] = summary.frequencies;
    summary.frequencies = [first!];
    summary.frequenciesHz = [first!.frequencyHz, 2e9, 3e9];
    summary.adaptive = {
      toleranceDb: 0.1,
      steps: [{ frequencyHz: first!.frequencyHz }],
      interpolated: [
        { frequencyHz: 2e9, relativeError: 0.004 },
        { frequencyHz: 3e9, relativeError: 0.0061 },
      ],
      narrowResonances: [],
    };
    expect(textsOf(solutionSection(input)).join()).toContain(
      'within 0.1 dB: 1 of 3 frequencies were solved, 2 are interpolated (estimated error at most 0.61 % of the field)',
    );
    summary.finished = false;
    expect(textsOf(solutionSection(input)).join()).toContain('1 of 3 frequencies are solved so far');
  });

  it('says that there is none yet', () => {
    expect(textsOf(solutionSection(reportInput('running')))).toEqual([texts.t('nothingYet')]);
  });
});

describe('iterations in the report', () => {
  const [first, second] = pointsOf(1, 2) as [ReturnType<typeof pointsOf>[0], ReturnType<typeof pointsOf>[0]];

  it('are a picture with the tolerance, named by what differs', () => {
    const input = reportInput('iterative', {
      histories: [historyAt(first, [1, 0.1]), historyAt(second, [1, 0.5], false)],
    });
    const section = iterationsSection(input);
    expect(captionsOf(section)).toEqual([`${texts.t('iterations.plotLabel')} · method mlfma · 1 GHz, φ 0°`]);
    const [[picture]] = input.drawn.line as [[(typeof input.drawn.line)[0][0]]];
    expect(picture.level!.value).toBe(input.project.state.solverInput!.residualerror);
    expect(picture.series.map(({ name, y, unconverged }) => [name, y, unconverged])).toEqual([
      ['θ 0°', [1, 0.1], false],
      ['θ 10°', [1, 0.5], true],
    ]);
  });

  it('are left out where there is one only, and where the run kept none', () => {
    expect(iterationsSection(reportInput('finished', { histories: [historyAt(first, [1e-15])] }))).toBe(
      undefined,
    );
    expect(iterationsSection(reportInput('finished'))).toBe(undefined);
  });
});

describe('bistatic cuts in the report', () => {
  const [point] = pointsOf(1, 1) as [ReturnType<typeof pointsOf>[0]];

  it('of a point are one picture a plane, one round, and the largest value with its angle', () => {
    const input = reportInput('finished', { cuts: cutsAt([point]) });
    const section = bistaticSection(input);
    expect(input.drawn.line).toHaveLength(3);
    expect(input.drawn.polar.map(([{ orientation }]) => orientation)).toEqual([
      'azimuth',
      'elevation',
      'elevation',
    ]);
    const levels = input.data
      .results!.cuts![0]!.far.farZoneFields.filter(({ plane }) => plane === 'xy')
      .map(rcsDbsm);
    const top = Math.max(...levels);
    expect(blocksOf(section, 'table')[0]!.rows[0]!.slice(0, 4)).toEqual([
      '1 GHz',
      '0°',
      '0°',
      `${texts.number(top)} dBsm at ${levels.indexOf(top)}°`,
    ]);
    expect(textsOf(section)).toEqual([]);
  });

  it('stand beside the exact sphere, with the mean difference', () => {
    const cuts = cutsAt([point]).map((cut) => ({
      ...cut,
      exact: {
        radiusM: 0.5,
        vertexRadiusM: 0.503,
        centreM: [0, 0, 0] as [number, number, number],
        farZoneFields: syntheticCuts(point.frequencyHz, 10 * point.thetaDeg).map((field) => ({
          ...field,
          e_Theta_Real: 2 * field.e_Theta_Real,
          e_Theta_Imag: 2 * field.e_Theta_Imag,
          e_Phi_Real: 2 * field.e_Phi_Real,
          e_Phi_Imag: 2 * field.e_Phi_Imag,
        })),
        back: { ...cut.far.farZoneFields[0]! },
      },
    }));
    const input = reportInput('finished', { cuts });
    const section = bistaticSection(input);
    expect(captionsOf(section)[0]).toContain(texts.t('report.mie', { mean: '6.02' }));
    expect(input.drawn.line[0]![0].series.map(({ name }) => name)).toEqual(['Computed', 'Mie']);
    expect(textsOf(section)).toHaveLength(1);
    expect(textsOf(section)[0]).not.toContain('layers');
    const coated = reportInput('finished', { cuts }, { programType: PROGRAM_TYPES.coating });
    expect(textsOf(bistaticSection(coated))[0]).toContain('layers');
  });

  it('of a long sweep are in pictures of a few, none of them round, and say how many points there are', () => {
    const points = pointsOf(1, CURVES_A_PICTURE + 1);
    const input = reportInput('finished', { points, all: 500, cuts: cutsAt(points) });
    const section = bistaticSection(input);
    expect(input.drawn.line).toHaveLength(6);
    expect(input.drawn.polar).toHaveLength(0);
    expect(textsOf(section)[0]).toContain('The run has 500 points; 7 of them');
    expect(blocksOf(section, 'table')[0]!.rows).toHaveLength(points.length);
  });

  it('without a point in a plane have a dash there, and are left out where the run kept none', () => {
    const cuts = cutsAt([point]);
    cuts[0]!.far.farZoneFields = cuts[0]!.far.farZoneFields.filter(({ plane }) => plane === 'xy');
    const section = bistaticSection(reportInput('finished', { cuts }));
    expect(blocksOf(section, 'table')[0]!.rows[0]!.slice(4)).toEqual(['–', '–']);
    expect(bistaticSection(reportInput('finished'))).toBe(undefined);
    cuts[0]!.far.farZoneFields = [];
    expect(bistaticSection(reportInput('finished', { cuts }))).toBe(undefined);
  });

  it('of a run that has not converged are marked', () => {
    const input = reportInput('unconverged', { cuts: cutsAt([point], false) });
    bistaticSection(input);
    expect(input.drawn.line[0]![0]).toMatchObject({
      unconvergedTitle: 'NOT CONVERGED',
      series: [{ unconverged: true }],
    });
  });
});

describe('the pattern in the report', () => {
  /** |E| = 1 everywhere but for one direction, where it is 2 */
  const sphere = [0, 60, 120, 180].flatMap((theta) =>
    [0, 90, 180, 270].map((phi): FarZoneField => {
      const e = theta === 60 && phi === 90 ? 2 : 1;
      return {
        ...{ plane: '3d', angleTheta: 10 * theta, anglePhi: 10 * phi },
        ...{ e_Theta_Real: e, e_Theta_Imag: 0, e_Phi_Real: 0, e_Phi_Imag: 0 },
      };
    }),
  );

  it('has its peak, where it is, and 30 dB below it in the middle', () => {
    const input = reportInput('finished', {
      all: 3,
      pattern: { farZoneFields: sphere, converged: true },
    });
    const section = patternSection(input);
    const peak = 10 * Math.log10(16 * Math.PI);
    expect(factsOf(section)).toMatchObject({
      [texts.t('pattern.peak')]: `${texts.number(peak)} dBsm`,
      [texts.t('pattern.peakAt')]: 'θ 60°, φ 90°',
    });
    const [, options] = input.drawn.mesh[0]!;
    expect(options.colors!.range![1]).toBeCloseTo(peak, 6);
    expect(options.colors!.range![1] - options.colors!.range![0]).toBeCloseTo(30, 9);
    expect(options.warning).toBe(undefined);
    expect(textsOf(section)).toEqual(['The run has 3 points; the first is drawn here.']);
  });

  it('is marked when it has not converged, and left out without a full sphere', () => {
    const input = reportInput('unconverged', { pattern: { farZoneFields: sphere, converged: false } });
    patternSection(input);
    expect(input.drawn.mesh[0]![1].warning).toBe('NOT CONVERGED');
    const none = reportInput('finished', { pattern: { farZoneFields: sphere.slice(1), converged: true } });
    expect(patternSection(none)).toBe(undefined);
    expect(patternSection(reportInput('finished'))).toBe(undefined);
  });
});

describe('what is known of places in the report', () => {
  const asked = { projectId: 'finished', frequency: 1e9, theta: 900 } as const;
  const maps = () => parseMaps(syntheticMaps(4));

  it('of the largest echo has its map and a row for each part, the largest share on top', () => {
    const input = reportInput('finished', {
      echoes: [{ component: 'VV', file: syntheticMapsFile(asked), maps: maps() }],
    });
    const section = designSection(input);
    expect(captionsOf(section)).toEqual(['Contribution · VV · 1 GHz, θ 90°, φ 0° · 3.25 dBsm']);
    const [[, { colors }]] = input.drawn.mesh as [(typeof input.drawn.mesh)[0]];
    expect(colors).toMatchObject({ unit: 'dBsm' });
    const [table] = blocksOf(section, 'table');
    expect(table!.titles.slice(0, 3)).toEqual(['Part', 'Share [dBsm]', 'Phase [° to total]']);
    expect(table!.rows.map((row) => row.slice(0, 2))).toEqual([
      ['part upper', '4.0'],
      ['part lower', '-7.0'],
    ]);
    expect(designSection(reportInput('finished'))).toBe(undefined);
  });

  it('of a sweep has the image on the model and the hot spots; without a mesh the list alone', () => {
    const [image] = maps();
    const file: BackProjectionFile = {
      schema: 'pace-backprojection-1',
      fingerprint: '1',
      polarization: 1,
      received: 'V',
      frequenciesHz: [1e9, 2e9],
      frequencies: 5,
      illuminations: 3,
      resolution_m: { downRange: 0.15 },
      radius_m: 0.15,
      spots: [{ triangle: 7, part: 2, position_m: [0.1, -0.25, 1], rcs_dBsm: -3.456 }],
      seconds: 1,
    };
    const input = reportInput('finished', { spots: [{ component: 'VV', file, image: image! }] });
    const section = hotSpotsSection(input);
    expect(captionsOf(section)).toEqual(['VV · Least distance of hot spots · 0.15 m']);
    expect(blocksOf(section, 'table')[0]!.rows).toEqual([
      ['1', 'part lower', '-3.46', '0.100', '-0.250', '1.000'],
    ]);
    input.data.geometry = undefined;
    expect(captionsOf(hotSpotsSection(input))).toEqual([]);
    expect(hotSpotsSection(reportInput('finished'))).toBe(undefined);
  });
});

describe('currents in the report', () => {
  const vertices = reportInput('finished').data.geometry!.vertices.length / 3;
  const current = { values: new Float32Array(6 * vertices).fill(1), sides: undefined };

  it('are a picture of each density, in its unit', () => {
    const input = reportInput('finished', {
      currents: [
        { density: 'J', incident: undefined, current },
        { density: 'M', incident: undefined, current },
      ],
    });
    const section = currentsSection(input);
    expect(input.drawn.mesh.map(([, { colors }]) => [colors!.label, colors!.unit])).toEqual([
      ['|J|', 'A/m'],
      ['|M|', 'V/m'],
    ]);
    expect(input.drawn.mesh[0]![1].colors!.values[0]).toBeCloseTo(Math.sqrt(6), 5);
    expect(captionsOf(section)[1]).toContain('Magnitude of the magnetic surface current');
  });

  it('of another mesh are not drawn, and without any there is no section', () => {
    const other = [
      {
        density: 'J' as const,
        incident: undefined,
        current: { ...current, values: current.values.slice(6) },
      },
    ];
    expect(currentsSection(reportInput('finished', { currents: other }))).toBe(undefined);
    expect(currentsSection(reportInput('finished'))).toBe(undefined);
  });
});

describe('backscatter in the report', () => {
  const record = (frequency: number, thetaDeg: number): MonoStaticRcs => ({
    ...{ frequency, angleTheta: 10 * thetaDeg, anglePhi: 0 },
    ...{ e_Theta_Real: 1, e_Theta_Imag: 0, e_Phi_Real: 0, e_Phi_Imag: 0 },
  });
  const inputOf = (frequenciesHz: number[], thetasDeg: number[], converged = true) => {
    const input = reportInput('finished', {
      monostatic: {
        monoStaticRcs: frequenciesHz.flatMap((hertz) => thetasDeg.map((theta) => record(hertz, theta))),
        converged,
      },
    });
    Object.assign(input.project.resultSummary!, {
      frequenciesHz,
      illuminations: thetasDeg.map((thetaDeg) => ({ thetaDeg, phiDeg: 0 })),
    });
    return input;
  };

  it('of one point is its value', () => {
    const section = monostaticSection(inputOf([1e9], [30]));
    expect(blocksOf(section, 'facts')[0]!.facts).toEqual([
      ['1 GHz, Theta 30°, Phi 0°', `${texts.number(10 * Math.log10(4 * Math.PI))} dBsm`],
    ]);
  });

  it('of a double sweep is a map, and a curve for each frequency', () => {
    const input = inputOf([1e9, 2e9, 3e9], [0, 10, 20, 30], false);
    const section = monostaticSection(input);
    expect(input.drawn.heatMap[0]![0]).toMatchObject({
      xs: [0, 10, 20, 30],
      ys: [1, 2, 3],
      unconvergedTitle: 'NOT CONVERGED',
    });
    expect(input.drawn.line[0]![0].series.map(({ name, x }) => [name, x])).toEqual([
      ['1 GHz', [0, 10, 20, 30]],
      ['2 GHz', [0, 10, 20, 30]],
      ['3 GHz', [0, 10, 20, 30]],
    ]);
    expect(captionsOf(section)[1]).toContain('Phi 0°');
  });

  it('says so when there is none, and is left out of a project without results', () => {
    expect(textsOf(monostaticSection(reportInput('finished')))).toEqual([texts.t('monostatic.empty')]);
    const input = reportInput('running');
    input.data.results = undefined;
    expect(monostaticSection(input)).toBe(undefined);
  });
});

describe('versions in the report', () => {
  it('are of the solver that made the results, else of the one that is there', () => {
    expect(factsOf(versionsSection(reportInput('finished')))).toMatchObject({
      Pace: '1.2.3',
      Solver: '0.1.0',
      Project: 'finished',
    });
    const running = factsOf(versionsSection(reportInput('running')));
    expect(running['Solver']).toBe('9.9.9');
    expect(running[texts.t('run.ended')]).toBe('–');
  });
});

describe('tables in the report', () => {
  it('of many columns are several with the first column in each, and of many rows say how many there are', () => {
    const titles = Array.from({ length: 9 }, (_, i) => `c${i}`);
    const blocks = tableBlocks({ titles, rows: Array.from({ length: 120 }, () => titles) }, texts.t);
    const tables = blocks.filter((block) => block.kind === 'table');
    expect(tables.map((table) => table.titles.length)).toEqual([7, 3]);
    expect(tables.every((table) => table.titles[0] === 'c0' && table.rows.length === 100)).toBe(true);
    expect(blocks.at(-1)).toMatchObject({ text: expect.stringContaining('100 of 120') as string });
  });
});

describe('the whole report', () => {
  const going = () => ({
    signal: new AbortController().signal,
    onProgress: vi.fn<(share: number) => void>(),
  });

  it('has its sections in order and leaves out what the run does not have', async () => {
    const points = pointsOf(1, 1);
    const building = going();
    const report = await buildReport(reportInput('finished', { points, cuts: cutsAt(points) }), building);
    expect(report.sections.map(({ title }) => title)).toEqual([
      texts.t('report.mesh'),
      texts.t('input.title'),
      texts.t('summary.title'),
      texts.t('certificate.title'),
      texts.t('bistatic.title'),
      texts.t('monostatic.title'),
      texts.t('report.versions'),
    ]);
    expect(report).toMatchObject({ title: 'Sphere', warning: '', language: 'en' });
    expect(report.subtitle).toContain('Pace 1.2.3, solver 0.1.0 · March 4, 2026');
    const shares = building.onProgress.mock.calls.map(([share]) => share);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });

  it('of a run that has not converged has the warning for every page', async () => {
    const { warning } = await buildReport(reportInput('unconverged'), going());
    expect(warning).toContain('NOT CONVERGED');
  });

  it('of a project without results is its mesh, input and versions', async () => {
    const input = { ...reportInput('running') };
    input.data = { ...input.data, results: undefined };
    const { sections } = await buildReport(input, going());
    expect(sections).toHaveLength(4);
    expect(input.drawn.line).toHaveLength(0);
  });

  it('ends when it is cancelled', async () => {
    const controller = new AbortController();
    const input = reportInput('finished', { ...noResults });
    const made = buildReport(input, { signal: controller.signal, onProgress: () => controller.abort() });
    await expect(made).rejects.toThrow(/abort/i);
    expect(input.drawn.mesh).toHaveLength(1);
  });
});

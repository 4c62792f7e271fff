import {
  fromWire,
  type FarZoneField,
  type MonoStaticRcs,
  type Project,
  type RunResult,
  componentBar,
} from '@pace/contract';
import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import {
  countedWithin,
  halvingAction,
  namedParts,
  partsOf,
  whyWithout,
} from '../../src/features/results/certificate/certificate.ts';
import {
  certificateTexts,
  cutsGroup,
  monostaticGroups,
  type CountedGroup,
} from '../../src/features/results/certificate/certificateTexts.ts';
import { complexFieldsCsv } from '../../src/features/results/curves/rcsCurves.ts';
import {
  beforeOf,
  countsBeforeAndAfter,
  refinementOf,
  sumOfParts,
} from '../../src/features/results/certificate/refinement.ts';
import { bandOf } from '../../src/features/results/fields/errorBars.ts';
import { curveOf } from '../../src/features/results/fields/farField.ts';
import { correctedCurve, solvedReference } from '../../src/features/results/monostatic/corrected.ts';
import { errorAtVertices, parseErrorMap } from '../../src/features/results/fields/errorMap.ts';
import { bandPolygons } from '../../src/plots/band.ts';
import { init, type PlotOption } from '../../src/plots/echarts.ts';
import { lineOption } from '../../src/plots/lineOption.ts';
import { polarOption } from '../../src/plots/polarOption.ts';
import type { PlotSeries } from '../../src/plots/series.ts';
import { syntheticProject } from './syntheticRun.ts';

const VERTICAL = 1;
const field = (theta: number, error?: number): FarZoneField => ({
  plane: 'xy',
  angleTheta: 900,
  anglePhi: 0,
  e_Theta_Real: theta,
  e_Theta_Imag: 0,
  e_Phi_Real: 0,
  e_Phi_Imag: 0.3,
  ...(error === undefined ? {} : { e_Theta_Error: error, e_Phi_Error: 0.1 }),
});
const matrix = {
  frequency: 1e9,
  angleTheta: 0,
  anglePhi: 0,
  s_VV_Real: 1,
  s_VV_Imag: 0,
  s_VV_Error: 0.02,
  s_VH_Real: 0.001,
  s_VH_Imag: 0,
  s_VH_Error: 0.01,
  s_HV_Real: 0,
  s_HV_Imag: 0.001,
  s_HV_Error: 0.01,
  s_HH_Real: 0,
  s_HH_Imag: 0.5,
  s_HH_Error: 0.04,
} satisfies MonoStaticRcs;

describe('the band of a curve', () => {
  const curve = { x: [0, 1, 2], fields: [field(1, 0.5), field(0.1, 0.2), field(1)] };
  it('is |E| ± δ in magnitude, wider below in dB, without an end below in a null, and not there without a bar', () => {
    const { low, high } = bandOf(curve, 'theta', VERTICAL)!;
    const dbsm = (size: number) => 10 * Math.log10(4 * Math.PI) + 20 * Math.log10(size);
    expect(low[0]).toBeCloseTo(dbsm(0.5), 10);
    expect(high[0]).toBeCloseTo(dbsm(1.5), 10);
    expect(low[1]).toBe(-Infinity);
    expect(high[1]).toBeCloseTo(dbsm(0.3), 10);
    expect([low[2], high[2]]).toEqual([NaN, NaN]);
  });
  it('on the scale of m² ends at 0', () => {
    expect(bandOf(curve, 'theta', VERTICAL, 'm²')!.low[1]).toBe(0);
  });
  it('of co and cross is that of the component they are', () => {
    expect(bandOf(curve, 'co', VERTICAL)).toEqual(bandOf(curve, 'theta', VERTICAL));
    expect(bandOf(curve, 'cross', VERTICAL)).toEqual(bandOf(curve, 'phi', VERTICAL));
  });
  it('of circular components has the sum of both radii', () => {
    const bar = componentBar(field(1, 0.5), 'right', VERTICAL)!;
    // E_R = (1 + j·0.3j)/√2
    expect((bar.low + bar.high) / 2).toBeCloseTo(0.7 / Math.SQRT2, 12);
    expect((bar.high - bar.low) / 2).toBeCloseTo(0.6 / Math.SQRT2, 12);
  });
  it('does not exist where no point has a bar', () => {
    expect(bandOf({ x: [0], fields: [field(1)] }, 'total', VERTICAL)).toBeUndefined();
  });
  it('of a phase difference lies round the drawn angle', () => {
    const { low, high } = bandOf({ x: [0], fields: [matrix] }, 'phase', 4)!;
    expect((low[0]! + high[0]!) / 2).toBeCloseTo(-90, 9);
    expect((high[0]! - low[0]!) / 2).toBeCloseTo(((Math.asin(0.02) + Math.asin(0.08)) * 180) / Math.PI, 9);
  });
});

it('a band is drawn in one piece for each run of points that have bars', () => {
  const band = { low: [0, 0, NaN, 0, 0, -Infinity], high: [1, 1, NaN, 1, 1, 1] };
  const pieces = bandPolygons(
    [0, 1, 2, 3, 4, 5],
    band,
    ([x, y]) => [x, y],
    (y) => Math.max(-9, y),
  );
  expect(pieces.map((piece) => piece.length)).toEqual([4, 6]);
  expect(pieces[1]).toContainEqual([5, -9]);
});

describe('in the drawing of a plot a band', () => {
  const style = {
    ...{ text: '#fff', faintText: '#aaa', grid: '#333', background: '#000', warning: '#f00', accent: '#0f0' },
    fontFamily: 'sans',
    curves: ['#123456'],
  };
  const series = [
    {
      id: 'a',
      name: 'a',
      x: [0, 90, 180, 270],
      y: [1, 2, 3, 2],
      band: { low: [0, -Infinity, 2, 1], high: [2, 3, 5, 3] },
    },
  ];
  const drawn = (option: PlotOption) => {
    const chart = init(null, undefined, { renderer: 'svg', ssr: true, width: 600, height: 400 });
    chart.setOption(option);
    const svg = chart.renderToSVGString();
    chart.dispose();
    return svg;
  };
  const titles = { unconvergedTitle: '', language: 'en' };
  const [x, y] = [
    { label: 'φ', unit: '°' },
    { label: 'RCS', unit: 'dBsm' },
  ];
  const line = (of: PlotSeries[]) =>
    drawn(lineOption({ series: of, x, y, ...titles, zoomTitles: { zoom: '', back: '' } }, style));
  const polar = (of: PlotSeries[]) =>
    drawn(
      polarOption({ series: of, angle: x, radius: y, orientation: 'azimuth', span: 40, ...titles }, style),
    );
  const FILLED = /<polygon points="[^"]*" fill="#123456" fill-opacity="0\.22"/g;
  it.each([
    ['over x', line],
    ['round', polar],
  ])('%s is one area in the colour of its curve', (_, draw) => {
    expect(draw(series).match(FILLED)).toHaveLength(1);
    expect(draw(series)).not.toMatch(/NaN|Infinity/);
    expect(draw(series.map(({ band: _band, ...rest }) => rest)).match(FILLED)).toBeNull();
  });
});

it('files of complex fields have the radii, where there are any', () => {
  const curve = (fields: FarZoneField[]) => ({
    ...{
      id: 'a',
      name: 'a',
      component: 'total' as const,
      polarization: 1,
      unconverged: false,
      styleIndex: 0,
    },
    x: [0],
    fields,
  });
  const [titles, row] = complexFieldsCsv([curve([field(1, 0.5)])], []).split('\n');
  expect(titles).toContain('e_phi_imag_V,e_theta_error_V,e_phi_error_V');
  expect(row).toMatch(/,0\.5,0\.1$/);
  expect(complexFieldsCsv([curve([field(1)])], [])).not.toContain('error');
});

it('a corrected curve has the corrected fields and bars, and the solved one beside it', () => {
  const { frequency: _, angleTheta: __, anglePhi: ___, ...terms } = matrix;
  const fields: MonoStaticRcs[] = [
    { ...matrix, corrected: { ...terms, s_VV_Real: 0.9, s_VV_Error: 0.001 } },
    matrix,
  ];
  const curve = {
    ...{ id: 'a', name: 'a', component: 'VV' as const, polarization: 4, unconverged: false, styleIndex: 3 },
    ...{ x: [0, 1], fields },
  };
  const corrected = correctedCurve(curve, 'a, corrected');
  const dbsm = (size: number) => 10 * Math.log10(4 * Math.PI * size * size);
  expect(curveOf(corrected, 'VV', 4).y).toEqual([dbsm(0.9), dbsm(1)]);
  expect(bandOf(corrected, 'VV', 4)!.low[0]).toBeCloseTo(dbsm(0.899), 9);
  const beside = solvedReference(curve, 'a, as solved');
  expect(beside).toMatchObject({ of: 'a', name: 'a, as solved', dbsm: [dbsm(1), dbsm(1)], styleIndex: 3 });
});

describe('the certificate', () => {
  it('counts by the lower end, of both polarizations each term', () => {
    expect(countedWithin([matrix, { ...matrix, s_VV_Error: 0.08 }], 4)).toEqual([
      { component: 'VV', angles: 2, within: [1, 2] },
      { component: 'HH', angles: 2, within: [0, 2] },
      { component: 'VH', angles: 2, within: [0, 0] },
      { component: 'HV', angles: 2, within: [0, 0] },
    ]);
    expect(countedWithin([field(1)], VERTICAL)).toEqual([]);
  });

  it('counts corrected fields beside the solved ones, where there are any', () => {
    const { frequency: _, angleTheta: __, anglePhi: ___, ...terms } = matrix;
    const corrected = { ...terms, s_VV_Error: 0.001, s_HH_Error: 0.002 };
    const t = ((key: string) => key) as unknown as TFunction<'results'>;
    expect(monostaticGroups([matrix], 4, t).map(({ name }) => name)).toEqual(['certificate.monostatic']);
    const [solved, better] = monostaticGroups([{ ...matrix, corrected }], 4, t);
    expect(solved!.counted.map(({ within }) => within[0])).toEqual([1, 0, 0, 0]);
    expect(better!.name).toBe('certificate.monostaticCorrected');
    expect(better!.counted.map(({ within }) => within[0])).toEqual([1, 1, 0, 0]);
  });

  const parts = { equation: 0.001, discretisation: 0.002, geometry: 0.003 };
  const run = (method: string, estimate: object = parts, backwardError = 1e-4) =>
    ({
      method,
      converged: true,
      frequencies: [
        { frequencyHz: 1e9, backwardError, errorEstimate: parts },
        { frequencyHz: 2e9, backwardError, errorEstimate: estimate },
      ],
    }) as unknown as RunResult;

  it('says why there are no bars', () => {
    const why = (method: string) => whyWithout({ method } as unknown as RunResult);
    expect(why('dense-lu')).toBe('notAsked');
    expect(why('physical-optics')).toBe('optics');
    expect(why('hybrid')).toBe('hybrid');
  });

  it('names the largest part at the frequency with the widest bars', () => {
    expect(partsOf(run('mlfma', { equation: 0.01, discretisation: 0, geometry: 0 }))).toMatchObject({
      frequencyHz: 2e9,
      largest: 'equation',
    });
    expect(partsOf(run('mlfma'))).toMatchObject({ frequencyHz: 1e9, largest: 'geometry' });
    expect(partsOf({ frequencies: [{ frequencyHz: 1e9 }] } as unknown as RunResult)).toBeUndefined();
  });

  it('advises what would halve it', () => {
    const project = syntheticProject('finished') as unknown as Parameters<typeof halvingAction>[0];
    const advice = (estimate: object, method = 'mlfma', residual = 1e-4, changes: object = {}) => {
      const summary = { ...run(method, estimate, residual), ...changes } as RunResult;
      return halvingAction(project, summary, partsOf(summary)!);
    };
    const only = (part: string) => ({ equation: 0, discretisation: 0, geometry: 0, [part]: 0.1 });
    expect(advice(only('discretisation'))).toBe('finerMesh');
    expect(advice(only('geometry'))).toBe('curvedElements');
    expect(advice(only('layers'))).toBe('solveLayers');
    expect(advice(only('equation'), 'mlfma', 0.1)).toBe('lowerResidual');
    expect(advice(only('equation'), 'mlfma', 1e-4)).toBe('moreEfie');
    expect(advice(only('equation'), 'dense-lu', 1)).toBe('moreEfie');
    expect(advice(only('equation'), 'mlfma', 0.1, { converged: false })).toBe('moreIterations');
  });

  it('says which directions its rows leave out', () => {
    const summary = run('mlfma');
    const waves = { frequenciesHz: [1e9, 2e9], illuminations: [{ thetaDeg: 90, phiDeg: 0 }] };
    const project = {
      ...syntheticProject('finished'),
      resultSummary: { ...summary, ...waves },
    } as unknown as Project;
    const t = ((key: string, values: object) => `${key} ${JSON.stringify(values)}`) as TFunction<'results'>;
    const leftOut = (...groups: CountedGroup[]) =>
      certificateTexts(project, summary, partsOf(summary)!, groups, { t, language: 'en' }).leftOut;
    const counted = countedWithin([matrix], 4);
    expect(leftOut({ name: 'back', counted })).toEqual([]);
    expect(leftOut({ name: 'back', counted }, ...cutsGroup('none asked for', [], 4))).toEqual([]);
    expect(leftOut({ name: 'back', counted }, ...cutsGroup('cuts', [field(1)], VERTICAL))).toEqual([
      'certificate.withoutBars {"name":"cuts"}',
      'certificate.otherWaves {"all":"2","shown":"1"}',
    ]);
  });
});

describe('the map of the errors', () => {
  const file = (values: readonly number[], magic = 'PACEERR1') => {
    const buffer = new ArrayBuffer(12 + 4 * values.length);
    new Uint8Array(buffer).set([...magic].map((letter) => letter.charCodeAt(0)));
    const view = new DataView(buffer);
    view.setUint32(8, values.length, true);
    values.forEach((value, i) => view.setFloat32(12 + 4 * i, value, true));
    return buffer;
  };
  it('is read as it was written, and refused when it is another file or cut off', () => {
    expect([...parseErrorMap(file([0.25, 0.5]))]).toEqual([0.25, 0.5]);
    expect(() => parseErrorMap(file([0.25], 'PACECUR1'))).toThrow('PACEERR1');
    expect(() => parseErrorMap(file([0.25, 0.5]).slice(0, 18))).toThrow('cut off');
  });
  it('is at a vertex the mean of its triangles, in percent; 0 where there are none', () => {
    // Two triangles with a side in common, and a vertex of its own.
    expect([...errorAtVertices([0.25, 0.75], [0, 1, 2, 2, 1, 3], 5)]).toEqual([25, 50, 50, 75, 0]);
  });
});

describe('refining where it matters', () => {
  const run = fromWire(syntheticProject('finished'));
  const withMap = {
    ...run.resultSummary!,
    frequencies: [
      {
        ...run.resultSummary!.frequencies[0]!,
        errorEstimate: {
          equation: 0.01,
          discretisation: 0.02,
          geometry: 0.03,
          receivers: 'solved',
          seconds: 1,
          map: { file: 'solver_result_1_errors.bin', sum: 0.1, rootSumOfSquares: 0.01 },
        },
      },
    ],
  } as RunResult;
  const of = (type: 'STEP' | 'UNV') => ({
    ...run,
    state: { ...run.state, model: { ...run.state.model!, type } },
  });
  it('is offered of STEP models with a map, said of UNV models, and not spoken of without a map', () => {
    expect(refinementOf(of('STEP'), withMap)).toBe('mesh');
    expect(refinementOf(of('UNV'), withMap)).toBe('advice');
    expect(refinementOf(of('STEP'), run.resultSummary!)).toBeUndefined();
  });
  it('sets the bars of the earlier run beside those of this one, at the same frequency', () => {
    const parts = partsOf(withMap)!;
    const errors = { equation: 0.04, discretisation: 0.05, geometry: 0.06, layers: 0.02 };
    const refined = (frequencyHz: number) => ({
      ...run,
      state: {
        ...run.state,
        meshReport: {
          ...run.state.meshReport!,
          mesher: {
            refined: {
              predictedTriangles: 9,
              from: { project: 'earlier', unknowns: 7, errors: [{ frequencyHz, ...errors }] },
            },
          },
        },
      },
    });
    expect(beforeOf(refined(parts.frequencyHz) as typeof run, parts)).toEqual({
      project: 'earlier',
      unknowns: 7,
      values: errors,
    });
    expect(beforeOf(refined(1) as typeof run, parts)).toBeUndefined();
    expect(beforeOf(run, parts)).toBeUndefined();
    expect(sumOfParts(errors)).toBeCloseTo(0.17, 12);
    expect(namedParts(parts.values)).not.toContain('layers');
    expect(namedParts(parts.values, errors)).toContain('layers');
  });

  it('counts angles within the limits before and after, of components that both runs have', () => {
    const counted = (component: 'VV' | 'HH', ...within: number[]) => ({ component, angles: 9, within });
    expect(countsBeforeAndAfter([counted('VV', 2, 3)], [counted('VV', 5, 9), counted('HH', 1, 1)])).toEqual([
      { component: 'VV', limit: 0, counts: [2, 5].map((within) => ({ within, angles: 9 })) },
      { component: 'VV', limit: 1, counts: [3, 9].map((within) => ({ within, angles: 9 })) },
    ]);
  });
});

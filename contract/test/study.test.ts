import { describe, expect, it, test } from 'vitest';
import {
  complex,
  expectedImprovement,
  magnitude,
  nextVariant,
  plannedVariants,
  stackReflection,
  StudyDefinitionSchema,
  nextPoint,
  surrogateOf,
  type ParameterValue,
  type StudyDefinitionInput,
  type Tried,
} from '../src/index.ts';
import { cutNormal, latinHypercube, normalQuantile, randomOf } from '../src/study/random.ts';

const THICKNESS = { kind: 'thickness' as const, layers: [0] };
const studyOf = (change: Partial<StudyDefinitionInput>): StudyDefinitionInput => ({
  parameters: [{ target: THICKNESS, values: { range: { from: 1e-3, to: 4e-3, count: 4 } } }],
  sampling: { kind: 'grid' },
  objectives: [{ statistic: 'mean' }],
  ...change,
});
const complaints = (change: Partial<StudyDefinitionInput>) =>
  StudyDefinitionSchema.safeParse(studyOf(change)).error?.issues.map(
    ({ path, message }) => `${path.join('/')} ${(JSON.parse(message) as { message: string }).message}`,
  );

describe('random numbers', () => {
  it('are even, repeat by their seed, and have the quantiles of the normal distribution', () => {
    const random = randomOf(7);
    const drawn = Array.from({ length: 20_000 }, random);
    expect(drawn.reduce((sum, one) => sum + one, 0) / drawn.length).toBeCloseTo(0.5, 2);
    const again = randomOf(7);
    expect(drawn.slice(0, 5)).toEqual(Array.from({ length: 5 }, again));
    expect(randomOf(8)()).not.toBe(drawn[0]);
    // Abramowitz and Stegun, table 26.5
    for (const [share, z] of [
      [0.5, 0],
      [0.975, 1.95996398],
      [0.001, -3.09023231],
      [1e-9, -5.99780702],
    ] as const)
      expect(normalQuantile(share)).toBeCloseTo(z, 5);
    expect([cutNormal(0), cutNormal(0.5), cutNormal(1)].map((one) => Math.round(one * 1e5) / 1e5)).toEqual([
      -3, 0, 3,
    ]);
  });

  it('of a Latin hypercube meet every stratum of every axis once', () => {
    const points = latinHypercube(40, 3, randomOf(3));
    for (const axis of [0, 1, 2])
      expect(points.map((point) => Math.floor(point[axis]! * 40)).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 40 }, (_, i) => i),
      );
  });
});

describe('a study', () => {
  it('on a grid has each value with each', () => {
    const parameters = [
      { target: { kind: 'alpha' as const }, values: { list: [0.2, 0.5] } },
      { target: THICKNESS, values: { range: { from: 1e-3, to: 2e-3, count: 3 } } },
    ];
    expect(plannedVariants(StudyDefinitionSchema.parse(studyOf({ parameters })))).toEqual([
      [0.2, 0.001],
      [0.2, 0.0015],
      [0.2, 0.002],
      [0.5, 0.001],
      [0.5, 0.0015],
      [0.5, 0.002],
    ]);
  });

  it('by samples has so many, within the tolerance, and the same for the same seed', () => {
    const parameters = [{ target: THICKNESS, values: { normal: { mean: 2e-3, deviation: 1e-4 } } }];
    for (const kind of ['monteCarlo', 'latinHypercube'] as const) {
      const study = StudyDefinitionSchema.parse(
        studyOf({ parameters, sampling: { kind, runs: 400, seed: 5 } }),
      );
      const values = plannedVariants(study).map(([value]) => value as number);
      const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
      const deviation = Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / values.length);
      expect(Math.abs(mean / 2e-3 - 1)).toBeLessThan(kind === 'monteCarlo' ? 0.01 : 1e-4);
      // Of a normal distribution cut at three deviations: 0.9866 of the whole
      expect(deviation / 1e-4).toBeCloseTo(0.9866, kind === 'monteCarlo' ? 1 : 2);
      expect(Math.max(...values.map((one) => Math.abs(one - 2e-3)))).toBeLessThanOrEqual(3.0001e-4);
      expect(plannedVariants(study)).toEqual(plannedVariants(study));
    }
  });

  test('that cannot be made says where and why', () => {
    const list = (values: ParameterValue[]) => [{ target: THICKNESS, values: { list: values } }];
    expect(complaints({})).toBeUndefined();
    expect(complaints({ parameters: list([1e-3, 1e-3]) })).toEqual(['parameters/0/values study.sameValue']);
    expect(complaints({ parameters: list(['a']) })).toEqual(['parameters/0/values study.numbersNeeded']);
    expect(complaints({ parameters: [...list([1e-3]), ...list([2e-3])] })).toEqual([
      'parameters/1/target study.sameTarget',
    ]);
    expect(complaints({ parameters: list([1e-3, 2e-3]), sampling: { kind: 'optimise', runs: 9 } })).toEqual([
      'parameters/0/values study.boundsNeeded',
    ]);
    expect(complaints({ sampling: { kind: 'optimise', runs: 9, objective: 1 } })).toEqual([
      'sampling/objective study.objectiveMissing',
    ]);
    expect(complaints({ objectives: [{ statistic: 'percentile' }] })).toEqual([
      'objectives/0/percentile study.percentile',
    ]);
    const many = { range: { from: 1, to: 2, count: 40 } };
    expect(
      complaints({
        parameters: [
          { target: THICKNESS, values: many },
          { target: { kind: 'alpha' }, values: many },
        ],
      }),
    ).toEqual(['parameters study.tooMany']);
    expect(
      complaints({ parameters: [{ target: THICKNESS, values: { normal: { mean: 1, deviation: 1 } } }] }),
    ).toEqual(['parameters/0/values study.normalOnlySampled']);
    expect(complaints({ parameters: [{ target: { kind: 'polarization' }, values: many }] })).toEqual([
      'parameters/0/values study.listNeeded',
    ]);
  });
});

describe('a surrogate', () => {
  const bowl = ([x, y]: readonly number[]) =>
    (x! - 0.3) ** 2 + 2 * (y! - 0.6) ** 2 + 0.5 * Math.sin(6 * x! * y!);

  it('passes through what is known and says how far off it may be between', () => {
    const points = latinHypercube(25, 2, randomOf(2));
    const surrogate = surrogateOf(points, points.map(bowl));
    for (const point of points) {
      expect(surrogate.at(point).mean).toBeCloseTo(bowl(point), 3);
      expect(surrogate.at(point).deviation).toBeLessThan(0.01);
    }
    // Between the points, not beyond them
    const others = latinHypercube(200, 2, randomOf(9)).map((point) => point.map((one) => 0.1 + 0.8 * one));
    const inside = others.filter((point) => {
      const { mean, deviation } = surrogate.at(point);
      return Math.abs(mean - bowl(point)) <= 2 * deviation;
    });
    expect(inside.length).toBeGreaterThan(170);
    const off = others.map((point) => Math.abs(surrogate.at(point).mean - bowl(point)));
    expect(Math.max(...off)).toBeLessThan(0.1);
  });

  it('takes the derivatives that are known, and needs fewer points with them', () => {
    const points = latinHypercube(7, 2, randomOf(6));
    const values = points.map(bowl);
    const slope = (point: readonly number[], axis: number, of: (point: readonly number[]) => number) =>
      (of(point.with(axis, point[axis]! + 1e-4)) - of(point.with(axis, point[axis]! - 1e-4))) / 2e-4;
    // Of some points, and of some along one axis alone
    const gradients = points.map((point, i) =>
      i < 3
        ? [slope(point, 0, bowl), slope(point, 1, bowl)]
        : i < 5
          ? [undefined, slope(point, 1, bowl)]
          : undefined,
    );
    const surrogate = surrogateOf(points, values, gradients);
    const mean = (point: readonly number[]) => surrogate.at(point).mean;
    points.forEach((point, i) => {
      expect(mean(point)).toBeCloseTo(values[i]!, 3);
      gradients[i]?.forEach((known, axis) => {
        if (known !== undefined) expect(Math.abs(slope(point, axis, mean) - known)).toBeLessThan(0.02);
      });
    });
    const all = points.map((point) => [slope(point, 0, bowl), slope(point, 1, bowl)]);
    const others = latinHypercube(200, 2, randomOf(9)).map((point) => point.map((one) => 0.1 + 0.8 * one));
    const off = ({ at }: ReturnType<typeof surrogateOf>) =>
      Math.sqrt(others.reduce((sum, point) => sum + (at(point).mean - bowl(point)) ** 2, 0) / others.length);
    expect(off(surrogateOf(points, values, all))).toBeLessThan(0.35 * off(surrogateOf(points, values)));
  });

  it('chooses among very many points', () => {
    const known = latinHypercube(900, 2, randomOf(3)).map((point) => ({ point, value: bowl(point) }));
    const next = nextPoint(known, randomOf(1));
    const lowest = Math.min(...known.map(({ value }) => value));
    expect(bowl(next)).toBeLessThan(lowest + 0.02);
  });

  it('finds out which parameter does not matter', () => {
    const points = latinHypercube(20, 2, randomOf(4));
    const { lengths } = surrogateOf(
      points,
      points.map(([x]) => Math.sin(5 * x!)),
    );
    expect(lengths[1]).toBeGreaterThan(5 * lengths[0]!);
  });

  it('expects the improvement of a normal distribution', () => {
    // E max(0, 1 − N(0, 2²)) by quadrature
    let sum = 0;
    for (let z = -8; z < 8; z += 1e-3)
      sum += (Math.max(0, 1 - 2 * z) * Math.exp(-0.5 * z * z) * 1e-3) / Math.sqrt(2 * Math.PI);
    expect(expectedImprovement(1, { mean: 0, deviation: 2 })).toBeCloseTo(sum, 4);
    expect(expectedImprovement(1, { mean: 3, deviation: 0 })).toBe(0);
  });

  /** Runs an optimisation of a function of the values, one run after the other. */
  function optimised(
    definition: StudyDefinitionInput,
    value: (values: readonly number[]) => number,
  ): Tried[] {
    const study = StudyDefinitionSchema.parse(definition);
    const of = (values: ParameterValue[]): Tried => ({
      ...{ values, hasFailed: false },
      value: value(values as number[]),
    });
    const tried = plannedVariants(study).map(of);
    while (study.sampling.kind === 'optimise' && tried.length < study.sampling.runs)
      tried.push(of(nextVariant(study, tried)!));
    return tried;
  }

  it('finds the null of a lossy layer on a conductor within 2 % of its thickness in 25 runs', () => {
    // A quarter wave of ε = 10 − 3j at 10 GHz has its deepest null near 2.4 mm.
    const layer = { permittivity: complex(9, -3.6), permeability: complex(1, 0) };
    const db = (thicknessM: number) =>
      20 * Math.log10(magnitude(stackReflection([{ ...layer, thicknessM }], 'pec', { frequencyHz: 10e9 })));
    let exact = 0;
    for (let t = 5e-4; t <= 6e-3; t += 1e-7) if (exact === 0 || db(t) < db(exact)) exact = t;
    for (const seed of [1, 2, 3]) {
      const tried = optimised(
        studyOf({
          parameters: [{ target: THICKNESS, values: { range: { from: 5e-4, to: 6e-3, count: 2 } } }],
          sampling: { kind: 'optimise', runs: 25, seed },
        }),
        ([thickness]) => db(thickness!),
      );
      const lowest = tried.reduce((a, b) => (b.value! < a.value! ? b : a));
      expect(Math.abs((lowest.values[0] as number) / exact - 1)).toBeLessThan(0.02);
    }
  });

  it('takes a run without any field for the lowest, or as the highest for the worst, and goes on', () => {
    const hole = ([x]: readonly number[]) =>
      Math.abs(x! - 0.62) < 0.04 ? -Infinity : -10 - 5 * Math.exp(-20 * (x! - 0.62) ** 2);
    const axis = { target: { kind: 'alpha' as const }, values: { range: { from: 0, to: 1, count: 2 } } };
    for (const goal of ['minimum', 'maximum'] as const) {
      const tried = optimised(
        studyOf({ parameters: [axis], sampling: { kind: 'optimise', runs: 16, goal } }),
        hole,
      );
      const inHole = tried.filter(({ value }) => value === -Infinity).length;
      if (goal === 'minimum') expect(inHole).toBeGreaterThan(4);
      else expect(Math.max(...tried.map(({ value }) => value!))).toBeGreaterThan(-10.01);
      expect(tried.every(({ values }) => Number.isFinite(values[0]))).toBe(true);
    }
  });

  it('finds the lowest of three hills of three parameters, or their highest', () => {
    const hills = ([x, y, z]: readonly number[]) =>
      -3 * Math.exp(-8 * ((x! - 0.7) ** 2 + (y! - 0.3) ** 2 + (z! - 0.5) ** 2)) -
      2 * Math.exp(-8 * ((x! - 0.2) ** 2 + (y! - 0.8) ** 2 + (z! - 0.4) ** 2));
    const axis = (kind: 'alpha' | 'theta' | 'phi') => ({
      target: { kind },
      values: { range: { from: 0, to: 1, count: 2 } },
    });
    for (const goal of ['minimum', 'maximum'] as const) {
      const sign = goal === 'minimum' ? 1 : -1;
      const tried = optimised(
        studyOf({
          parameters: [axis('alpha'), axis('theta'), axis('phi')],
          sampling: { kind: 'optimise', runs: 45, goal },
        }),
        (values) => sign * hills(values),
      );
      expect(Math.min(...tried.map(({ value }) => sign * value!))).toBeLessThan(-2.9);
    }
  });
});

import { SPEED_OF_LIGHT, type MonoStaticRcs } from '@pace/contract';
import { describe, expect, it } from 'vitest';
import {
  backprojection,
  crossResolution,
  imageAxes,
  imageProblem,
  rangeProfile,
  rangeResolution,
  sweepAdvice,
  sweepDoubts,
  sweepGrid,
  windowWeights,
  WINDOWS,
  type SweepGrid,
} from '../../src/features/results/imaging/imaging.ts';

type Point = [x: number, y: number, z: number];
interface Scatterer {
  at: Point;
  /** Complex, of the field */
  amplitude: [number, number];
}

/** E_θ of point scatterers: A e^{+2jk r̂·r'}, time factor e^{+jωt}. */
function echo(
  scatterers: readonly Scatterer[],
  frequency: number,
  thetaDeg: number,
  phiDeg: number,
): MonoStaticRcs {
  const [theta, phi] = [(thetaDeg * Math.PI) / 180, (phiDeg * Math.PI) / 180];
  const r = [Math.sin(theta) * Math.cos(phi), Math.sin(theta) * Math.sin(phi), Math.cos(theta)];
  let [re, im] = [0, 0];
  for (const { at, amplitude } of scatterers) {
    const phase = ((4 * Math.PI * frequency) / SPEED_OF_LIGHT) * at.reduce((sum, x, i) => sum + x * r[i]!, 0);
    re += amplitude[0] * Math.cos(phase) - amplitude[1] * Math.sin(phase);
    im += amplitude[0] * Math.sin(phase) + amplitude[1] * Math.cos(phase);
  }
  return {
    frequency,
    angleTheta: 10 * thetaDeg,
    anglePhi: 10 * phiDeg,
    e_Theta_Real: re,
    e_Theta_Imag: im,
    e_Phi_Real: 0,
    e_Phi_Imag: 0,
  };
}

const steps = (from: number, step: number, count: number) =>
  Array.from({ length: count }, (_, i) => from + i * step);
const VERTICAL = 1;

function grid(records: readonly MonoStaticRcs[], swept: 'theta' | 'phi', held: number): SweepGrid {
  const found = sweepGrid(records, swept, held, 'theta', VERTICAL);
  if ('problem' in found) throw new Error(found.problem);
  return found;
}

const FREQUENCIES = steps(9e9, 20e6, 51);
const SCATTERERS: Scatterer[] = [
  { at: [0.6, 0, 0], amplitude: [0.3, 0.4] },
  { at: [-0.4, 0.5, 0.2], amplitude: [0, -1] },
];

describe('a range profile', () => {
  const look = 25;
  const profile = rangeProfile(
    grid(
      FREQUENCIES.map((f) => echo(SCATTERERS, f, 90, look)),
      'phi',
      90,
    ),
    0,
    'hann',
  );
  const rangeOf = ({ at }: Scatterer) =>
    -(at[0] * Math.cos((look * Math.PI) / 180) + at[1] * Math.sin((look * Math.PI) / 180));

  it.each(SCATTERERS)(
    'shows a point scatterer at its range, farther away from the radar as the larger, with its RCS',
    (scatterer) => {
      const near = profile.rangeM
        .map((range, i) => ({ range, m2: profile.m2[i]! }))
        .filter(({ range }) => Math.abs(range - rangeOf(scatterer)) < 0.15);
      const peak = near.reduce((best, one) => (one.m2 > best.m2 ? one : best));
      expect(Math.abs(peak.range - rangeOf(scatterer))).toBeLessThan(0.02);
      const [a, b] = scatterer.amplitude;
      // The other one's sidelobes, at −31 dB and falling, are what is left.
      expect(10 * Math.log10(peak.m2 / (4 * Math.PI * (a * a + b * b)))).toBeCloseTo(0, 0);
    },
  );

  it('has the resolution c/2B and repeats after c/2Δf', () => {
    const { resolutionM, unambiguousM } = rangeResolution({ frequenciesHz: FREQUENCIES }, 'rectangular');
    expect(unambiguousM).toBeCloseTo(SPEED_OF_LIGHT / 40e6, 9);
    expect(resolutionM).toBeCloseTo((0.886 * SPEED_OF_LIGHT) / (2 * 51 * 20e6), 9);
  });

  it.each(WINDOWS)('the width of a point is what is stated, within a tenth: %s', (window) => {
    const alone = grid(
      FREQUENCIES.map((f) => echo([{ at: [0, 0, 0], amplitude: [1, 0] }], f, 90, 0)),
      'phi',
      90,
    );
    const { rangeM, m2 } = rangeProfile(alone, 0, window);
    const half = rangeM.filter((_, i) => m2[i]! >= 0.5 * 4 * Math.PI && Math.abs(rangeM[i]!) < 1);
    const width = half.at(-1)! - half[0]!;
    const step = rangeM[1]! - rangeM[0]!;
    expect(Math.abs(width + step - rangeResolution(alone, window).resolutionM)).toBeLessThan(
      0.1 * rangeResolution(alone, window).resolutionM + 1.5 * step,
    );
    expect(Math.max(...m2)).toBeCloseTo(4 * Math.PI, 9);
  });
});

describe('an image', () => {
  const look = steps(40, 0.25, 41);
  /** In the plane of the image: away from the radar, and across. */
  const placeOf = (points: SweepGrid, { at }: Scatterer) => {
    const { down, cross } = imageAxes(points);
    const along = (axis: readonly number[]) => at.reduce((sum, x, i) => sum + x * axis[i]!, 0);
    return [along(down), along(cross)] as const;
  };
  const FLAT: Scatterer[] = [
    { at: [0.5, 0.1, 0], amplitude: [0.6, -0.8] },
    { at: [-0.3, -0.4, 0], amplitude: [0, 0.5] },
    { at: [0.05, 0.6, 0], amplitude: [-0.7, 0] },
  ];

  it.each([
    ['phi', 90],
    ['phi', 70],
    ['theta', 30],
  ] as const)(
    'shows scatterers at their places with their RCS: %s swept, the other at %i°',
    (swept, held) => {
      const inPlane: Scatterer[] =
        swept === 'phi'
          ? FLAT
          : FLAT.map(({ at: [x, y], amplitude }) => ({
              at: [x * Math.cos(Math.PI / 6), x * Math.sin(Math.PI / 6), y],
              amplitude,
            }));
      const points = grid(
        FREQUENCIES.flatMap((f) =>
          look.map((a) => (swept === 'phi' ? echo(inPlane, f, held, a) : echo(inPlane, f, a, held))),
        ),
        swept,
        held,
      );
      const image = backprojection(points, { range: 'hann', cross: 'hann' }, 2, 161);
      const count = image.crossRangeM.length;
      for (const scatterer of inPlane) {
        const [down, cross] = placeOf(points, scatterer);
        let best = { m2: 0, down: NaN, cross: NaN };
        image.m2.forEach((m2, i) => {
          const at = { down: image.downRangeM[Math.floor(i / count)]!, cross: image.crossRangeM[i % count]! };
          if (Math.hypot(at.down - down, at.cross - cross) < 0.2 && m2 > best.m2) best = { m2, ...at };
        });
        expect(Math.hypot(best.down - down, best.cross - cross)).toBeLessThan(0.02);
        const [a, b] = scatterer.amplitude;
        expect(Math.abs(10 * Math.log10(best.m2 / (4 * Math.PI * (a * a + b * b))))).toBeLessThan(0.7);
      }
    },
  );

  it('has the cross resolution λ/2Δφ of the middle frequency', () => {
    const points = grid(
      FREQUENCIES.flatMap((f) => look.map((a) => echo(FLAT, f, 90, a))),
      'phi',
      90,
    );
    const wavelength = SPEED_OF_LIGHT / 9.5e9;
    // 0.886 is rounded, and the turn of 10° is not quite small.
    const small = (0.886 * wavelength) / (2 * ((41 * 0.25 * Math.PI) / 180));
    expect(Math.abs(crossResolution(points, 'rectangular').resolutionM / small - 1)).toBeLessThan(0.005);
    expect(crossResolution(points, 'rectangular').unambiguousM).toBeCloseTo(
      wavelength / (2 * ((0.25 * Math.PI) / 180)),
      6,
    );
  });
});

describe('a sweep that supports no image', () => {
  it('says what is missing', () => {
    const records = (frequencies: number[], angles: number[]) =>
      frequencies.flatMap((f) => angles.map((a) => echo(SCATTERERS, f, 90, a)));
    expect(sweepGrid(records([1e9, 2e9], [0, 1]), 'phi', 90, 'theta', VERTICAL)).toEqual({
      problem: 'fewFrequencies',
      have: 2,
      need: 4,
    });
    expect(sweepGrid(records([1e9, 2e9, 3e9, 5e9], [0]), 'phi', 90, 'theta', VERTICAL)).toEqual({
      problem: 'unevenFrequencies',
    });
    expect(sweepGrid(records([1e9, 2e9, 3e9, 4e9], [0, 1]).slice(1), 'phi', 90, 'theta', VERTICAL)).toEqual({
      problem: 'incomplete',
      have: 7,
      need: 8,
    });
    expect(sweepGrid([], 'phi', 90, 'theta', VERTICAL)).toEqual({ problem: 'empty' });
  });

  const sweep = (
    swept: 'theta' | 'phi',
    held: number,
    angles: number[],
    frequencies = FREQUENCIES,
  ): SweepGrid => ({
    frequenciesHz: frequencies,
    anglesDeg: angles,
    swept,
    heldDeg: held,
    fields: new Float64Array(2 * frequencies.length * angles.length),
  });

  it.each([
    [0, 360],
    [180, 360],
    [0.1, 30],
  ])('φ swept at θ = %d° over %d° does not turn the line of sight', (held, span) => {
    const angles = steps(0, span / 40, 41);
    expect(imageProblem(sweep('phi', held, angles))).toMatchObject({ problem: 'noTurn', need: 0.1 });
    expect(imageProblem(sweep('phi', 90, angles))).toBeUndefined();
    expect(imageProblem(sweep('theta', held, angles))).toBeUndefined();
  });

  it('a model larger than the unambiguous distance is doubted, with the step that would do', () => {
    const grid = sweep('phi', 90, steps(-5, 0.5, 21));
    const [range, cross] = [
      rangeResolution(grid, 'hann').unambiguousM,
      crossResolution(grid, 'hann').unambiguousM,
    ];
    expect(sweepDoubts(grid, 'hann', 'image', [0.9 * range, 0.9 * cross, 0])).toEqual([]);
    const doubts = sweepDoubts(grid, 'hann', 'image', [2 * range, 4 * cross, 0]);
    expect(doubts.map(({ doubt, along }) => `${doubt} ${along}`)).toEqual(['aliased range', 'aliased cross']);
    // At 5° off, the width of the model adds to its depth.
    expect(doubts[0]!.need / 20e6).toBeCloseTo(
      1 / (2 * Math.cos(Math.PI / 36) + (4 * cross * Math.sin(Math.PI / 36)) / range),
      6,
    );
    expect(doubts[1]!.need).toBeCloseTo(0.5 / 4, 6);
    expect(sweepDoubts(grid, 'hann', 'profile', [0, 4 * cross, 0])).toEqual([]);
  });

  it('a model smaller than the resolution is doubted, with the width that would do', () => {
    const grid = sweep('phi', 90, steps(-5, 0.5, 21));
    const { resolutionM } = rangeResolution(grid, 'hann');
    const [doubt, ...others] = sweepDoubts(grid, 'hann', 'profile', [resolutionM / 2, 0, 0]);
    expect(others).toEqual([]);
    expect(doubt).toMatchObject({ doubt: 'tooCoarse', along: 'range', limitM: resolutionM });
    expect(doubt!.need).toBeCloseTo(2 * 51 * 20e6, 0);
  });
});

describe('what is advised for a model', () => {
  it.each(WINDOWS)('leaves no doubt from any side and resolves a tenth of it: %s', (window) => {
    const size = [1.2, 0.7, 0.3];
    const advice = sweepAdvice(size, 3e9, window);
    expect(advice.sizeM).toBeCloseTo(Math.hypot(...size), 12);
    const count = Math.ceil(advice.bandHz / advice.frequencyStepHz) + 1;
    const step = advice.bandHz / count;
    const frequenciesHz = steps(3e9 - (step * (count - 1)) / 2, step, count);
    expect(rangeResolution({ frequenciesHz }, window).resolutionM).toBeCloseTo(advice.partM, 9);
    for (const middle of [0, 30, 60, 90]) {
      const anglesDeg = steps(middle - 10 * advice.angleStepDeg, advice.angleStepDeg, 21);
      const grid: SweepGrid = {
        frequenciesHz,
        anglesDeg,
        swept: 'phi',
        heldDeg: 90,
        fields: new Float64Array(2 * count * 21),
      };
      expect(imageProblem(grid)).toBeUndefined();
      expect(sweepDoubts(grid, window, 'image', size).filter(({ doubt }) => doubt === 'aliased')).toEqual([]);
    }
  });
});

describe('the cross resolution of a wide sweep', () => {
  it.each([
    [60, 'hann'],
    [180, 'rectangular'],
    [360, 'rectangular'],
    [360, 'hann'],
    [359, 'taylor'],
  ] as const)('is the width of a point in the image: %d°, %s', (span, window) => {
    // One frequency but for a hair: what is resolved is resolved by angle alone.
    const frequencies = steps(3e8, 1e3, 4);
    const angles = steps(0, span / 180, 181);
    const points = grid(
      frequencies.flatMap((f) => angles.map((a) => echo([{ at: [0, 0, 0], amplitude: [1, 0] }], f, 90, a))),
      'phi',
      90,
    );
    const { crossRangeM, m2 } = backprojection(points, { range: 'rectangular', cross: window }, 3, 401);
    const row = [...crossRangeM.keys()].map((i) => m2[200 * crossRangeM.length + i]!);
    const step = crossRangeM[1]! - crossRangeM[0]!;
    const side = row.slice(200).findIndex((value) => value < row[200]! / 2);
    expect(Math.abs(2 * side * step - crossResolution(points, window).resolutionM)).toBeLessThanOrEqual(
      2 * step,
    );
  });

  it('never falls below that of a ring, J₀² = 1/2 at 1.126', () => {
    const angles = steps(0, 1, 361);
    const points = grid(
      steps(3e8, 1e3, 4).flatMap((f) =>
        angles.map((a) => echo([{ at: [0, 0, 0], amplitude: [1, 0] }], f, 90, a)),
      ),
      'phi',
      90,
    );
    expect(crossResolution(points, 'rectangular').resolutionM).toBeCloseTo(
      (2 * 1.126 * SPEED_OF_LIGHT) / 3e8 / (4 * Math.PI),
      2,
    );
  });
});

describe('windows', () => {
  it.each(WINDOWS)('%s is even and largest in the middle', (name) => {
    const weights = windowWeights(name, 33);
    weights.forEach((weight, i) => expect(weight).toBeCloseTo(weights[32 - i]!, 12));
    expect(Math.max(...weights)).toBeCloseTo(weights[16]!, 12);
  });
});

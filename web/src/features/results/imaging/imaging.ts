import {
  RECTANGULAR_WIDTH,
  SPEED_OF_LIGHT,
  WINDOW_BROADENING,
  type MonoStaticRcs,
  type WindowName,
  distinct,
  sweepPointOf,
  type Component,
  type Polarization,
} from '@pace/contract';
import { complexComponent } from './complexComponent.ts';

/**
 * Range profiles and images from backscattered fields over frequency and angle. A point scatterer of amplitude A at r'
 * sends E = A e^{+2jk r̂·r'} back towards r̂ (e^{+jωt}, phase zero at the origin; docs/conventions.md), so a pixel at p is
 * the mean of w E e^{−2jk r̂·p}: |pixel|² 4π is the RCS of a point scatterer there.
 */

export const WINDOWS = [
  'rectangular',
  'hann',
  'hamming',
  'blackman',
  'taylor',
] as const satisfies readonly WindowName[];
export { WINDOW_BROADENING, type WindowName };

const TAYLOR_SIDELOBE_DB = 35;
const TAYLOR_NBAR = 5;

/** `count` weights over a sweep; those of one point are 1. */
export function windowWeights(name: WindowName, count: number): Float64Array {
  if (count < 2) return new Float64Array(count).fill(1);
  const at = (i: number) => (2 * Math.PI * i) / (count - 1);
  const taylor = name === 'taylor' ? taylorCoefficients() : [];
  return Float64Array.from({ length: count }, (_, i) => {
    switch (name) {
      case 'hann':
        return 0.5 - 0.5 * Math.cos(at(i));
      case 'hamming':
        return 0.54 - 0.46 * Math.cos(at(i));
      case 'blackman':
        return 0.42 - 0.5 * Math.cos(at(i)) + 0.08 * Math.cos(2 * at(i));
      case 'taylor': {
        const centred = (2 * Math.PI * (i - (count - 1) / 2)) / count;
        return 1 + 2 * taylor.reduce((sum, factor, m) => sum + factor * Math.cos((m + 1) * centred), 0);
      }
      default:
        return 1;
    }
  });
}

function taylorCoefficients(): number[] {
  const a = Math.acosh(10 ** (TAYLOR_SIDELOBE_DB / 20)) / Math.PI;
  const sigma2 = TAYLOR_NBAR ** 2 / (a * a + (TAYLOR_NBAR - 0.5) ** 2);
  return Array.from({ length: TAYLOR_NBAR - 1 }, (_, i) => {
    const m = i + 1;
    let [top, bottom] = [1, 1];
    for (let n = 1; n < TAYLOR_NBAR; n++) {
      top *= 1 - (m * m) / (sigma2 * (a * a + (n - 0.5) ** 2));
      if (n !== m) bottom *= 1 - (m * m) / (n * n);
    }
    return ((-1) ** (m + 1) * top) / (2 * bottom);
  });
}

/** A regular grid of backscattered fields: rows of frequencies for each angle. */
export interface SweepGrid {
  frequenciesHz: number[];
  /** Swept angle [deg] */
  anglesDeg: number[];
  swept: 'theta' | 'phi';
  /** The other angle [deg] */
  heldDeg: number;
  /** Re, Im at [(angle × frequencies + frequency) × 2] */
  fields: Float64Array;
}

/** Why a sweep supports no profile or image; `have` is what there is of it. */
export type SweepProblem =
  | { problem: 'fewFrequencies' | 'fewAngles' | 'noTurn' | 'incomplete'; have: number; need: number }
  | { problem: 'empty' | 'unevenFrequencies' | 'unevenAngles' };

/** Below this a profile shows the window rather than the object. */
export const LEAST_FREQUENCIES = 4;
export const LEAST_ANGLES = 4;
/** Over less than that [deg] nothing shows what lies across the line of sight. */
export const LEAST_TURN_DEG = 0.1;
const EVEN_WITHIN = 1e-3;

const isEven = (values: readonly number[], within = EVEN_WITHIN) => {
  const step = (values.at(-1)! - values[0]!) / (values.length - 1);
  return values.every((value, i) => Math.abs(value - values[0]! - i * step) <= within * step);
};

/** The records along one swept angle with the other one held; a problem if they are no regular grid. */
export function sweepGrid(
  records: readonly MonoStaticRcs[],
  swept: 'theta' | 'phi',
  heldDeg: number,
  component: Component,
  polarization: Polarization,
): SweepGrid | SweepProblem {
  const other = swept === 'theta' ? 'phi' : 'theta';
  const points = records
    .map((record) => ({ record, at: sweepPointOf(record) }))
    .filter(({ at }) => Math.abs(at[other] - heldDeg) < 0.01);
  const frequenciesHz = distinct(points.map(({ at }) => at.frequency));
  const anglesDeg = distinct(points.map(({ at }) => at[swept]));
  if (points.length === 0) return { problem: 'empty' };
  if (frequenciesHz.length < LEAST_FREQUENCIES)
    return { problem: 'fewFrequencies', have: frequenciesHz.length, need: LEAST_FREQUENCIES };
  if (!isEven(frequenciesHz)) return { problem: 'unevenFrequencies' };
  const column = new Map(frequenciesHz.map((value, i) => [value, i]));
  const row = new Map(anglesDeg.map((value, i) => [value, i]));
  const fields = new Float64Array(2 * frequenciesHz.length * anglesDeg.length).fill(NaN);
  for (const { record, at } of points) {
    const place = 2 * (row.get(at[swept])! * frequenciesHz.length + column.get(at.frequency)!);
    [fields[place], fields[place + 1]] = complexComponent(record, component, polarization);
  }
  const missing = fields.reduce((count, value) => count + Number(Number.isNaN(value)), 0) / 2;
  if (missing > 0)
    return { problem: 'incomplete', have: fields.length / 2 - missing, need: fields.length / 2 };
  return { frequenciesHz, anglesDeg, swept, heldDeg, fields };
}

export interface Resolution {
  /** Width of a point at −3 dB [m] */
  resolutionM: number;
  /** Distance after which everything appears again [m] */
  unambiguousM: number;
}

export function rangeResolution(
  { frequenciesHz }: Pick<SweepGrid, 'frequenciesHz'>,
  window: WindowName,
): Resolution {
  const count = frequenciesHz.length;
  const step = (frequenciesHz.at(-1)! - frequenciesHz[0]!) / (count - 1);
  return {
    resolutionM: (RECTANGULAR_WIDTH * WINDOW_BROADENING[window] * SPEED_OF_LIGHT) / (2 * step * count),
    unambiguousM: SPEED_OF_LIGHT / (2 * step),
  };
}

/** How far the line of sight turns for each degree of the swept angle: φ turns it by sin θ. */
const turnOf = ({ swept, heldDeg }: SweepGrid) =>
  swept === 'phi' ? Math.abs(Math.sin((heldDeg * Math.PI) / 180)) : 1;
const spanOf = ({ anglesDeg }: SweepGrid) => anglesDeg.at(-1)! - anglesDeg[0]!;
const middleWavelength = ({ frequenciesHz }: SweepGrid) =>
  (2 * SPEED_OF_LIGHT) / (frequenciesHz[0]! + frequenciesHz.at(-1)!);

/**
 * At the middle frequency: the width of a point at the origin along the cross-range axis, of any aperture, and where it appears
 * again. Over small angles that is λ/2Δφ times the broadening of the window; half a turn and more come down to about λ/5.
 */
export function crossResolution(grid: SweepGrid, window: WindowName): Resolution {
  const { anglesDeg } = grid;
  const wavelength = middleWavelength(grid);
  const { cross } = imageAxes(grid);
  const across = anglesDeg.map((angle) => dot(lineOfSight(grid, angle), cross));
  const weights = windowWeights(window, anglesDeg.length);
  const step = (turnOf(grid) * Math.PI * spanOf(grid)) / 180 / (anglesDeg.length - 1);
  return {
    resolutionM: (2 * halfPowerPhase(across, weights) * wavelength) / (4 * Math.PI),
    unambiguousM: wavelength / (2 * step),
  };
}

/** The smallest p at which |Σ w e^{j p a}|² has fallen to half of its value at 0; infinite if it does not. */
function halfPowerPhase(across: readonly number[], weights: Float64Array): number {
  const reach = across.reduce((most, a) => Math.max(most, Math.abs(a)), 0);
  const power = (p: number) => {
    let [re, im] = [0, 0];
    across.forEach((a, i) => {
      re += weights[i]! * Math.cos(p * a);
      im += weights[i]! * Math.sin(p * a);
    });
    return re * re + im * im;
  };
  const half = power(0) / 2;
  // The narrowest lobe, of the ends of the sweep alone, falls to half at π/4.
  const step = Math.PI / 8 / reach;
  const STEPS = 200;
  for (let i = 1; i <= STEPS; i++) {
    if (power(i * step) > half) continue;
    let [low, high] = [(i - 1) * step, i * step];
    for (let halving = 0; halving < 40; halving++) {
      const middle = (low + high) / 2;
      if (power(middle) > half) low = middle;
      else high = middle;
    }
    return low;
  }
  return Infinity;
}

/** Why a regular grid of records supports no image. */
export function imageProblem(grid: SweepGrid): SweepProblem | undefined {
  const { anglesDeg } = grid;
  if (anglesDeg.length < LEAST_ANGLES)
    return { problem: 'fewAngles', have: anglesDeg.length, need: LEAST_ANGLES };
  if (!isEven(anglesDeg, 0.01)) return { problem: 'unevenAngles' };
  const turnDeg = turnOf(grid) * spanOf(grid);
  return turnDeg < LEAST_TURN_DEG
    ? { problem: 'noTurn', have: Math.round(1000 * turnDeg) / 1000, need: LEAST_TURN_DEG }
    : undefined;
}

/** What makes a profile or an image of a model of that size misleading. */
export interface SweepDoubt {
  /** Larger than the unambiguous distance, or smaller than what is distinguished */
  doubt: 'aliased' | 'tooCoarse';
  along: 'range' | 'cross';
  /** Of the model [m] */
  sizeM: number;
  /** What the sweep can do [m] */
  limitM: number;
  /** What the sweep should have: at most such a step, or at least such a width; of frequencies [Hz], of angles [deg] */
  need: number;
}

/** @param size  of the box about the model, along x, y, z [m] */
export function sweepDoubts(
  grid: SweepGrid,
  window: WindowName,
  kind: 'profile' | 'image',
  size: readonly number[],
): SweepDoubt[] {
  const extent = (axis: Vector) => axis.reduce((sum, part, i) => sum + Math.abs(part) * (size[i] ?? 0), 0);
  const whole = Math.hypot(...size);
  const depth = grid.anglesDeg.reduce((most, angle) => Math.max(most, extent(lineOfSight(grid, angle))), 0);
  const { frequenciesHz, anglesDeg } = grid;
  const bandHz =
    ((frequenciesHz.at(-1)! - frequenciesHz[0]!) / (frequenciesHz.length - 1)) * frequenciesHz.length;
  const doubtsOf = (
    along: 'range' | 'cross',
    { resolutionM, unambiguousM }: Resolution,
    sizeM: number,
    step: number,
    width: number,
  ): SweepDoubt[] => [
    ...(sizeM > unambiguousM
      ? [
          {
            doubt: 'aliased' as const,
            along,
            sizeM,
            limitM: unambiguousM,
            need: (step * unambiguousM) / sizeM,
          },
        ]
      : []),
    ...(resolutionM > whole
      ? [
          {
            doubt: 'tooCoarse' as const,
            along,
            sizeM: whole,
            limitM: resolutionM,
            need: (width * resolutionM) / whole,
          },
        ]
      : []),
  ];
  const ranges = doubtsOf(
    'range',
    rangeResolution(grid, window),
    depth,
    bandHz / frequenciesHz.length,
    bandHz,
  );
  if (kind === 'profile') return ranges;
  const step = spanOf(grid) / (anglesDeg.length - 1);
  return [
    ...ranges,
    ...doubtsOf(
      'cross',
      crossResolution(grid, window),
      extent(imageAxes(grid).cross),
      step,
      step * anglesDeg.length,
    ),
  ];
}

/** What a sweep needs to show a model whole, and its parts apart. */
export interface SweepAdvice {
  /** Diagonal of the box about the model [m] */
  sizeM: number;
  /** Larger ones fold the model [Hz] */
  frequencyStepHz: number;
  /** Tells parts apart that are `partM` from each other [Hz] */
  bandHz: number;
  partM: number;
  /** Larger ones fold the model across the line of sight [deg] */
  angleStepDeg: number;
}

/** Parts of a tenth of the model are what a picture of it begins with. */
const PARTS = 10;

/** From any direction. @param size  of the box about the model, along x, y, z [m] @param middleHz  middle frequency of the sweep */
export function sweepAdvice(size: readonly number[], middleHz: number, window: WindowName): SweepAdvice {
  const sizeM = Math.hypot(...size);
  const partM = sizeM / PARTS;
  return {
    sizeM,
    partM,
    frequencyStepHz: SPEED_OF_LIGHT / (2 * sizeM),
    bandHz: (RECTANGULAR_WIDTH * WINDOW_BROADENING[window] * SPEED_OF_LIGHT) / (2 * partM),
    angleStepDeg: ((SPEED_OF_LIGHT / middleHz / (2 * sizeM)) * 180) / Math.PI,
  };
}

export interface RangeProfile {
  /** Distance behind the origin along the line of sight [m], ascending; negative is nearer to the radar */
  rangeM: number[];
  /** RCS of a point scatterer there [m²] */
  m2: number[];
}

/** Points for each width of resolution. */
const OVERSAMPLING = 8;

/** At one angle, over one unambiguous range about the origin. */
export function rangeProfile(grid: SweepGrid, angle: number, window: WindowName): RangeProfile {
  const { frequenciesHz, fields } = grid;
  const count = frequenciesHz.length;
  const weights = windowWeights(window, count);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const { unambiguousM } = rangeResolution(grid, window);
  const size = count * OVERSAMPLING;
  const rangeM = Array.from({ length: size + 1 }, (_, i) => unambiguousM * (i / size - 0.5));
  const m2 = rangeM.map((range) => {
    // r̂·p = −range.
    let [re, im] = [0, 0];
    frequenciesHz.forEach((frequency, i) => {
      const phase = (4 * Math.PI * frequency * range) / SPEED_OF_LIGHT;
      const at = 2 * (angle * count + i);
      const [c, s] = [Math.cos(phase) * weights[i]!, Math.sin(phase) * weights[i]!];
      re += fields[at]! * c - fields[at + 1]! * s;
      im += fields[at]! * s + fields[at + 1]! * c;
    });
    return (4 * Math.PI * (re * re + im * im)) / (total * total);
  });
  return { rangeM, m2 };
}

export interface Image {
  /** Behind the origin along the middle line of sight [m] */
  downRangeM: number[];
  /** Across it, towards growing φ, or towards growing θ [m] */
  crossRangeM: number[];
  /** RCS of a point scatterer there [m²], at [down × cross count + cross] */
  m2: Float64Array;
  /** Its complex amplitude [m], whose square is `m2`; phase zero at the origin */
  real: Float64Array;
  imaginary: Float64Array;
}

/**
 * Image by backprojection: range profiles of each angle, kept complex and read where each pixel lies, so the turn of the line of
 * sight is followed exactly and no angle has to be small. `sizeM` is the side of the square about the origin.
 */
export function backprojection(
  grid: SweepGrid,
  windows: { range: WindowName; cross: WindowName },
  sizeM: number,
  pixels: number,
): Image {
  const { frequenciesHz, anglesDeg, fields } = grid;
  const count = frequenciesHz.length;
  const weights = windowWeights(windows.range, count);
  const across = windowWeights(windows.cross, anglesDeg.length);
  const total =
    weights.reduce((sum, weight) => sum + weight, 0) * across.reduce((sum, weight) => sum + weight, 0);
  const axis = Array.from({ length: pixels }, (_, i) => sizeM * (i / (pixels - 1) - 0.5));
  const re = new Float64Array(pixels * pixels);
  const im = new Float64Array(pixels * pixels);
  const middleHz = (frequenciesHz[0]! + frequenciesHz[count - 1]!) / 2;
  const { down, cross } = imageAxes(grid);
  const reach = sizeM; // r̂·p of the corners stays below √2/2 of the side
  const bins = Math.max(
    64,
    Math.ceil(
      (2 * reach * OVERSAMPLING * 2 * (frequenciesHz[count - 1]! - frequenciesHz[0]!)) / SPEED_OF_LIGHT,
    ),
  );
  const [profileRe, profileIm] = [new Float64Array(bins + 1), new Float64Array(bins + 1)];
  anglesDeg.forEach((angle, a) => {
    const sight = lineOfSight(grid, angle);
    const [d, c] = [dot(sight, down), dot(sight, cross)];
    // The profile about its middle frequency varies slowly, so that it can be read between its points.
    for (let b = 0; b <= bins; b++) {
      const along = reach * ((2 * b) / bins - 1);
      let [sumRe, sumIm] = [0, 0];
      for (let i = 0; i < count; i++) {
        const phase = (-4 * Math.PI * (frequenciesHz[i]! - middleHz) * along) / SPEED_OF_LIGHT;
        const at = 2 * (a * count + i);
        const [co, si] = [Math.cos(phase) * weights[i]!, Math.sin(phase) * weights[i]!];
        sumRe += fields[at]! * co - fields[at + 1]! * si;
        sumIm += fields[at]! * si + fields[at + 1]! * co;
      }
      profileRe[b] = sumRe * across[a]!;
      profileIm[b] = sumIm * across[a]!;
    }
    const k2 = (4 * Math.PI * middleHz) / SPEED_OF_LIGHT;
    for (let y = 0; y < pixels; y++)
      for (let x = 0; x < pixels; x++) {
        const along = d * axis[y]! + c * axis[x]!;
        const place = ((along / reach + 1) / 2) * bins;
        const low = Math.min(bins - 1, Math.max(0, Math.floor(place)));
        const share = place - low;
        const pr = profileRe[low]! + share * (profileRe[low + 1]! - profileRe[low]!);
        const pi = profileIm[low]! + share * (profileIm[low + 1]! - profileIm[low]!);
        const [co, si] = [Math.cos(k2 * along), -Math.sin(k2 * along)];
        re[y * pixels + x]! += pr * co - pi * si;
        im[y * pixels + x]! += pr * si + pi * co;
      }
  });
  const unit = Math.sqrt(4 * Math.PI) / total;
  const [real, imaginary] = [re.map((value) => value * unit), im.map((value) => value * unit)];
  const m2 = real.map((value, i) => value * value + imaginary[i]! ** 2);
  return { downRangeM: axis, crossRangeM: axis, m2, real, imaginary };
}

type Vector = readonly [number, number, number];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function directionOf(thetaDeg: number, phiDeg: number): Vector {
  const [theta, phi] = [(thetaDeg * Math.PI) / 180, (phiDeg * Math.PI) / 180];
  return [Math.sin(theta) * Math.cos(phi), Math.sin(theta) * Math.sin(phi), Math.cos(theta)];
}

/** r̂ towards the radar at a swept angle. */
function lineOfSight({ swept, heldDeg }: SweepGrid, angleDeg: number): Vector {
  return swept === 'phi' ? directionOf(heldDeg, angleDeg) : directionOf(angleDeg, heldDeg);
}

/** Unit vectors of the image: away from the radar at the middle angle, and across it towards growing angles. */
export function imageAxes(grid: SweepGrid): { down: Vector; cross: Vector } {
  const middle = (grid.anglesDeg[0]! + grid.anglesDeg.at(-1)!) / 2;
  const sight = grid.swept === 'phi' ? directionOf(90, middle) : lineOfSight(grid, middle);
  const cross = grid.swept === 'phi' ? directionOf(90, middle + 90) : directionOf(middle + 90, grid.heldDeg);
  return { down: [-sight[0], -sight[1], -sight[2]], cross };
}

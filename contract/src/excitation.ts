import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { says, saysOf } from './schemaMessages.ts';

/**
 * Polarization of the incident wave, IEEE sense looking along the propagation. With 4 a vertical and a horizontal wave are
 * solved together, and results have the scattering matrix (run/scattering.ts).
 */
export const POLARIZATIONS = {
  horizontal: 0,
  vertical: 1,
  rightCircular: 2,
  leftCircular: 3,
  verticalAndHorizontal: 4,
} as const;
export const PolarizationSchema = z.union(
  [z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)],
  says('ANGLE_INVALID.polarization'),
);

/** A box of the angle form; the specification's sentence says "degrees" for a single angle only. */
type Range = 'ANGLE_INVALID.between' | 'ANGLE_INVALID.betweenDegrees';
const angle = (label: Parameters<typeof saysOf>[0], most: number, range: Range) => {
  const outside = saysOf(label, range, { most });
  return z.number(saysOf(label, 'ANGLE_INVALID.empty')).min(0, outside).max(most, outside);
};
const theta = (
  label: 'theta' | 'initialTheta' | 'finalTheta' | 'thetaStep',
  range: Range = 'ANGLE_INVALID.between',
) => angle(label, LIMITS.thetaMaxDeg, range);
const phi = (label: 'phi' | 'initialPhi' | 'finalPhi' | 'phiStep', range: Range = 'ANGLE_INVALID.between') =>
  angle(label, LIMITS.phiMaxDeg, range);

/** [theta, phi, polarization], degrees; the wave arrives FROM (theta, phi). */
export const SingleExcitationSchema = z.tuple([
  theta('theta', 'ANGLE_INVALID.betweenDegrees'),
  phi('phi', 'ANGLE_INVALID.betweenDegrees'),
  PolarizationSchema,
]);

/** [thetaStart, thetaEnd, phiStart, phiEnd, polarization, thetaStep, phiStep], degrees. */
export const SweepExcitationSchema = z.tuple([
  theta('initialTheta'),
  theta('finalTheta'),
  phi('initialPhi'),
  phi('finalPhi'),
  PolarizationSchema,
  theta('thetaStep'),
  phi('phiStep'),
]);

/** Single: [f, -1, -1]; sweep: [initial, step, final]. Hz. */
export const FrequencySchema = z.tuple([
  z.number(saysOf('initialFrequency', 'validation.empty')),
  z.number(saysOf('stepSize', 'validation.empty')),
  z.number(saysOf('finalFrequency', 'validation.empty')),
]);

/** What the forms start with: single angle, angle sweep, single frequency, frequency sweep. */
export const DEFAULT_SINGLE_EXCITATION = [180, 180, 0] as const;
export const DEFAULT_SWEEP_EXCITATION = [90, 180, 90, 360, 0, 90, 90] as const;
export const DEFAULT_SINGLE_FREQUENCY_HZ = [1.3e9, -1, -1] as const;
export const DEFAULT_SWEEP_FREQUENCY_HZ = [1e9, 0.1e9, 100e9] as const;

/** Room for the noise of decimal numbers in binary (0.3 − 0.2 < 0.1) in all sweep arithmetic, in steps. */
const STEP_TOLERANCE = 1e-9;

export interface Illumination {
  thetaDeg: number;
  phiDeg: number;
}

/** Does not even one step fit between initial and final? */
export function stepExceedsRange(initial: number, final: number, step: number): boolean {
  return step > (final - initial) * (1 + STEP_TOLERANCE);
}

/** Number of points of initial, initial + step, … up to final (a last point within 1e-9 of a step counts). */
export function sweepCount(initial: number, final: number, step: number): number {
  if (!(step > 0) || final <= initial) return 1;
  return Math.floor((final - initial) / step + STEP_TOLERANCE) + 1;
}

function sweepValues(initial: number, final: number, step: number): number[] {
  return Array.from({ length: sweepCount(initial, final, step) }, (_, i) =>
    Math.min(roundOff(initial + i * step), final),
  );
}

/** Removes the noise of repeated decimal steps (0.1 + 0.2), twelve significant digits. */
function roundOff(value: number): number {
  return Number(value.toPrecision(12));
}

/** Directions of incidence, theta-major, in degrees. */
export function illuminations(anglesweep: 0 | 1, excitation: readonly number[]): Illumination[] {
  if (anglesweep === 0) return [{ thetaDeg: excitation[0] ?? 0, phiDeg: excitation[1] ?? 0 }];
  const [t0 = 0, t1 = 0, p0 = 0, p1 = 0, , dt = 0, dp = 0] = excitation;
  const phis = sweepValues(p0, p1, dp);
  return sweepValues(t0, t1, dt).flatMap((thetaDeg) => phis.map((phiDeg) => ({ thetaDeg, phiDeg })));
}

export function polarizationOf(anglesweep: 0 | 1, excitation: readonly number[]): number {
  return excitation[anglesweep === 0 ? 2 : 4] ?? 0;
}

/** A vertical and a horizontal wave are solved together. */
export const isBothPolarizations = (polarization: number): boolean =>
  polarization === POLARIZATIONS.verticalAndHorizontal;

/** Right-hand sides of each illumination. */
export const wavesOf = (polarization: number): 1 | 2 => (isBothPolarizations(polarization) ? 2 : 1);

/** The frequencies of a solver input: one, a sweep, or a list. */
export interface FrequencyInput {
  freqsweep: 0 | 1 | 2;
  /** Single: [f, …]; sweep: [initial, step, final]. Hz. */
  frequency: readonly number[];
  /** Hz, ascending */
  frequencylist?: readonly number[] | undefined;
}

/** Frequencies in Hz, ascending. */
export function frequenciesHz({ freqsweep, frequency, frequencylist = [] }: FrequencyInput): number[] {
  const [initial = 0, step = 0, final = 0] = frequency;
  if (freqsweep === 2) return [...frequencylist];
  return freqsweep === 0 ? [initial] : sweepValues(initial, final, step);
}

/** Their number, by arithmetic: nothing is expanded. */
export function countFrequencies({ freqsweep, frequency, frequencylist = [] }: FrequencyInput): number {
  const [initial = 0, step = 0, final = 0] = frequency;
  if (freqsweep === 2) return frequencylist.length;
  return freqsweep === 0 ? 1 : sweepCount(initial, final, step);
}

/** The frequency that stands for the whole run in estimates and in the default mesh size: the middle of the band. */
export function meanFrequencyHz({ freqsweep, frequency, frequencylist = [] }: FrequencyInput): number {
  const [initial = 0, , final = 0] = frequency;
  if (freqsweep === 2) return ((frequencylist[0] ?? 0) + (frequencylist.at(-1) ?? 0)) / 2;
  return freqsweep === 0 ? initial : (initial + final) / 2;
}

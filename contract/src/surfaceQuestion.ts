import type { BackProjectionRequest } from './backProjection.ts';
import { isBothPolarizations, POLARIZATIONS } from './excitation.ts';
import { ANGLE_FACTOR, INCIDENTS, type Incident } from './run/fileNames.ts';
import type { RunResult } from './run/result.ts';

/** Which part of a sweep is projected back onto the surface (docs/theory/hot-spots.md). */

/** Fewer values of a sweep resolve no places. */
const FEWEST_VALUES = 3;

/** Received, incident; a circular wave has one letter alone. */
export type SurfaceComponent = 'VV' | 'HH' | 'VH' | 'HV' | Incident;

/** @param polarization of the incident wave */
export function surfaceComponentsOf(polarization: number): SurfaceComponent[] {
  if (isBothPolarizations(polarization)) return ['VV', 'HH', 'VH', 'HV'];
  if (polarization === POLARIZATIONS.vertical) return ['VV', 'HV'];
  return polarization === POLARIZATIONS.horizontal ? ['HH', 'VH'] : [...INCIDENTS];
}

/** What a run computed. */
type Sweep = Pick<RunResult, 'frequenciesHz' | 'illuminations'>;

export const SWEPT = ['frequency', 'theta', 'phi'] as const;
export type Swept = (typeof SWEPT)[number];
export type SurfaceRange = readonly [from: number, to: number];
export type SurfaceRanges = Record<Swept, SurfaceRange>;

/** What a run has, in Hz and degrees, ascending. */
export function sweptValues({ frequenciesHz, illuminations }: Sweep): Record<Swept, number[]> {
  const ascending = (values: readonly number[]) => [...new Set(values)].sort((a, b) => a - b);
  return {
    frequency: ascending(frequenciesHz),
    theta: ascending(illuminations.map(({ thetaDeg }) => thetaDeg)),
    phi: ascending(illuminations.map(({ phiDeg }) => phiDeg)),
  };
}

/** The ends wanted of each, where there are such; the ends of the sweep else. */
export const surfaceRanges = (
  values: Record<Swept, number[]>,
  wanted: Partial<Record<Swept, SurfaceRange>> = {},
): SurfaceRanges => ({
  frequency: rangeWithin(values.frequency, wanted.frequency),
  theta: rangeWithin(values.theta, wanted.theta),
  phi: rangeWithin(values.phi, wanted.phi),
});

function rangeWithin(values: readonly number[], wanted: SurfaceRange | undefined): SurfaceRange {
  const [first = 0, last = first] = [values[0], values.at(-1)];
  if (!wanted || !wanted.every((one) => values.includes(one))) return [first, last];
  return [Math.min(...wanted), Math.max(...wanted)];
}

const countIn = (values: readonly number[], [from, to]: SurfaceRange) =>
  values.filter((value) => value >= from && value <= to).length;

/** Are there enough directions or frequencies to resolve places? */
export const resolvesPlaces = (values: Record<Swept, number[]>, ranges: SurfaceRanges): boolean =>
  SWEPT.some((swept) => countIn(values[swept], ranges[swept]) >= FEWEST_VALUES);

/** Nine decimals are as many as names of files have. */
const tenths = (degrees: number) => Number((ANGLE_FACTOR * degrees).toFixed(9));

export function surfaceQuestion(
  { frequency, theta, phi }: SurfaceRanges,
  component: SurfaceComponent,
): Omit<BackProjectionRequest, 'projectId'> {
  const [received, incident] = [...component] as [Incident, Incident?];
  return {
    frequency: frequency[0],
    frequencyTo: frequency[1],
    theta: tenths(theta[0]),
    thetaTo: tenths(theta[1]),
    phi: tenths(phi[0]),
    phiTo: tenths(phi[1]),
    received,
    ...(incident && { incident }),
  };
}

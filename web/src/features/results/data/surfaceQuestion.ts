import {
  ANGLE_FACTOR,
  INCIDENTS,
  isBothPolarizations,
  POLARIZATIONS,
  type Incident,
  type Project,
} from '@pace/contract';
import type { BackProjectionQuestion } from './queries.ts';
import { polarizationOfRun, type SweepPoints } from './resultSummary.ts';
import { distinct } from '../fields/farField.ts';

/** Fewer values of a sweep resolve no places. */
export const FEWEST_VALUES = 3;

/** Received, incident; a circular wave has one letter alone. */
export type SurfaceComponent = 'VV' | 'HH' | 'VH' | 'HV' | Incident;

export function surfaceComponents(project: Project): SurfaceComponent[] {
  const polarization = polarizationOfRun(project);
  if (isBothPolarizations(polarization)) return ['VV', 'HH', 'VH', 'HV'];
  if (polarization === POLARIZATIONS.vertical) return ['VV', 'HV'];
  return polarization === POLARIZATIONS.horizontal ? ['HH', 'VH'] : [...INCIDENTS];
}

export const SWEPT = ['frequency', 'theta', 'phi'] as const;
export type Swept = (typeof SWEPT)[number];
export type SurfaceRange = readonly [from: number, to: number];
export type SurfaceRanges = Record<Swept, SurfaceRange>;

/** What a run has, in Hz and degrees, ascending. */
export function valuesOf({ frequenciesHz, illuminations }: SweepPoints): Record<Swept, number[]> {
  const ascending = (values: readonly number[]) => distinct(values).sort((a, b) => a - b);
  return {
    frequency: ascending(frequenciesHz),
    theta: ascending(illuminations.map(({ thetaDeg }) => thetaDeg)),
    phi: ascending(illuminations.map(({ phiDeg }) => phiDeg)),
  };
}

/** The ends chosen, where there are such; the ends of the sweep else. Empty where the run has nothing. */
export function rangeOf(values: readonly number[], wanted: SurfaceRange | undefined): SurfaceRange {
  const [first = 0, last = first] = [values[0], values.at(-1)];
  if (!wanted || !wanted.every((one) => values.includes(one))) return [first, last];
  return [Math.min(...wanted), Math.max(...wanted)];
}

const countIn = (values: readonly number[], [from, to]: SurfaceRange) =>
  values.filter((value) => value >= from && value <= to).length;

/** Are there enough directions or frequencies to resolve places? */
export const isEnough = (values: Record<Swept, number[]>, ranges: SurfaceRanges): boolean =>
  SWEPT.some((swept) => countIn(values[swept], ranges[swept]) >= FEWEST_VALUES);

/** Nine decimals are as many as names of files have. */
const tenths = (degrees: number) => Number((ANGLE_FACTOR * degrees).toFixed(9));

export function surfaceQuestion(ranges: SurfaceRanges, component: SurfaceComponent): BackProjectionQuestion {
  const [received, incident] = [...component] as [Incident, Incident?];
  const { frequency, theta, phi } = ranges;
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

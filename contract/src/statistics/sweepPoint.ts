import { ANGLE_FACTOR } from '../run/fileNames.ts';
import type { MonoStaticRcs } from '../run/monostatic.ts';

export const MONOSTATIC_AXES = ['frequency', 'theta', 'phi'] as const;
export type MonostaticAxis = (typeof MONOSTATIC_AXES)[number];

/** A point of a sweep: Hz and degrees. */
export interface SweepPoint {
  frequency: number;
  theta: number;
  phi: number;
}

export function sweepPointOf({ frequency, angleTheta, anglePhi }: MonoStaticRcs): SweepPoint {
  return { frequency, theta: angleTheta / ANGLE_FACTOR, phi: anglePhi / ANGLE_FACTOR };
}

export function distinct(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

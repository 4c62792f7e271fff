import { type Component, type MonostaticAxis, type SweepPoint } from '@pace/contract';
import type { ResultPoint } from '../data/resultPoint.ts';
import type { Plane } from '../fields/farField.ts';

export interface BistaticCurveId extends ResultPoint {
  /** Project whose run it is */
  run: string;
  plane: Plane;
  component: Component;
}

export interface MonostaticCurveId {
  run: string;
  axis: MonostaticAxis;
  held: Partial<SweepPoint>;
  component: Component;
}

/** Keys of a curve list are the curve's own description, so that equal curves are the same curve. */
export function bistaticKey({
  run,
  frequencyHz,
  thetaDeg,
  phiDeg,
  plane,
  component,
}: BistaticCurveId): string {
  return JSON.stringify({ run, frequencyHz, thetaDeg, phiDeg, plane, component });
}

export function bistaticIdOf(key: string): BistaticCurveId {
  return JSON.parse(key) as BistaticCurveId;
}

export function monostaticKey({ run, axis, held, component }: MonostaticCurveId): string {
  const { frequency, theta, phi } = held;
  return JSON.stringify({ run, axis, held: { frequency, theta, phi }, component });
}

export function monostaticIdOf(key: string): MonostaticCurveId {
  return JSON.parse(key) as MonostaticCurveId;
}

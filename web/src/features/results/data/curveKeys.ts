import { ANGLE_FACTOR, type ResultKey } from '@pace/contract';
import type { Component, MonostaticAxis, Plane, SweepPoint } from '../fields/farField.ts';

/** One frequency and one illumination, in Hz and degrees. */
export interface ResultPoint {
  frequencyHz: number;
  thetaDeg: number;
  phiDeg: number;
}

/** How the calls and the names of files put it: angles × 10, rounded. */
export function resultKeyOf({ frequencyHz, thetaDeg, phiDeg }: ResultPoint): ResultKey {
  return {
    frequency: frequencyHz,
    theta: Math.round(thetaDeg * ANGLE_FACTOR),
    phi: Math.round(phiDeg * ANGLE_FACTOR),
  };
}

/** The same as one word, for maps. */
export function resultKeyText(point: ResultPoint): string {
  const { frequency, theta, phi } = resultKeyOf(point);
  return `${frequency}/${theta}/${phi}`;
}

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

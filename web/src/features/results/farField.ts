import { ANGLE_FACTOR, rcsDbsm, type FarZoneField, type Illumination, type MonoStaticRcs } from '@pace/contract';

export const PLANES = ['xy', 'xz', 'yz'] as const;
export type Plane = (typeof PLANES)[number];

/** Which part of the scattered field a curve shows. */
export const COMPONENTS = ['total', 'theta', 'phi'] as const;
export type Component = (typeof COMPONENTS)[number];

type ComplexField = Pick<FarZoneField, 'e_Theta_Real' | 'e_Theta_Imag' | 'e_Phi_Real' | 'e_Phi_Imag'>;

/** σ [dBsm] of the whole field or of one of its components. */
export function componentDbsm(field: ComplexField, component: Component): number {
  if (component === 'theta') return rcsDbsm({ ...field, e_Phi_Real: 0, e_Phi_Imag: 0 });
  if (component === 'phi') return rcsDbsm({ ...field, e_Theta_Real: 0, e_Theta_Imag: 0 });
  return rcsDbsm(field);
}

/** φ of the half plane on which a vertical cut begins at θ = 0. */
const NEAR_SIDE_DEG = { xz: 0, yz: 90 } as const;

/**
 * Angle round a cut, 0 to 360 degrees. xy: φ. xz and yz: from +z; θ on the side of φ = 0 (xz) or 90 (yz), 360° − θ on
 * the other side. A θ beyond 180 already counts round.
 */
export function cutAngleDeg(plane: Plane, thetaDeg: number, phiDeg: number): number {
  if (plane === 'xy') return phiDeg;
  const turn = (((phiDeg - NEAR_SIDE_DEG[plane]) % 360) + 360) % 360;
  return turn > 90 && turn < 270 ? Number((360 - thetaDeg).toFixed(9)) : thetaDeg;
}

export interface Curve {
  x: number[];
  y: number[];
}

/** Sorted by x; of two points at the same x (the poles are met from both sides) the first stays. */
function sortedCurve(points: [x: number, y: number][]): Curve {
  const sorted = points.sort((a, b) => a[0] - b[0]).filter((point, i, all) => i === 0 || point[0] !== all[i - 1]![0]);
  return { x: sorted.map(([x]) => x), y: sorted.map(([, y]) => y) };
}

const degrees = (fileAngle: number) => fileAngle / ANGLE_FACTOR;

/** RCS over one cut of a bistatic result. */
export function bistaticCurve(fields: readonly FarZoneField[], plane: Plane, component: Component): Curve {
  return sortedCurve(
    fields
      .filter((field) => field.plane === plane)
      .map((field) => [
        cutAngleDeg(plane, degrees(field.angleTheta), degrees(field.anglePhi)), componentDbsm(field, component),
      ]),
  );
}

export const MONOSTATIC_AXES = ['frequency', 'theta', 'phi'] as const;
export type MonostaticAxis = (typeof MONOSTATIC_AXES)[number];

/** A point of a sweep: Hz and degrees. */
export interface SweepPoint {
  frequency: number;
  theta: number;
  phi: number;
}

export function sweepPointOf({ frequency, angleTheta, anglePhi }: MonoStaticRcs): SweepPoint {
  return { frequency, theta: degrees(angleTheta), phi: degrees(anglePhi) };
}

/** Angles that agree within a hundredth of a degree, frequencies within 1e-9 of their size, are the same. */
function isSame(axis: MonostaticAxis, a: number, b: number): boolean {
  return Math.abs(a - b) <= (axis === 'frequency' ? 1e-9 * Math.abs(a) : 0.01);
}

/** Backscatter over one axis (frequency in Hz, angles in degrees) with the other two held. */
export function monostaticCurve(
  records: readonly MonoStaticRcs[],
  axis: MonostaticAxis,
  held: Partial<SweepPoint>,
  component: Component,
): Curve {
  const others = MONOSTATIC_AXES.filter((other) => other !== axis);
  return sortedCurve(
    records
      .map((record) => ({ record, at: sweepPointOf(record) }))
      .filter(({ at }) => others.every((other) => held[other] === undefined || isSame(other, held[other], at[other])))
      .map(({ record, at }) => [at[axis], componentDbsm(record, component)]),
  );
}

export function distinct(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

/** The axis that was swept; of several, angles first. */
export function sweptAxis(frequencies: readonly number[], illuminations: readonly Illumination[]): MonostaticAxis {
  if (new Set(illuminations.map(({ thetaDeg }) => thetaDeg)).size > 1) return 'theta';
  if (new Set(illuminations.map(({ phiDeg }) => phiDeg)).size > 1) return 'phi';
  return frequencies.length > 1 ? 'frequency' : 'theta';
}

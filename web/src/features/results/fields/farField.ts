import {
  ANGLE_FACTOR,
  isBothPolarizations,
  isScatteringMatrix,
  LINEAR_TERMS,
  phaseDifferenceDeg,
  type FarZoneField,
  type Illumination,
  type MonoStaticRcs,
  type ScatteredField,
  type Component,
  type Polarization,
  COMPONENTS_OF_BOTH,
  COMPONENTS_OF_ONE,
  componentM2,
  type MonostaticAxis,
  type SweepPoint,
  MONOSTATIC_AXES,
  sweepPointOf,
} from '@pace/contract';

export const PLANES = ['xy', 'xz', 'yz'] as const;
export type Plane = (typeof PLANES)[number];

/** Stands for the four terms VV, HH, VH, HV: one curve each. */
export const ALL_LINEAR = 'linear';
export type ComponentChoice = Component | typeof ALL_LINEAR;

export function componentChoicesOf(polarization: Polarization): readonly ComponentChoice[] {
  return isBothPolarizations(polarization) ? [ALL_LINEAR, ...COMPONENTS_OF_BOTH] : COMPONENTS_OF_ONE;
}

/** The components that a choice means. */
export const componentsChosen = (choice: ComponentChoice): readonly Component[] =>
  choice === ALL_LINEAR ? LINEAR_TERMS : [choice];

/** The choice itself where the run has it, else the first that it has. */
export function fitting<C extends ComponentChoice>(choice: C, offered: readonly C[]): C {
  return offered.includes(choice) ? choice : offered[0]!;
}

export const SCALES = ['dBsm', 'm²'] as const;
export type Scale = (typeof SCALES)[number];

export function scaled(squareMetres: number, scale: Scale): number {
  return scale === 'dBsm' ? 10 * Math.log10(squareMetres) : squareMetres;
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

/** Computed points along one angle or over frequency, ascending. */
export interface FieldCurve {
  x: number[];
  fields: ScatteredField[];
}

export interface Curve {
  x: number[];
  y: number[];
}

/** What a component of the points is on a scale; the phase difference is in degrees on any. */
export function curveOf(
  { x, fields }: FieldCurve,
  component: Component,
  polarization: Polarization,
  scale: Scale = 'dBsm',
): Curve {
  if (component === 'phase')
    return { x, y: fields.map((field) => (isScatteringMatrix(field) ? phaseDifferenceDeg(field) : NaN)) };
  return { x, y: fields.map((field) => scaled(componentM2(field, component, polarization), scale)) };
}

/** Sorted by x; of two points at the same x (the poles are met from both sides) the first stays. */
function sortedCurve<F extends ScatteredField>(
  points: [x: number, field: F][],
): { x: number[]; fields: F[] } {
  const sorted = points
    .sort((a, b) => a[0] - b[0])
    .filter((point, i, all) => i === 0 || point[0] !== all[i - 1]![0]);
  return { x: sorted.map(([x]) => x), fields: sorted.map(([, field]) => field) };
}

const degrees = (fileAngle: number) => fileAngle / ANGLE_FACTOR;

/** One cut of a bistatic result over its angle. */
export function bistaticFields(
  fields: readonly FarZoneField[],
  plane: Plane,
): { x: number[]; fields: FarZoneField[] } {
  return sortedCurve(
    fields
      .filter((field) => field.plane === plane)
      .map((field) => [cutAngleDeg(plane, degrees(field.angleTheta), degrees(field.anglePhi)), field]),
  );
}

/** Angles that agree within a hundredth of a degree, frequencies within 1e-9 of their size, are the same. */
function isSame(axis: MonostaticAxis, a: number, b: number): boolean {
  return Math.abs(a - b) <= (axis === 'frequency' ? 1e-9 * Math.abs(a) : 0.01);
}

/** Backscatter over one axis (frequency in Hz, angles in degrees) with the other two held. */
export function monostaticFields(
  records: readonly MonoStaticRcs[],
  axis: MonostaticAxis,
  held: Partial<SweepPoint>,
): { x: number[]; fields: MonoStaticRcs[] } {
  const others = MONOSTATIC_AXES.filter((other) => other !== axis);
  return sortedCurve(
    records
      .map((record) => ({ record, at: sweepPointOf(record) }))
      .filter(({ at }) =>
        others.every((other) => held[other] === undefined || isSame(other, held[other], at[other])),
      )
      .map(({ record, at }) => [at[axis], record]),
  );
}

/** The axis that was swept; of several, angles first. */
export function sweptAxis(
  frequencies: readonly number[],
  illuminations: readonly Illumination[],
): MonostaticAxis {
  if (new Set(illuminations.map(({ thetaDeg }) => thetaDeg)).size > 1) return 'theta';
  if (new Set(illuminations.map(({ phiDeg }) => phiDeg)).size > 1) return 'phi';
  return frequencies.length > 1 ? 'frequency' : 'theta';
}

import {
  ANGLE_FACTOR,
  CIRCULAR_TERMS,
  isBothPolarizations,
  isScatteringMatrix,
  LINEAR_TERMS,
  phaseDifferenceDeg,
  termPower,
  totalPower,
  type CircularTerm,
  type ComplexField,
  type FarZoneField,
  type Illumination,
  type LinearTerm,
  type MonoStaticRcs,
  type ScatteredField,
} from '@pace/contract';

export const PLANES = ['xy', 'xz', 'yz'] as const;
export type Plane = (typeof PLANES)[number];

/**
 * Which part of the field of one incident wave a curve shows. co and cross: of the incident polarization; horizontal: φ,
 * vertical: θ, circular: the same and the other hand. right, left: by the IEEE sense along the scattered direction.
 */
const COMPONENTS_OF_ONE = ['total', 'theta', 'phi', 'co', 'cross', 'right', 'left'] as const;
type ComponentOfOne = (typeof COMPONENTS_OF_ONE)[number];

/** Of both polarizations: a term of the scattering matrix, the sum of all four, or how far S_VV is ahead of S_HH. */
const COMPONENTS_OF_BOTH = [...LINEAR_TERMS, 'power', ...CIRCULAR_TERMS, 'phase'] as const;
export type Component = ComponentOfOne | (typeof COMPONENTS_OF_BOTH)[number];
/** What is a radar cross section; `phase` is an angle. */
export type RcsComponent = Exclude<Component, 'phase'>;

/** Stands for the four terms VV, HH, VH, HV: one curve each. */
export const ALL_LINEAR = 'linear';
export type ComponentChoice = Component | typeof ALL_LINEAR;

/** Components that the results of a run have. */
export function componentsOf(polarization: Polarization): readonly Component[] {
  return isBothPolarizations(polarization) ? COMPONENTS_OF_BOTH : COMPONENTS_OF_ONE;
}

export function rcsComponentsOf(polarization: Polarization): RcsComponent[] {
  return componentsOf(polarization).filter((one) => one !== 'phase');
}

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

/** 0 horizontal, 1 vertical, 2 right circular, 3 left circular, 4 vertical and horizontal */
export type Polarization = number;

const CO_COMPONENT = ['phi', 'theta', 'right', 'left'] as const;
const CROSS_COMPONENT = ['theta', 'phi', 'left', 'right'] as const;

/** Co and cross as what they are for an incident polarization. */
export function plainComponent(
  component: ComponentOfOne,
  polarization: Polarization,
): Exclude<ComponentOfOne, 'co' | 'cross'> {
  if (component === 'co') return CO_COMPONENT[polarization] ?? 'theta';
  if (component === 'cross') return CROSS_COMPONENT[polarization] ?? 'phi';
  return component;
}

export const isOfOne = (component: Component): component is ComponentOfOne =>
  COMPONENTS_OF_ONE.some((one) => one === component);
export const isTerm = (component: Component): component is LinearTerm | CircularTerm =>
  [...LINEAR_TERMS, ...CIRCULAR_TERMS].some((one) => one === component);

/**
 * σ [m²] of the whole field or of one of its components; NaN of a component that such a field does not have. With e^{+jωt} a right circular wave along r̂ = θ̂ × φ̂ is
 * (θ̂ − jφ̂)/√2, so E_R = (E_θ + jE_φ)/√2 and E_L = (E_θ − jE_φ)/√2.
 */
export function componentM2(
  field: ScatteredField,
  component: RcsComponent,
  polarization: Polarization,
): number {
  if (isScatteringMatrix(field)) {
    if (isTerm(component)) return 4 * Math.PI * termPower(field, component);
    return component === 'power' ? 4 * Math.PI * totalPower(field) : NaN;
  }
  return isOfOne(component) ? 4 * Math.PI * powerOf(field, plainComponent(component, polarization)) : NaN;
}

/** |E|² of a plain component. */
function powerOf(
  { e_Theta_Real: a, e_Theta_Imag: b, e_Phi_Real: c, e_Phi_Imag: d }: ComplexField,
  component: ReturnType<typeof plainComponent>,
): number {
  switch (component) {
    case 'total':
      return a * a + b * b + c * c + d * d;
    case 'theta':
      return a * a + b * b;
    case 'phi':
      return c * c + d * d;
    case 'right':
      return ((a - d) ** 2 + (b + c) ** 2) / 2;
    case 'left':
      return ((a + d) ** 2 + (b - c) ** 2) / 2;
  }
}

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

export function distinct(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
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

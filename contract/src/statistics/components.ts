import { barOf, discsOf, termBar, wholeBar, type Bar } from '../run/errorBars.ts';
import {
  CIRCULAR_TERMS,
  isScatteringMatrix,
  LINEAR_TERMS,
  termPower,
  totalPower,
  type CircularTerm,
  type ComplexField,
  type LinearTerm,
  type ScatteredField,
} from '../run/scattering.ts';
import { isBothPolarizations } from '../excitation.ts';
import {
  COMPONENTS_OF_BOTH,
  COMPONENTS_OF_ONE,
  type Component,
  type ComponentOfOne,
  type RcsComponent,
} from './componentNames.ts';

/** Components that the results of a run have. */
export function componentsOf(polarization: Polarization): readonly Component[] {
  return isBothPolarizations(polarization) ? COMPONENTS_OF_BOTH : COMPONENTS_OF_ONE;
}

export function rcsComponentsOf(polarization: Polarization): RcsComponent[] {
  return componentsOf(polarization).filter((one) => one !== 'phase');
}

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

/** The bar of the size of a component (σ is 4π times its square); undefined where no errors were estimated. */
export function componentBar(
  field: ScatteredField,
  component: RcsComponent,
  polarization: Polarization,
): Bar | undefined {
  if (isScatteringMatrix(field)) {
    if (isTerm(component)) return termBar(field, component);
    return component === 'power' ? wholeBar(field) : undefined;
  }
  const discs = discsOf(field);
  if (!discs || !isOfOne(component)) return undefined;
  const plain = plainComponent(component, polarization);
  if (plain === 'total') return wholeBar(field);
  if (plain === 'theta' || plain === 'phi') return barOf([discs[plain]]);
  // (E_θ ± jE_φ)/√2
  const { e_Theta_Real: a, e_Theta_Imag: b, e_Phi_Real: c, e_Phi_Imag: d } = field;
  const size = plain === 'right' ? Math.hypot(a - d, b + c) : Math.hypot(a + d, b - c);
  return barOf([{ size: size / Math.SQRT2, radius: (discs.theta.radius + discs.phi.radius) / Math.SQRT2 }]);
}

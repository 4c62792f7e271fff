import { plainComponent, type ComplexField, type Component, type Polarization } from '../fields/farField.ts';

/** Re and Im of a component; of the whole field, which is no single number, its co-polar part. */
export function complexComponent(
  field: ComplexField,
  component: Component,
  polarization: Polarization,
): [number, number] {
  const { e_Theta_Real: a, e_Theta_Imag: b, e_Phi_Real: c, e_Phi_Imag: d } = field;
  switch (plainComponent(component === 'total' ? 'co' : component, polarization)) {
    case 'phi':
      return [c, d];
    case 'right':
      return [(a - d) * Math.SQRT1_2, (b + c) * Math.SQRT1_2];
    case 'left':
      return [(a + d) * Math.SQRT1_2, (b - c) * Math.SQRT1_2];
    default:
      return [a, b];
  }
}

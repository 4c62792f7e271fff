import {
  isScatteringMatrix,
  matrixTerm,
  type ComplexField,
  type ScatteredField,
  componentsOf,
  isOfOne,
  isTerm,
  plainComponent,
  type Component,
  type Polarization,
} from '@pace/contract';

/** Components that are single complex numbers. */
export function imagedComponents(polarization: Polarization): Component[] {
  return componentsOf(polarization).filter((one) => (isOfOne(one) ? one !== 'total' : isTerm(one)));
}

/** Re and Im of a component; of the whole field, which is no single number, its co-polar part. */
export function complexComponent(
  field: ScatteredField,
  component: Component,
  polarization: Polarization,
): [number, number] {
  if (!isScatteringMatrix(field))
    return isOfOne(component) ? ofOneWave(field, component, polarization) : [NaN, NaN];
  if (!isTerm(component)) return [NaN, NaN];
  const { real, imaginary } = matrixTerm(field, component);
  return [real, imaginary];
}

function ofOneWave(
  { e_Theta_Real: a, e_Theta_Imag: b, e_Phi_Real: c, e_Phi_Imag: d }: ComplexField,
  component: Parameters<typeof plainComponent>[0],
  polarization: Polarization,
): [number, number] {
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

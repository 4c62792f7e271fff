import {
  barOf,
  discsOf,
  isScatteringMatrix,
  phaseDifferenceErrorDeg,
  sizeDbsm,
  termBar,
  wholeBar,
  type Bar,
  type ScatteredField,
} from '@pace/contract';
import {
  curveOf,
  isOfOne,
  isTerm,
  plainComponent,
  type Component,
  type FieldCurve,
  type Polarization,
  type RcsComponent,
  type Scale,
} from './farField.ts';

/** Ends of the bars at the points of a curve; NaN where a point has none. */
export interface Band {
  low: number[];
  high: number[];
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

const onScale = (size: number, scale: Scale) =>
  scale === 'dBsm' ? sizeDbsm(size) : 4 * Math.PI * size * size;

/** The bars along a curve; in decibels the lower end is −∞ where the field may be nothing. Undefined where no point has one. */
export function bandOf(
  curve: FieldCurve,
  component: Component,
  polarization: Polarization,
  scale: Scale = 'dBsm',
): Band | undefined {
  const bars =
    component === 'phase'
      ? phaseBars(curve, polarization)
      : curve.fields.map((field): Bar | undefined => {
          const bar = componentBar(field, component, polarization);
          return bar && { low: onScale(bar.low, scale), high: onScale(bar.high, scale) };
        });
  if (bars.every((bar) => bar === undefined)) return undefined;
  return { low: bars.map((bar) => bar?.low ?? NaN), high: bars.map((bar) => bar?.high ?? NaN) };
}

/** Round the drawn angle, so beyond ±180° where that is near. */
function phaseBars(curve: FieldCurve, polarization: Polarization): (Bar | undefined)[] {
  const { y } = curveOf(curve, 'phase', polarization);
  return curve.fields.map((field, i) => {
    const error = isScatteringMatrix(field) ? phaseDifferenceErrorDeg(field) : undefined;
    return error === undefined ? undefined : { low: y[i]! - error, high: y[i]! + error };
  });
}

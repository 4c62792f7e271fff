import {
  isScatteringMatrix,
  phaseDifferenceErrorDeg,
  sizeDbsm,
  type Bar,
  type Component,
  type Polarization,
  componentBar,
} from '@pace/contract';
import { curveOf, type FieldCurve, type Scale } from './farField.ts';

/** Ends of the bars at the points of a curve; NaN where a point has none. */
export interface Band {
  low: number[];
  high: number[];
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

import { curveStatistics, type CurveStatistics } from '../../../../plots/index.ts';
import type { RcsCurve } from '../../curves/rcsCurves.ts';
import { curveOf } from '../../fields/farField.ts';

export interface KeyNumbers extends CurveStatistics {
  id: string;
  name: string;
  unconverged: boolean;
  /** Ends of what was computed, in the unit of the x axis */
  from: number;
  to: number;
}

/** Of each curve with a value in dBsm, over the whole of it. */
export function keyNumbersOf(curves: readonly RcsCurve[]): KeyNumbers[] {
  return curves.flatMap((curve) => {
    const { id, name, unconverged } = curve;
    const { x, y } = curveOf(curve, curve.component, curve.polarization);
    const [from, to] = [x[0] ?? NaN, x.at(-1) ?? NaN];
    const statistics = curveStatistics({ x, y }, [from, to], 'decibel');
    return statistics ? [{ ...statistics, id, name, unconverged, from, to }] : [];
  });
}

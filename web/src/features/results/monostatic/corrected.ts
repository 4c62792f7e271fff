import { correctedRecord } from '@pace/contract';
import { isPhase, type ReferenceCurve } from '../curves/rcsCurves.ts';
import { curveOf } from '../fields/farField.ts';
import type { BackscatterCurve } from './exactBackscatter.ts';

/** A curve with its corrected fields. @param name  says so */
export const correctedCurve = (curve: BackscatterCurve, name: string): BackscatterCurve => ({
  ...curve,
  name,
  fields: curve.fields.map(correctedRecord),
});

/** A curve as it was solved, drawn beside its corrected one. @param name  says so */
export function solvedReference(curve: BackscatterCurve, name: string): ReferenceCurve {
  const { x, y } = curveOf(curve, curve.component, curve.polarization);
  return {
    id: `solved/${curve.id}`,
    name,
    x,
    dbsm: y,
    of: curve.id,
    isPhase: isPhase(curve),
    styleIndex: curve.styleIndex,
  };
}

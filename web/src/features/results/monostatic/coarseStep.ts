import { SPEED_OF_LIGHT, type MonoStaticRcs, sweepPointOf } from '@pace/contract';

const DEGREES = 180 / Math.PI;

/** Steps of an angle between which a curve may have lobes that are not there to see. */
export interface CoarseStep {
  stepDeg: number;
  /** At most so large it should be */
  limitDeg: number;
  sizeM: number;
  frequencyHz: number;
}

/**
 * The echo of a body of size D over angle has no detail finer than λ/2D (the sampling theorem, there and back): a line through
 * points that are farther apart is no curve. Undefined where the steps are fine enough.
 * @param fields  along the curve  @param size  of the box about the model [m]
 */
export function coarseStep(
  fields: readonly MonoStaticRcs[],
  axis: 'theta' | 'phi',
  size: readonly number[],
): CoarseStep | undefined {
  const sizeM = Math.hypot(...size);
  let worst: CoarseStep | undefined;
  for (let i = 1; i < fields.length; i++) {
    const [from, to] = [sweepPointOf(fields[i - 1]!), sweepPointOf(fields[i]!)];
    const turn = axis === 'phi' ? Math.abs(Math.sin(to.theta / DEGREES)) : 1;
    const stepDeg = to[axis] - from[axis];
    const limitDeg = (DEGREES * SPEED_OF_LIGHT) / (2 * sizeM * to.frequency) / Math.max(turn, 1e-9);
    if (stepDeg <= limitDeg || (worst && worst.limitDeg <= limitDeg)) continue;
    worst = { stepDeg, limitDeg, sizeM, frequencyHz: to.frequency };
  }
  return worst;
}

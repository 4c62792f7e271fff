import { distinct, type MonostaticAxis } from '@pace/contract';
import type { Returns } from './runEvents.ts';

export interface GrowingCurve {
  axis: MonostaticAxis;
  /** What the points have in common; absent where it is the axis */
  frequencyHz?: number;
  thetaDeg?: number;
  phiDeg?: number;
  /** dBsm of each component, over Hz or degrees, ascending */
  curves: { component: Returns['components'][number]; x: number[]; y: number[] }[];
}

/** The newest curve of a run that is not done: over the angle that was swept at its newest frequency, else over frequency. */
export function growingCurve(returns: readonly Returns[]): GrowingCurve | undefined {
  const newest = returns.at(-1);
  const last = newest?.points.at(-1);
  if (!newest || !last) return undefined;
  const { frequencyHz, components } = newest;
  // A run that is continued may compute a point again.
  const byPlace = new Map(
    returns.flatMap(({ frequencyHz: frequency, points: some }) =>
      some.map(({ thetaDeg: theta, phiDeg: phi, rcsM2 }) => [
        `${frequency}/${theta}/${phi}`,
        { frequency, theta, phi, rcsM2 },
      ]),
    ),
  );
  const points = [...byPlace.values()];
  const at = { frequency: frequencyHz, theta: last.thetaDeg, phi: last.phiDeg };
  const along = (axis: MonostaticAxis) =>
    points.filter((point) => AXES.every((other) => other === axis || point[other] === at[other]));
  const axis = AXES.find((one) => distinct(along(one).map((point) => point[one])).length > 1) ?? 'frequency';
  const drawn = along(axis).sort((a, b) => a[axis] - b[axis]);
  return {
    axis,
    ...(axis !== 'frequency' && { frequencyHz }),
    ...(axis !== 'theta' && { thetaDeg: at.theta }),
    ...(axis !== 'phi' && { phiDeg: at.phi }),
    curves: components.map((component, i) => ({
      component,
      x: drawn.map((point) => point[axis]),
      y: drawn.map(({ rcsM2 }) => 10 * Math.log10(rcsM2[i] ?? 0)),
    })),
  };
}

/** Angles first */
const AXES = ['phi', 'theta', 'frequency'] as const;

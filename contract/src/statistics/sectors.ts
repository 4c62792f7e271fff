import type { MonoStaticRcs } from '../run/monostatic.ts';
import {
  distinct,
  MONOSTATIC_AXES,
  sweepPointOf,
  type MonostaticAxis,
  type SweepPoint,
} from './sweepPoint.ts';

/** From – to of each axis that is restricted: degrees, or Hz. φ may pass through 0°: from 330 to 30. */
export type Ranges = Partial<Record<MonostaticAxis, readonly [number, number]>>;

const FULL_TURN = 360;
/** Angles are files' tenths of degrees */
const SLACK = 1e-6;

export const isBetween = (value: number, [from, to]: readonly [number, number]) => {
  const slack = SLACK * Math.max(1, Math.abs(value));
  return value >= from - slack && value <= to + slack;
};

/** On the circle from `from` to `to` in the direction of growing φ. */
function isOnArc(phi: number, [from, to]: readonly [number, number]): boolean {
  if (Math.abs(to - from) >= FULL_TURN) return true;
  const ahead = (angle: number) => (((angle - from) % FULL_TURN) + FULL_TURN) % FULL_TURN;
  const place = ahead(phi);
  return place <= ahead(to) + SLACK || place >= FULL_TURN - SLACK;
}

export function isInside(at: SweepPoint, ranges: Ranges): boolean {
  return MONOSTATIC_AXES.every((axis) => {
    const range = ranges[axis];
    return range === undefined || (axis === 'phi' ? isOnArc : isBetween)(at[axis], range);
  });
}

/** Axes with several values, and the ends of each. */
export function sweptRanges(records: readonly MonoStaticRcs[]): Map<MonostaticAxis, [number, number]> {
  const points = records.map(sweepPointOf);
  return new Map(
    MONOSTATIC_AXES.flatMap((axis) => {
      const values = distinct(points.map((point) => point[axis]));
      return values.length > 1 ? [[axis, [values[0]!, values.at(-1)!]] as const] : [];
    }),
  );
}

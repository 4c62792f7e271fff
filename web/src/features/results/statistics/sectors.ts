import type { MonoStaticRcs } from '@pace/contract';
import {
  distinct,
  MONOSTATIC_AXES,
  sweepPointOf,
  type MonostaticAxis,
  type SweepPoint,
} from '../fields/farField.ts';

/** From – to of each axis that is restricted: degrees, or Hz. φ may pass through 0°: from 330 to 30. */
export type Ranges = Partial<Record<MonostaticAxis, readonly [number, number]>>;

const FULL_TURN = 360;
/** Angles are files' tenths of degrees */
const SLACK = 1e-6;

const isBetween = (value: number, [from, to]: readonly [number, number]) => {
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

/**
 * Sides of a sector on a map of φ and θ (x0, y0, x1, y1 each): in two pieces where its arc leaves the map on one side
 * and comes back on the other; none at a frequency that is not in it.
 */
export function sectorOutlines(
  ranges: Ranges,
  phisDeg: readonly number[],
  thetasDeg: readonly number[],
  frequencyHz: number,
): number[] {
  if (ranges.frequency && !isBetween(frequencyHz, ranges.frequency)) return [];
  const ends = (values: readonly number[]) => [Math.min(...values), Math.max(...values)] as const;
  const [left, right] = ends(phisDeg);
  const [top, bottom] = ends(thetasDeg);
  const [from, to] = ranges.theta ?? [top, bottom];
  const [low, high] = [Math.max(from, top), Math.min(to, bottom)];
  if (low > high) return [];
  const [begin, end] = ranges.phi ?? [left, right];
  const isRound = Math.abs(end - begin) >= FULL_TURN;
  const width = isRound ? FULL_TURN : (((end - begin) % FULL_TURN) + FULL_TURN) % FULL_TURN;
  return [-FULL_TURN, 0, FULL_TURN].flatMap((turn) => {
    const [first, last] = isRound ? [left, right] : [begin + turn, begin + turn + width];
    const [a, b] = [Math.max(first, left), Math.min(last, right)];
    if (a > b || (isRound && turn !== 0)) return [];
    const side = (phi: number, isOn: boolean) => (isOn ? [phi, low, phi, high] : []);
    return [...[a, low, b, low], ...[a, high, b, high], ...side(a, first >= left), ...side(b, last <= right)];
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

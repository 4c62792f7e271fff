import { isBetween, type Ranges } from '@pace/contract';

const FULL_TURN = 360;

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

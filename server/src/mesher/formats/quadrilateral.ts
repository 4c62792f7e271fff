import { cross, dot, minus, type Point } from '../unvRecords.ts';

type Triangle = [number, number, number];

/** The two ways to split a quadrilateral, by indices of its corners; the diagonal is the side 1-3 or 2-4. */
const SPLITS: readonly [[Triangle, Triangle], [Triangle, Triangle]] = [
  [
    [0, 1, 2],
    [0, 2, 3],
  ],
  [
    [0, 1, 3],
    [1, 2, 3],
  ],
];
/** Diagonals that differ by less are equally long: the first is taken, whatever the rounding. */
const SAME_LENGTH = 1e-9;

/**
 * Splits a quadrilateral along its shorter diagonal, where both triangles face the same way; of one with a corner that
 * points inward only one diagonal lies inside.
 * @param corners  in order around it
 */
export function quadrilateralSplit(corners: readonly Point[]): [Triangle, Triangle] {
  const [a, b, c, d] = corners as [Point, Point, Point, Point];
  const lengths = [minus(c, a), minus(d, b)].map((side) => dot(side, side));
  const [byFirst, bySecond] = SPLITS.map((split) => facesOneWay(corners, split));
  if (byFirst !== bySecond) return SPLITS[byFirst ? 0 : 1];
  return SPLITS[lengths[1]! < lengths[0]! * (1 - SAME_LENGTH) ? 1 : 0];
}

function facesOneWay(corners: readonly Point[], [one, other]: readonly [Triangle, Triangle]): boolean {
  return dot(normalOf(corners, one), normalOf(corners, other)) > 0;
}

function normalOf(corners: readonly Point[], [i, j, k]: Triangle): Point {
  return cross(minus(corners[j]!, corners[i]!), minus(corners[k]!, corners[i]!));
}

/**
 * The centre of a quadrilateral of eight nodes by its shape functions: half the sum of its middles less a quarter of the
 * sum of its corners.
 * @param nodes  four corners, then the middles of the sides 1-2, 2-3, 3-4, 4-1
 */
export function serendipityCentre(nodes: readonly Point[]): Point {
  const centre: Point = [0, 0, 0];
  for (let axis = 0; axis < 3; axis += 1)
    for (let i = 0; i < 8; i += 1) centre[axis]! += (i < 4 ? -0.25 : 0.5) * nodes[i]![axis]!;
  return centre;
}

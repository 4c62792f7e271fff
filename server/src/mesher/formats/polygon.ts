import { cross, minus, type Point } from '../unvRecords.ts';
import { quadrilateralSplit } from './quadrilateral.ts';

/** A polygon with corners that point inward is cut ear by ear, in a time that grows with the square of these. */
export const CONCAVE_CORNERS_MOST = 64;

type Plane = readonly [number, number][];

/**
 * Splits a plane polygon into triangles: a quadrilateral along its shorter diagonal, a convex polygon into a fan, another one
 * ear by ear.
 * @param corners  in order around it, four at least
 * @returns indices of corners, three a triangle; undefined if it cannot be split (it has too many corners, or crosses itself)
 */
export function polygonTriangles(corners: readonly Point[]): number[][] | undefined {
  if (corners.length === 4) return quadrilateralSplit(corners);
  const plane = projected(corners);
  const order = corners.map((_, i) => i);
  if (isConvex(plane)) return order.slice(1, -1).map((i) => [0, i, i + 1]);
  return corners.length > CONCAVE_CORNERS_MOST ? undefined : earByEar(plane, order);
}

/** Onto the plane of coordinates that it covers the most of, so that it goes round anticlockwise. */
function projected(corners: readonly Point[]): Plane {
  const normal: Point = [0, 0, 0];
  const first = corners[0]!;
  for (let i = 1; i + 1 < corners.length; i += 1) {
    const part = cross(minus(corners[i]!, first), minus(corners[i + 1]!, first));
    for (let axis = 0; axis < 3; axis += 1) normal[axis]! += part[axis]!;
  }
  const sizes = normal.map(Math.abs);
  const axis = sizes.indexOf(Math.max(...sizes));
  const [u, v] = normal[axis]! >= 0 ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3];
  return corners.map((corner) => [corner[u]!, corner[v]!]);
}

const turn = ([ax, ay]: readonly number[], [bx, by]: readonly number[], [cx, cy]: readonly number[]) =>
  (bx! - ax!) * (cy! - ay!) - (by! - ay!) * (cx! - ax!);

/** No corner points inward, and it goes round once: the total turning of its sides is one turn. */
function isConvex(plane: Plane): boolean {
  let angle = 0;
  for (let i = 0; i < plane.length; i += 1) {
    const [a, b, c] = [plane[i]!, plane[(i + 1) % plane.length]!, plane[(i + 2) % plane.length]!];
    const turned = turn(a, b, c);
    if (turned < 0) return false;
    angle += Math.atan2(turned, (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]));
  }
  return angle < 3 * Math.PI;
}

function earByEar(plane: Plane, order: number[]): number[][] | undefined {
  const triangles: number[][] = [];
  const left = [...order];
  while (left.length > 3) {
    const ear = left.findIndex((_, i) => isEar(plane, left, i));
    if (ear < 0) return undefined;
    triangles.push(around(left, ear));
    left.splice(ear, 1);
  }
  return [...triangles, left];
}

const around = (left: readonly number[], i: number) => [
  left[(i + left.length - 1) % left.length]!,
  left[i]!,
  left[(i + 1) % left.length]!,
];

function isEar(plane: Plane, left: readonly number[], i: number): boolean {
  const ear = around(left, i);
  const [a, b, c] = ear.map((corner) => plane[corner]!) as unknown as [number[], number[], number[]];
  if (turn(a, b, c) <= 0) return false;
  return left.every(
    (corner) =>
      ear.includes(corner) ||
      Math.min(turn(a, b, plane[corner]!), turn(b, c, plane[corner]!), turn(c, a, plane[corner]!)) < 0,
  );
}

import { SIZE_GROWTH, type SizedSurface } from './errorSizes.ts';

/** Edges on a grid of points, as gmsh's field "Structured" reads them: linear in between. */
export interface SizeGrid {
  originM: [number, number, number];
  /** Between points [m] */
  spacingM: number;
  counts: [number, number, number];
  /** x slowest, z fastest [m] */
  edgesM: Float64Array;
}

/** Of 8 bytes each. */
const MOST_POINTS = 8_000_000;
/** Points a shortest edge. */
const POINTS_PER_EDGE = 1;
/** Places of a triangle that are looked at, a spacing of the grid. */
const SAMPLES = 2;
/** Weight of the far corners of a cell, which have to have an edge as well. */
const NEAR = 0.05;
/** gmsh's triangles have the area of equilateral ones of this part of the edge that it is asked for (4.8.4, algorithm 6). */
const MADE_SHARE = 0.95;

/** @param edgesM  to come to at each vertex */
export function sizeGrid(surface: SizedSurface, edgesM: ArrayLike<number>): SizeGrid {
  const { vertices, triangles } = surface;
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < vertices.length; ++i) {
    const axis = (i % 3) as 0 | 1 | 2;
    low[axis] = Math.min(low[axis], vertices[i]!);
    high[axis] = Math.max(high[axis], vertices[i]!);
  }
  let shortestM = Infinity;
  let longestM = 0;
  for (let v = 0; v < edgesM.length; ++v) {
    if (edgesM[v]! > 0) shortestM = Math.min(shortestM, edgesM[v]!);
    longestM = Math.max(longestM, edgesM[v]!);
  }
  const sides = [0, 1, 2].map((axis) => high[axis as 0] - low[axis as 0]);
  const countsOf = (spacing: number) => sides.map((side) => Math.ceil(side / spacing) + 3);
  let spacingM = shortestM / POINTS_PER_EDGE;
  while (countsOf(spacingM).reduce((all, n) => all * n, 1) > MOST_POINTS) spacingM *= 1.1;
  const counts = countsOf(spacingM) as [number, number, number];
  const originM = low.map((least) => least - spacingM) as [number, number, number];
  const grid = { originM, spacingM, counts, edgesM: new Float64Array(counts[0] * counts[1] * counts[2]) };
  const weight = new Float64Array(grid.edgesM.length);
  for (let t = 0; t < triangles.length / 4; ++t) sow(grid, weight, surface, edgesM, t);
  grid.edgesM.forEach((sum, at) => {
    grid.edgesM[at] = (weight[at]! > 0 ? sum / weight[at]! : longestM) / MADE_SHARE;
  });
  spread(grid);
  return grid;
}

/** Adds a triangle's edges to the points around it, the nearer ones with more weight. */
function sow(
  grid: SizeGrid,
  weight: Float64Array,
  { vertices, triangles }: SizedSurface,
  edgesM: ArrayLike<number>,
  t: number,
): void {
  const corners = [1, 2, 3].map((i) => triangles[4 * t + i]!);
  const places = corners.map((v) => [0, 1, 2].map((axis) => vertices[3 * v + axis]!));
  const sideM = (i: number) =>
    Math.hypot(...[0, 1, 2].map((axis) => places[i]![axis]! - places[(i + 1) % 3]![axis]!));
  const steps = Math.max(1, Math.ceil((SAMPLES * Math.max(sideM(0), sideM(1), sideM(2))) / grid.spacingM));
  for (let i = 0; i <= steps; ++i)
    for (let j = 0; i + j <= steps; ++j) {
      const shares = [i / steps, j / steps, (steps - i - j) / steps];
      const mean = (of: (corner: number) => number) =>
        shares.reduce((sum, share, c) => sum + share * of(c), 0);
      const edge = mean((c) => edgesM[corners[c]!]!);
      const place = [0, 1, 2].map(
        (axis) => (mean((c) => places[c]![axis]!) - grid.originM[axis as 0]) / grid.spacingM,
      );
      const cell = place.map(Math.floor);
      for (let k = 0; k < 8; ++k) {
        const corner = [k & 1, (k >> 1) & 1, k >> 2];
        const near = corner.reduce((product, up, axis) => {
          const along = place[axis]! - cell[axis]!;
          return product * (NEAR + (up ? along : 1 - along));
        }, 1);
        const at = indexOf(grid, cell[0]! + corner[0]!, cell[1]! + corner[1]!, cell[2]! + corner[2]!);
        grid.edgesM[at]! += near * edge;
        weight[at]! += near;
      }
    }
}

const indexOf = ({ counts }: SizeGrid, i: number, j: number, k: number) =>
  (i * counts[1] + j) * counts[2] + k;

/** Points beside shorter edges have shorter ones: forwards and backwards, as for distances. */
function spread(grid: SizeGrid): void {
  const { counts, spacingM, edgesM } = grid;
  const steps: [number, number, number, number][] = [];
  for (const i of [-1, 0, 1])
    for (const j of [-1, 0, 1])
      for (const k of [-1, 0, 1]) {
        const at = indexOf(grid, i, j, k);
        if (at < 0) steps.push([i, j, k, SIZE_GROWTH * spacingM * Math.hypot(i, j, k)]);
      }
  const visit = (i: number, j: number, k: number, sign: 1 | -1) => {
    const at = indexOf(grid, i, j, k);
    for (const [di, dj, dk, grown] of steps) {
      const [a, b, c] = [i + sign * di, j + sign * dj, k + sign * dk];
      if (a < 0 || b < 0 || c < 0 || a >= counts[0] || b >= counts[1] || c >= counts[2]) continue;
      edgesM[at] = Math.min(edgesM[at]!, edgesM[indexOf(grid, a, b, c)]! + grown);
    }
  };
  for (let i = 0; i < counts[0]; ++i)
    for (let j = 0; j < counts[1]; ++j) for (let k = 0; k < counts[2]; ++k) visit(i, j, k, 1);
  for (let i = counts[0] - 1; i >= 0; --i)
    for (let j = counts[1] - 1; j >= 0; --j) for (let k = counts[2] - 1; k >= 0; --k) visit(i, j, k, -1);
}

/** The file of a grid: origin, spacings and edges as float64, counts as int32, little-endian. */
export function sizeGridFile({ originM, spacingM, counts, edgesM }: SizeGrid): Buffer {
  const head = Buffer.alloc(60);
  originM.forEach((value, axis) => head.writeDoubleLE(value, 8 * axis));
  for (const axis of [0, 1, 2]) head.writeDoubleLE(spacingM, 24 + 8 * axis);
  counts.forEach((count, axis) => head.writeInt32LE(count, 48 + 4 * axis));
  return Buffer.concat([head, Buffer.from(edgesM.buffer, edgesM.byteOffset, edgesM.byteLength)]);
}

/**
 * The lines of gmsh's script that take the edges of such a file and no others.
 * @param longestM  away from the surface
 */
export function sizeGridField(file: string, longestM: number): string {
  return `
  Mesh.MeshSizeExtendFromBoundary = 0;
  Field[9001] = Structured;
  Field[9001].FileName = "${file}";
  Field[9001].TextFormat = 0;
  Field[9001].SetOutsideValue = 1;
  Field[9001].OutsideValue = ${longestM};
  Background Field = 9001;`;
}

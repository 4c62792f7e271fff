import { curvedEdgesPerWavelength, EDGES_PER_WAVELENGTH, type ProgramType } from '@pace/contract';
import type { MeshGeometry } from '../../viewer/index.ts';

/** An edge should be at most this long [wavelengths]. */
export const edgeLimitWavelengths = (curved: boolean, programType: ProgramType): number =>
  1 / (curved ? curvedEdgesPerWavelength(programType) : EDGES_PER_WAVELENGTH);
/** Above this the solution is not to be trusted. */
export const EDGE_BAD_WAVELENGTHS = 0.2;

export interface EdgeMap {
  /** Longest edge at each vertex, in wavelengths */
  values: Float32Array;
  longest: number;
  /** Share of triangles with an edge above the limit */
  shareAbove: number;
  /** Middles of the longest edges that are above the limit, each in a place of its own; in units of the file */
  worst: [number, number, number][];
}

const WORST_SHOWN = 12;
/** Of these many longest edges the marks are chosen. */
const CANDIDATES = 400;

/** How long the edges are against the wavelength, and where they are longest. */
export function edgeMap(
  { vertices, triangles }: MeshGeometry,
  metresPerUnit: number,
  wavelengthM: number,
  limitWavelengths = 1 / EDGES_PER_WAVELENGTH,
): EdgeMap {
  const perWavelength = metresPerUnit / wavelengthM;
  const values = new Float32Array(vertices.length / 3);
  const longestOf = new Float32Array(triangles.length / 3);
  let longest = 0;
  let above = 0;
  for (let t = 0; t < longestOf.length; t++) {
    for (let side = 0; side < 3; side++) {
      const a = triangles[3 * t + side]!;
      const b = triangles[3 * t + ((side + 1) % 3)]!;
      const length =
        perWavelength *
        Math.hypot(
          vertices[3 * a]! - vertices[3 * b]!,
          vertices[3 * a + 1]! - vertices[3 * b + 1]!,
          vertices[3 * a + 2]! - vertices[3 * b + 2]!,
        );
      if (length > values[a]!) values[a] = length;
      if (length > values[b]!) values[b] = length;
      if (length > longestOf[t]!) longestOf[t] = length;
    }
    if (longestOf[t]! > longest) longest = longestOf[t]!;
    if (longestOf[t]! > limitWavelengths) above++;
  }
  return {
    values,
    longest,
    shareAbove: longestOf.length > 0 ? above / longestOf.length : 0,
    worst: worstPlaces({ vertices, triangles }, longestOf, limitWavelengths),
  };
}

/** Centroids of the triangles with the longest edges, no two close to each other. */
function worstPlaces(
  { vertices, triangles }: Pick<MeshGeometry, 'vertices' | 'triangles'>,
  longestOf: Float32Array,
  limitWavelengths: number,
): [number, number, number][] {
  const candidates = topOf(longestOf, CANDIDATES).filter((t) => longestOf[t]! > limitWavelengths);
  const places: [number, number, number][] = [];
  const spread = extentOf(vertices) / 15;
  for (const t of candidates) {
    const centre = [0, 1, 2].map(
      (axis) =>
        (vertices[3 * triangles[3 * t]! + axis]! +
          vertices[3 * triangles[3 * t + 1]! + axis]! +
          vertices[3 * triangles[3 * t + 2]! + axis]!) /
        3,
    ) as [number, number, number];
    if (places.some((place) => Math.hypot(...place.map((value, axis) => value - centre[axis]!)) < spread))
      continue;
    places.push(centre);
    if (places.length === WORST_SHOWN) break;
  }
  return places;
}

/** Indices of the largest numbers, largest first; without sorting millions. */
function topOf(values: Float32Array, count: number): number[] {
  let threshold = -Infinity;
  let top: number[] = [];
  for (let i = 0; i < values.length; i++) {
    if (values[i]! <= threshold) continue;
    top.push(i);
    if (top.length >= 4 * count) {
      top = top.sort((a, b) => values[b]! - values[a]!).slice(0, count);
      threshold = values[top[count - 1]!]!;
    }
  }
  return top.sort((a, b) => values[b]! - values[a]!).slice(0, count);
}

function extentOf(vertices: Float32Array): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < vertices.length; i++) {
    const axis = i % 3;
    low[axis] = Math.min(low[axis]!, vertices[i]!);
    high[axis] = Math.max(high[axis]!, vertices[i]!);
  }
  return Math.max(...high.map((value, axis) => value - low[axis]!), 0);
}

/** Is a mesh a sphere, and which? Then the exact solution is known. */

import { message, type Message } from '@pace/contract';

export interface Sphere {
  centre: [number, number, number];
  /** Mean distance of the vertices from the centre */
  vertexRadius: number;
  /** Of the sphere of the same volume: flat triangles cut a little off, bent ones next to nothing */
  volumeRadius: number;
}

interface Surface {
  /** x, y, z of each vertex */
  vertices: Float32Array;
  /** part, v1, v2, v3 of each triangle */
  triangles: Uint32Array;
  /** Whether all triangles are bent to the sphere; their corners alone are here */
  isBent?: boolean;
}

/** Vertices of a meshed sphere lie on it but for what file formats round. */
const RADIUS_TOLERANCE = 1e-3;
/** An icosahedron fills 0.61 of its sphere; what fills less is a part of one, or is wound about it in another way. */
const LEAST_FILLING = 0.6;

/**
 * The sphere that all vertices lie on, in the units of the mesh, if the mesh is closed and goes round it once; else a
 * message that says why there is none.
 */
export function sphereOf(surface: Surface): Sphere | Message {
  const used = usedVertices(surface);
  if (used.length < 6) return message('noSphere.fewVertices');
  if (!isClosed(surface)) return message('noSphere.open');
  const fit = fitSphere(surface.vertices, used);
  if (!fit) return message('noSphere.plane');
  const { centre, radius } = fit;
  let worst = 0;
  let sum = 0;
  for (const v of used) {
    const distance = Math.hypot(...axes.map((axis) => surface.vertices[3 * v + axis]! - centre[axis]));
    worst = Math.max(worst, Math.abs(distance - radius));
    sum += distance;
  }
  if (worst > RADIUS_TOLERANCE * radius)
    return message('noSphere.missed', { percent: Number(((100 * worst) / radius).toPrecision(2)) });
  const volume = Math.abs(enclosedVolume(surface, centre));
  const filling = volume / ((4 / 3) * Math.PI * radius ** 3);
  if (filling < LEAST_FILLING || filling > 1 + RADIUS_TOLERANCE) return message('noSphere.notRound');
  const vertexRadius = sum / used.length;
  // Second order encloses the sphere's volume within 1e-4 (server/test/mesher/curvedElements.test.ts).
  const volumeRadius = surface.isBent ? vertexRadius : Math.cbrt((3 * volume) / (4 * Math.PI));
  return { centre, vertexRadius, volumeRadius };
}

export interface PartSphere extends Sphere {
  /** One, or the patches that make it up */
  parts: number[];
}

/** Centres of concentric spheres lie this close, over the radius of the outermost. */
const CENTRE_TOLERANCE = 1e-3;

/** The spheres about one centre, each a part or all parts together, outermost first; else a message that says why there are none. */
export function concentricSpheres(surface: Surface): [PartSphere, ...PartSphere[]] | Message {
  const byPart = new Map<number, number[]>();
  for (let t = 0; t < surface.triangles.length; t += 4) {
    const part = surface.triangles[t]!;
    const list = byPart.get(part);
    if (list) list.push(t);
    else byPart.set(part, [t]);
  }
  const whole = sphereOf(surface);
  if (!('message' in whole)) return [{ ...whole, parts: [...byPart.keys()] }];
  if (byPart.size === 1) return whole;
  if (byPart.size > MAX_SHELLS) return message('noSphere.parts', { parts: byPart.size });
  const spheres: PartSphere[] = [];
  for (const [part, starts] of byPart) {
    const triangles = new Uint32Array(4 * starts.length);
    starts.forEach((t, i) => triangles.set(surface.triangles.subarray(t, t + 4), 4 * i));
    const sphere = sphereOf({ ...surface, triangles });
    if ('message' in sphere) return message('noSphere.part', { part, reason: sphere });
    spheres.push({ ...sphere, parts: [part] });
  }
  spheres.sort((a, b) => b.volumeRadius - a.volumeRadius);
  const [outermost] = spheres;
  if (!outermost) return message('noSphere.noTriangles');
  const offset = Math.max(
    ...spheres.map(({ centre }) => Math.hypot(...axes.map((axis) => centre[axis] - outermost.centre[axis]))),
  );
  if (offset > CENTRE_TOLERANCE * outermost.volumeRadius) return message('noSphere.centres');
  return spheres as [PartSphere, ...PartSphere[]];
}

/** More parts than this are no onion. */
const MAX_SHELLS = 20;

const axes = [0, 1, 2] as const;

function usedVertices({ vertices, triangles }: Surface): Uint32Array {
  const isUsed = new Uint8Array(vertices.length / 3);
  for (let i = 0; i < triangles.length; i++) if (i % 4 !== 0) isUsed[triangles[i]!] = 1;
  const used: number[] = [];
  for (let v = 0; v < isUsed.length; v++) if (isUsed[v] === 1) used.push(v);
  return Uint32Array.from(used);
}

/** Every edge belongs to exactly two triangles. */
function isClosed({ vertices, triangles }: Surface): boolean {
  const base = vertices.length / 3;
  const edges = new Float64Array((triangles.length / 4) * 3);
  for (let t = 0, e = 0; t < triangles.length; t += 4)
    for (let side = 0; side < 3; side++) {
      const a = triangles[t + 1 + side]!;
      const b = triangles[t + 1 + ((side + 1) % 3)]!;
      edges[e++] = Math.min(a, b) * base + Math.max(a, b);
    }
  edges.sort();
  for (let i = 0; i < edges.length; i += 2)
    if (edges[i] !== edges[i + 1] || edges[i] === edges[i + 2]) return false;
  return true;
}

/** Least squares of |p|² = 2 c·p + (r² − |c|²), about the mean of the points. */
function fitSphere(
  vertices: Float32Array,
  used: Uint32Array,
): { centre: Sphere['centre']; radius: number } | undefined {
  const mean: [number, number, number] = [0, 0, 0];
  for (const v of used) for (const axis of axes) mean[axis] += vertices[3 * v + axis]! / used.length;
  let size = 0;
  for (const v of used)
    for (const axis of axes) size = Math.max(size, Math.abs(vertices[3 * v + axis]! - mean[axis]));
  if (size === 0) return undefined;
  const matrix = Array.from({ length: 4 }, () => new Float64Array(5));
  for (const v of used) {
    const p = axes.map((axis) => (vertices[3 * v + axis]! - mean[axis]) / size);
    const row = [...p.map((x) => 2 * x), 1, p.reduce((all, x) => all + x * x, 0)];
    for (let i = 0; i < 4; i++) for (let j = 0; j < 5; j++) matrix[i]![j]! += row[i]! * row[j]!;
  }
  const solved = solve(matrix);
  if (!solved) return undefined;
  const [x, y, z, rest] = solved as [number, number, number, number];
  const square = rest + x * x + y * y + z * z;
  if (!(square > 0)) return undefined;
  return {
    centre: [mean[0] + size * x, mean[1] + size * y, mean[2] + size * z],
    radius: size * Math.sqrt(square),
  };
}

/** Gauss with pivots, of an augmented matrix; undefined if it is singular. */
function solve(matrix: Float64Array[]): number[] | undefined {
  const n = matrix.length;
  const scale = Math.max(...matrix.map((row) => Math.abs(row[0]!)), 1);
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let row = column; row < n; row++)
      if (Math.abs(matrix[row]![column]!) > Math.abs(matrix[pivot]![column]!)) pivot = row;
    [matrix[column], matrix[pivot]] = [matrix[pivot]!, matrix[column]!];
    const top = matrix[column]!;
    if (Math.abs(top[column]!) < 1e-12 * scale) return undefined;
    for (let row = 0; row < n; row++) {
      if (row === column) continue;
      const factor = matrix[row]![column]! / top[column]!;
      for (let j = column; j <= n; j++) matrix[row]![j]! -= factor * top[j]!;
    }
  }
  return matrix.map((row, i) => row[n]! / row[i]!);
}

function enclosedVolume({ vertices, triangles }: Surface, centre: readonly number[]): number {
  const at = (v: number) =>
    axes.map((axis) => vertices[3 * v + axis]! - centre[axis]!) as [number, number, number];
  let volume = 0;
  for (let t = 0; t < triangles.length; t += 4) {
    const [a, b, c] = [at(triangles[t + 1]!), at(triangles[t + 2]!), at(triangles[t + 3]!)];
    volume +=
      (a[0] * (b[1] * c[2] - b[2] * c[1]) +
        a[1] * (b[2] * c[0] - b[0] * c[2]) +
        a[2] * (b[0] * c[1] - b[1] * c[0])) /
      6;
  }
  return volume;
}

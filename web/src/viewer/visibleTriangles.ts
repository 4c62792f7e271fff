import type { DisplayMesh, MeshGeometry } from './geometry.ts';

export interface VisibleTriangles {
  /** Three drawn vertices a triangle */
  indices: Uint32Array;
  /** Triangle of the mesh that each drawn one is; undefined when all are drawn */
  triangleOf: Uint32Array | undefined;
}

/** The triangles of parts that are not hidden. */
export function visibleTriangles(
  { indices }: Pick<DisplayMesh, 'indices'>,
  parts: Uint32Array,
  hidden: ReadonlySet<number>,
): VisibleTriangles {
  if (hidden.size === 0) return { indices, triangleOf: undefined };
  const isHidden = new Uint8Array(1 + parts.reduce((most, part) => Math.max(most, part), 0));
  for (const part of hidden) if (part < isHidden.length) isHidden[part] = 1;
  let count = 0;
  for (const part of parts) count += 1 - isHidden[part]!;
  const kept = new Uint32Array(3 * count);
  const triangleOf = new Uint32Array(count);
  let at = 0;
  for (let t = 0; t < parts.length; t++) {
    if (isHidden[parts[t]!]) continue;
    kept.set(indices.subarray(3 * t, 3 * t + 3), 3 * at);
    triangleOf[at++] = t;
  }
  return { indices: kept, triangleOf };
}

/** Cells along the longest side of the box in which vertices fall together while the view moves. */
export const COARSE_CELLS = 160;

/**
 * A coarse stand-in for a large mesh, drawn while the view moves: vertices of a part that lie in one cell of a grid fall
 * together, and triangles that collapse or come twice are left out (Rossignac & Borrel 1993). It is an index into the
 * same vertices, so it costs no memory on the graphics card but its own.
 */
export function coarseTriangles(
  { positions, partOfVertex, normals }: Pick<DisplayMesh, 'positions' | 'partOfVertex' | 'normals'>,
  indices: Uint32Array,
  cells = COARSE_CELLS,
): Uint32Array {
  const vertexCount = positions.length / 3;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let v = 0; v < vertexCount; v++)
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[3 * v + axis]!;
      if (value < low[axis]!) low[axis] = value;
      if (value > high[axis]!) high[axis] = value;
    }
  const size = Math.max(...high.map((value, axis) => value - low[axis]!)) / cells || 1;
  const stride = cells + 1;
  const firstInCell = new Map<number, number>();
  const standIn = new Uint32Array(vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    const x = Math.floor((positions[3 * v]! - low[0]!) / size);
    const y = Math.floor((positions[3 * v + 1]! - low[1]!) / size);
    const z = Math.floor((positions[3 * v + 2]! - low[2]!) / size);
    const key = ((partOfVertex[v]! * stride + x) * stride + y) * stride + z;
    const first = firstInCell.get(key);
    if (first === undefined) firstInCell.set(key, v);
    standIn[v] = first ?? v;
  }
  const kept: number[] = [];
  const seen = new Set<number>();
  for (let i = 0; i < indices.length; i += 3) {
    const a = standIn[indices[i]!]!;
    const b = standIn[indices[i + 1]!]!;
    const c = standIn[indices[i + 2]!]!;
    if (a === b || b === c || c === a) continue;
    const least = Math.min(a, b, c);
    const most = Math.max(a, b, c);
    // Exact as long as least·n + most stays below 2^53; the middle one hardly ever distinguishes two triangles.
    const key = least * vertexCount + most;
    const middle = a + b + c - least - most;
    const full = key * 31 + (middle % 31);
    if (seen.has(full)) continue;
    seen.add(full);
    // What turned over as its corners moved would be lit from behind.
    if (normals && isTurned(positions, normals, a, b, c)) kept.push(a, c, b);
    else kept.push(a, b, c);
  }
  return Uint32Array.from(kept);
}

/** Does a triangle face away from where the normals at its corners point? */
function isTurned(positions: Float32Array, normals: Int16Array, a: number, b: number, c: number): boolean {
  const side = (to: number, axis: number) => positions[3 * to + axis]! - positions[3 * a + axis]!;
  const out = (axis: number) => normals[3 * a + axis]! + normals[3 * b + axis]! + normals[3 * c + axis]!;
  return (
    out(0) * (side(b, 1) * side(c, 2) - side(b, 2) * side(c, 1)) +
      out(1) * (side(b, 2) * side(c, 0) - side(b, 0) * side(c, 2)) +
      out(2) * (side(b, 0) * side(c, 1) - side(b, 1) * side(c, 0)) <
    0
  );
}

/** The mesh with only the triangles that are drawn, for their edges. */
export function shownGeometry(geometry: MeshGeometry, triangleOf: Uint32Array | undefined): MeshGeometry {
  if (!triangleOf) return geometry;
  const triangles = new Uint32Array(3 * triangleOf.length);
  triangleOf.forEach((t, i) => triangles.set(geometry.triangles.subarray(3 * t, 3 * t + 3), 3 * i));
  const { pieces } = geometry;
  if (!pieces) return { ...geometry, triangles };
  const sides = Uint8Array.from(triangleOf, (t) => pieces.sides[t]!);
  const ofMesh = triangleOf.map((t) => pieces.triangleOf[t]!);
  return { ...geometry, triangles, pieces: { triangles: pieces.triangles, sides, triangleOf: ofMesh } };
}

import { splitAtPartBorders, type BentTriangles, type DisplayMesh, type MeshGeometry } from './geometry.ts';
import type { ScalarColors } from './types.ts';

/** Of a component of a unit normal */
const NORMAL_UNIT = 32767;
/** Corners share a drawn vertex if no component of their normals differs by more: 0.6°, which no shade shows. */
const SAME_NORMAL = 0.01 * NORMAL_UNIT;

/** The mesh with the pieces of bent triangles in their place; itself where none is bent. */
export function drawnGeometry(geometry: MeshGeometry): MeshGeometry {
  const { bent, ...mesh } = geometry;
  if (!bent) return geometry;
  const pieceCount = bent.pieces.length / 5;
  const meshTriangles = mesh.parts.length;
  const isBent = new Uint8Array(meshTriangles);
  for (let piece = 0; piece < pieceCount; piece++) isBent[bent.pieces[5 * piece]!] = 1;
  const flatCount = isBent.reduce((flat, one) => flat - one, meshTriangles);

  const count = flatCount + pieceCount;
  const vertices = new Float32Array(mesh.vertices.length + bent.points.length);
  vertices.set(mesh.vertices);
  vertices.set(bent.points, mesh.vertices.length);
  const triangles = new Uint32Array(3 * count);
  const triangleOf = new Uint32Array(count);
  const sides = new Uint8Array(count).fill(0b111);
  const normals = new Int16Array(9 * count);
  let at = 0;
  for (let t = 0; t < meshTriangles; t++) {
    if (isBent[t]) continue;
    triangles.set(mesh.triangles.subarray(3 * t, 3 * t + 3), 3 * at);
    setFaceNormal(normals, vertices, triangles, at);
    triangleOf[at++] = t;
  }
  normals.set(bent.normals, 9 * flatCount);
  for (let record = 0; record < bent.pieces.length; record += 5) {
    triangleOf[at] = bent.pieces[record]!;
    for (let corner = 0; corner < 3; corner++) triangles[3 * at + corner] = bent.pieces[record + 1 + corner]!;
    sides[at++] = bent.pieces[record + 4]!;
  }
  const parts = new Uint32Array(count);
  const quality = new Float32Array(count);
  for (let drawn = 0; drawn < count; drawn++) {
    parts[drawn] = mesh.parts[triangleOf[drawn]!]!;
    quality[drawn] = mesh.quality[triangleOf[drawn]!]!;
  }
  return {
    vertices,
    triangles,
    parts,
    quality,
    scale: mesh.scale,
    pieces: { triangles: meshTriangles, triangleOf, sides, normals },
  };
}

/** Which values are a value at a point, and times what: three of either a point. */
interface Interpolation {
  between: Uint32Array;
  weights: Float32Array;
}

/** Values at the vertices of the mesh, with those at the points of its bent triangles behind them. */
export function valuesAtPoints(
  { values, sides }: Pick<ScalarColors, 'values' | 'sides'>,
  { bent, vertices }: Pick<MeshGeometry, 'bent' | 'vertices'>,
): Float32Array {
  const vertexCount = vertices.length / 3;
  if (!bent) return values.subarray(0, vertexCount);
  const { between, weights } = sides ? throughMiddles(bent, sides, vertexCount) : bent;
  const all = new Float32Array(vertexCount + between.length / 3);
  all.set(values.subarray(0, vertexCount));
  for (let i = 0, at = vertexCount; i < between.length; i += 3)
    all[at++] =
      weights[i]! * values[between[i]!]! +
      weights[i + 1]! * values[between[i + 1]!]! +
      weights[i + 2]! * values[between[i + 2]!]!;
  return all;
}

/** An animation asks for the same one in every frame. */
const interpolations = new WeakMap<Uint32Array, { bent: BentTriangles; interpolation: Interpolation }>();

/**
 * Linear in each of the four triangles that the middles of its sides make of a triangle, which never leaves the range of the
 * values, as a polynomial may. Where a middle is not known, it stays linear between the vertices.
 * @param sides  two vertices a side, the smaller first, ascending; the middles are numbered behind the vertices
 */
function throughMiddles(bent: BentTriangles, sides: Uint32Array, vertexCount: number): Interpolation {
  const known = interpolations.get(sides);
  if (known?.bent === bent) return known.interpolation;
  const between = bent.between.slice();
  const weights = bent.weights.slice();
  for (let i = 0; i < between.length; i += 3) {
    const corners = bent.between.subarray(i, i + 3);
    const at = bent.weights.subarray(i, i + 3);
    const near = at.findIndex((weight) => weight > 0.5);
    for (let corner = 0; corner < 3; corner++) {
      if (corner === near) {
        weights[i + corner] = 2 * at[corner]! - 1;
        continue;
      }
      const weight = near < 0 ? 1 - 2 * at[corner]! : 2 * at[corner]!;
      weights[i + corner] = weight;
      // Of a point on a side the third vertex counts for nothing.
      if (weight === 0) continue;
      const [one, other] = near < 0 ? [(corner + 1) % 3, (corner + 2) % 3] : [near, corner];
      const side = sideAt(sides, corners[one]!, corners[other]!);
      if (side < 0) {
        between.set(corners, i);
        weights.set(at, i);
        break;
      }
      between[i + corner] = vertexCount + side;
    }
  }
  const interpolation = { between, weights };
  interpolations.set(sides, { bent, interpolation });
  return interpolation;
}

/** Which side lies between two vertices; −1 if none does. */
function sideAt(sides: Uint32Array, a: number, b: number): number {
  const [first, second] = a < b ? [a, b] : [b, a];
  let [low, high] = [0, sides.length / 2 - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const difference = sides[2 * middle]! - first || sides[2 * middle + 1]! - second;
    if (difference === 0) return middle;
    if (difference < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** As the graphics card has it: where triangles are bent, a vertex is drawn once for each part and each normal it has there. */
export function displayMesh(drawn: MeshGeometry): DisplayMesh {
  const normals = drawn.pieces?.normals;
  return normals ? splitAtNormals(drawn, normals) : splitAtPartBorders(drawn);
}

function splitAtNormals({ vertices, triangles, parts }: MeshGeometry, normals: Int16Array): DisplayMesh {
  const indices = new Uint32Array(triangles.length);
  /** The newest drawn vertex of each vertex, 1-based, and the corner that each drawn one was made for */
  const newest = new Uint32Array(vertices.length / 3);
  const madeFor = new Uint32Array(triangles.length);
  let count = 0;
  const partAt = (corner: number) => parts[Math.floor(corner / 3)]!;
  for (let corner = 0; corner < triangles.length; corner++) {
    const vertex = triangles[corner]!;
    const known = newest[vertex]!;
    const other = madeFor[known - 1]!;
    if (known === 0 || partAt(other) !== partAt(corner) || !isSameNormal(normals, 3 * other, 3 * corner)) {
      madeFor[count++] = corner;
      newest[vertex] = count;
    }
    indices[corner] = newest[vertex]! - 1;
  }
  const positions = new Float32Array(3 * count);
  const drawnNormals = new Int16Array(3 * count);
  const sourceVertex = new Uint32Array(count);
  const partOfVertex = new Uint32Array(count);
  for (let v = 0; v < count; v++) {
    const corner = madeFor[v]!;
    const vertex = triangles[corner]!;
    sourceVertex[v] = vertex;
    partOfVertex[v] = partAt(corner);
    for (let axis = 0; axis < 3; axis++) {
      positions[3 * v + axis] = vertices[3 * vertex + axis]!;
      drawnNormals[3 * v + axis] = normals[3 * corner + axis]!;
    }
  }
  return { positions, indices, sourceVertex, partOfVertex, normals: drawnNormals };
}

function isSameNormal(normals: Int16Array, a: number, b: number): boolean {
  for (let axis = 0; axis < 3; axis++)
    if (Math.abs(normals[a + axis]! - normals[b + axis]!) > SAME_NORMAL) return false;
  return true;
}

/** Of a flat triangle, at its three corners. */
function setFaceNormal(
  normals: Int16Array,
  vertices: Float32Array,
  triangles: Uint32Array,
  triangle: number,
): void {
  const a = 3 * triangles[3 * triangle]!;
  const b = 3 * triangles[3 * triangle + 1]!;
  const c = 3 * triangles[3 * triangle + 2]!;
  const side = (to: number, axis: number) => vertices[to + axis]! - vertices[a + axis]!;
  const x = side(b, 1) * side(c, 2) - side(b, 2) * side(c, 1);
  const y = side(b, 2) * side(c, 0) - side(b, 0) * side(c, 2);
  const z = side(b, 0) * side(c, 1) - side(b, 1) * side(c, 0);
  const perLength = NORMAL_UNIT / (Math.hypot(x, y, z) || 1);
  for (let i = 9 * triangle; i < 9 * triangle + 9; i += 3) {
    normals[i] = Math.round(perLength * x);
    normals[i + 1] = Math.round(perLength * y);
    normals[i + 2] = Math.round(perLength * z);
  }
}

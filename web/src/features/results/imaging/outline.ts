import type { MeshGeometry } from '../../../viewer/index.ts';

type Vector = readonly [number, number, number];

/** Edges between faces that turn by more than that are part of an outline, as draughtsmen draw it. */
const SHARP_COSINE = Math.cos((30 * Math.PI) / 180);
/** More lines than this hide the picture. */
const MOST_LINES = 20_000;

/**
 * The outline of a model as it is seen along the normal of a picture: sharp edges, edges of open surfaces, and those where the
 * surface turns away. @param across, up  unit vectors of the picture  @returns  x0, y0, x1, y1 a line [m]
 */
export function outlineOf(
  { vertices, triangles, scale }: Pick<MeshGeometry, 'vertices' | 'triangles' | 'scale'>,
  across: Vector,
  up: Vector,
): number[] {
  const at = (vertex: number, axis: Vector) =>
    scale *
    (axis[0] * vertices[3 * vertex]! +
      axis[1] * vertices[3 * vertex + 1]! +
      axis[2] * vertices[3 * vertex + 2]!);
  const view = cross(across, up);
  const count = triangles.length / 3;
  const normals = Array.from({ length: count }, (_, t) => normalOf(vertices, triangles, t));
  const faces = new Map<number, number[]>();
  const vertexCount = vertices.length / 3;
  for (let t = 0; t < count; t++)
    for (let side = 0; side < 3; side++) {
      const [a, b] = [triangles[3 * t + side]!, triangles[3 * t + ((side + 1) % 3)]!];
      const key = Math.min(a, b) * vertexCount + Math.max(a, b);
      const known = faces.get(key);
      if (known) known.push(t);
      else faces.set(key, [t]);
    }
  const lines: number[] = [];
  for (const [key, sides] of faces) {
    const [first, second] = [normals[sides[0]!]!, normals[sides[1] ?? sides[0]!]!];
    const isOutline =
      sides.length !== 2 ||
      dot(first, second) < SHARP_COSINE ||
      dot(first, view) >= 0 !== dot(second, view) >= 0;
    if (!isOutline) continue;
    const [a, b] = [Math.floor(key / vertexCount), key % vertexCount];
    lines.push(at(a, across), at(a, up), at(b, across), at(b, up));
  }
  return lines.length > 4 * MOST_LINES ? [] : lines;
}

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function normalOf(vertices: Float32Array, triangles: Uint32Array, t: number): Vector {
  const corner = (i: number): Vector => {
    const v = 3 * triangles[3 * t + i]!;
    return [vertices[v]!, vertices[v + 1]!, vertices[v + 2]!];
  };
  const [a, b, c] = [corner(0), corner(1), corner(2)];
  const edge = (p: Vector): Vector => [p[0] - a[0], p[1] - a[1], p[2] - a[2]];
  const normal = cross(edge(b), edge(c));
  const length = Math.hypot(...normal) || 1;
  return [normal[0] / length, normal[1] / length, normal[2] / length];
}

import type { MeshGeometry } from '../../../viewer/index.ts';
import { drawingOf, isCurved, welded, type Drawing, type NoDrawing } from './drawing.ts';

/** Of the mean side of the box around the model: how far the triangles may leave curved faces. Fine enough to look at. */
export const DEFLECTION = 0.002;

/** What the worker answers about a STEP file. */
export type StepAnswer =
  | {
      kind: 'STEP';
      ok: true;
      geometry: MeshGeometry;
      solids: number;
      /** Each once, as in `areaM2` and `boundaryM`, also where two bodies share it */
      faces: number;
      areaM2: number;
      /** Of all faces together; an edge between two faces counts for both */
      boundaryM: number;
      sizeM: [number, number, number];
      drawing: Drawing | NoDrawing;
      /** How far the triangles may be from the curved faces they stand for; 0 where all are flat */
      deflectionM: number;
    }
  | { kind: 'STEP'; ok: false };

/** A part of a tessellated file: its triangles and which of them make up each face. */
export interface TessellatedBody {
  attributes: { position: { array: ArrayLike<number> } };
  index: { array: ArrayLike<number> };
  brep_faces?: readonly { first: number; last: number }[];
}

/** The bodies of a file as one mesh in metres with a part a face; undefined if there is nothing to draw. */
export function previewOf(bodies: readonly TessellatedBody[]): Extract<StepAnswer, { ok: true }> | undefined {
  const vertexCount = bodies.reduce((sum, body) => sum + body.attributes.position.array.length, 0) / 3;
  const triangleCount = bodies.reduce((sum, body) => sum + body.index.array.length, 0) / 3;
  if (triangleCount === 0) return undefined;
  const vertices = new Float32Array(3 * vertexCount);
  const triangles = new Uint32Array(3 * triangleCount);
  const parts = new Uint32Array(triangleCount);
  let vertexAt = 0;
  let triangleAt = 0;
  let part = 0;
  for (const { attributes, index, brep_faces: faceRanges } of bodies) {
    vertices.set(attributes.position.array, 3 * vertexAt);
    for (let i = 0; i < index.array.length; i++) triangles[3 * triangleAt + i] = vertexAt + index.array[i]!;
    const count = index.array.length / 3;
    const ranges = faceRanges && faceRanges.length > 0 ? faceRanges : [{ first: 0, last: count - 1 }];
    for (const { first, last } of ranges) {
      part++;
      parts.fill(part, triangleAt + first, triangleAt + last + 1);
    }
    vertexAt += attributes.position.array.length / 3;
    triangleAt += count;
  }
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < vertices.length; i++) {
    const axis = i % 3;
    low[axis] = Math.min(low[axis]!, vertices[i]!);
    high[axis] = Math.max(high[axis]!, vertices[i]!);
  }
  const sizeM = high.map((value, axis) => value - low[axis]!) as [number, number, number];
  const faces = facesOf({ vertices, triangles, parts }, Math.hypot(...sizeM));
  const drawing = drawingOf({ vertices, triangles }, 1);
  const curved = typeof drawing !== 'string' && isCurved(vertices, triangles);
  return {
    kind: 'STEP',
    ok: true,
    geometry: { vertices, triangles, parts, quality: new Float32Array(triangleCount).fill(1), scale: 1 },
    solids: bodies.length,
    faces: faces.length,
    areaM2: faces.reduce((sum, { areaM2 }) => sum + areaM2, 0),
    boundaryM: faces.reduce((sum, { boundaryM }) => sum + boundaryM, 0),
    sizeM,
    drawing,
    deflectionM: curved ? (DEFLECTION * (sizeM[0] + sizeM[1] + sizeM[2])) / 3 : 0,
  };
}

interface Face {
  areaM2: number;
  /** Length of the edges that only one of its triangles has */
  boundaryM: number;
  centre: [number, number, number];
}

/** Of the size of the model: faces of the same area and middle are one face between two bodies, which the mesher meshes once. */
const SAME_FACE = 1e-4;

/** Measures of the faces, each once also where two bodies share it. */
function facesOf(
  { vertices, triangles, parts }: Pick<MeshGeometry, 'vertices' | 'triangles' | 'parts'>,
  extentM: number,
): Face[] {
  const { places, corners } = welded(vertices, triangles);
  const count = places.length / 3;
  const at = (corner: number) => [0, 1, 2].map((axis) => places[3 * corner + axis]!) as Face['centre'];
  const faces: Face[] = [];
  let once = new Map<number, [number, number]>();
  let [areaM2, moment] = [0, [0, 0, 0] as Face['centre']];
  const close = () => {
    const lengths = [...once.values()].map(([a, b]) => Math.hypot(...minus(at(a), at(b))));
    const boundaryM = lengths.reduce((sum, length) => sum + length, 0);
    faces.push({ areaM2, boundaryM, centre: moment.map((sum) => sum / (areaM2 || 1)) as Face['centre'] });
    once = new Map();
    [areaM2, moment] = [0, [0, 0, 0]];
  };
  for (let t = 0; t < parts.length; t++) {
    if (t > 0 && parts[t] !== parts[t - 1]) close();
    const [i, j, k] = [corners[3 * t]!, corners[3 * t + 1]!, corners[3 * t + 2]!];
    const [a, b, c] = [at(i), at(j), at(k)];
    const [u, v] = [minus(b, a), minus(c, a)];
    const area =
      Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
    areaM2 += area;
    for (const axis of [0, 1, 2]) moment[axis]! += (area * (a[axis]! + b[axis]! + c[axis]!)) / 3;
    for (const [p, q] of [
      [i, j],
      [j, k],
      [k, i],
    ] as const) {
      const key = Math.min(p, q) * count + Math.max(p, q);
      if (!once.delete(key)) once.set(key, [p, q]);
    }
  }
  close();
  return withoutTwins(faces, SAME_FACE * extentM);
}

function withoutTwins(faces: readonly Face[], closeM: number): Face[] {
  const sorted = [...faces].sort((a, b) => a.areaM2 - b.areaM2);
  return sorted.filter((face, i) => {
    for (let j = i - 1; j >= 0; j--) {
      const other = sorted[j]!;
      if (face.areaM2 - other.areaM2 > SAME_FACE * face.areaM2) return true;
      if (Math.hypot(...minus(face.centre, other.centre)) <= closeM) return false;
    }
    return true;
  });
}

const minus = (a: Face['centre'], b: Face['centre']): Face['centre'] => [
  a[0] - b[0],
  a[1] - b[1],
  a[2] - b[2],
];

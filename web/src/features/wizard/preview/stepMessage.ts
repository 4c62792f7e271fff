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
  let faces = 0;
  for (const { attributes, index, brep_faces: faceRanges } of bodies) {
    vertices.set(attributes.position.array, 3 * vertexAt);
    for (let i = 0; i < index.array.length; i++) triangles[3 * triangleAt + i] = vertexAt + index.array[i]!;
    const count = index.array.length / 3;
    const ranges = faceRanges && faceRanges.length > 0 ? faceRanges : [{ first: 0, last: count - 1 }];
    for (const { first, last } of ranges) {
      faces++;
      parts.fill(faces, triangleAt + first, triangleAt + last + 1);
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
  const drawing = drawingOf({ vertices, triangles }, 1);
  const curved = typeof drawing !== 'string' && isCurved(vertices, triangles);
  return {
    kind: 'STEP',
    ok: true,
    geometry: { vertices, triangles, parts, quality: new Float32Array(triangleCount).fill(1), scale: 1 },
    solids: bodies.length,
    faces,
    areaM2: areaOf(vertices, triangles),
    boundaryM: boundaryOf(vertices, triangles, parts),
    sizeM,
    drawing,
    deflectionM: curved ? (DEFLECTION * (sizeM[0] + sizeM[1] + sizeM[2])) / 3 : 0,
  };
}

/** Length of the edges that only one triangle of their face has. */
function boundaryOf(vertices: Float32Array, triangles: Uint32Array, parts: Uint32Array): number {
  const { places, corners } = welded(vertices, triangles);
  const count = places.length / 3;
  let length = 0;
  let once = new Map<number, [number, number]>();
  const close = () => {
    for (const [a, b] of once.values())
      length += Math.hypot(...[0, 1, 2].map((axis) => places[3 * a + axis]! - places[3 * b + axis]!));
    once = new Map();
  };
  for (let t = 0; t < parts.length; t++) {
    if (t > 0 && parts[t] !== parts[t - 1]) close();
    for (let side = 0; side < 3; side++) {
      const [a, b] = [corners[3 * t + side]!, corners[3 * t + ((side + 1) % 3)]!];
      const key = Math.min(a, b) * count + Math.max(a, b);
      if (!once.delete(key)) once.set(key, [a, b]);
    }
  }
  close();
  return length;
}

function areaOf(vertices: Float32Array, triangles: Uint32Array): number {
  let area = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!];
    const u = [0, 1, 2].map((axis) => vertices[b + axis]! - vertices[a + axis]!) as [number, number, number];
    const v = [0, 1, 2].map((axis) => vertices[c + axis]! - vertices[a + axis]!) as [number, number, number];
    area += Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
  }
  return area;
}

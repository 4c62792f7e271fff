import { LIMITS } from '@pace/contract';

/** What a preview by Physical Optics is asked about before there is a mesh; docs/run-folder.md has the bytes. */
export interface Drawing {
  /** 32 hexadecimal digits of its own */
  id: string;
  bytes: Uint8Array<ArrayBuffer>;
  triangles: number;
}

/** Why there is none: a key under `optics` of wizard.json. */
export type NoDrawing = 'drawingTooLarge' | 'drawingUnits';

const MAGIC = 'PACETRI1';
const HEADER_BYTES = 16;

/** The triangles of a file with corners at one place made one vertex, in metres. */
export function drawingOf(
  { vertices, triangles }: { vertices: Float32Array; triangles: Uint32Array },
  metresPerUnit: number | null,
): Drawing | NoDrawing {
  const count = triangles.length / 3;
  if (count > LIMITS.previewTrianglesMax) return 'drawingTooLarge';
  if (metresPerUnit === null) return 'drawingUnits';
  const { places, corners } = welded(vertices, triangles);
  const size = HEADER_BYTES + 4 * places.length + 4 * corners.length;
  if (size > LIMITS.drawingBytesMax) return 'drawingTooLarge';
  const view = new DataView(new ArrayBuffer(size));
  for (let i = 0; i < MAGIC.length; i++) view.setUint8(i, MAGIC.charCodeAt(i));
  view.setUint32(8, places.length / 3, true);
  view.setUint32(12, count, true);
  places.forEach((value, i) => view.setFloat32(HEADER_BYTES + 4 * i, value * metresPerUnit, true));
  const cornersAt = HEADER_BYTES + 4 * places.length;
  corners.forEach((vertex, i) => view.setUint32(cornersAt + 4 * i, vertex, true));
  const name = crypto.getRandomValues(new Uint8Array(16));
  return {
    id: Array.from(name, (byte) => byte.toString(16).padStart(2, '0')).join(''),
    bytes: new Uint8Array(view.buffer),
    triangles: count,
  };
}

/** A CAD kernel triangulates face by face: what is one edge of two faces comes twice, with the same coordinates. */
export function welded(
  vertices: Float32Array,
  triangles: Uint32Array,
): { places: number[]; corners: Uint32Array } {
  const places: number[] = [];
  const known = new Map<string, number>();
  const corners = triangles.map((vertex) => {
    // Adding 0 makes −0 and 0 one place.
    const place = [0, 1, 2].map((axis) => vertices[3 * vertex + axis]! + 0);
    const key = place.join(' ');
    const found = known.get(key);
    if (found !== undefined) return found;
    const fresh = places.length / 3;
    known.set(key, fresh);
    places.push(...place);
    return fresh;
  });
  return { places, corners };
}

/** Neighbouring triangles that turn by an angle between these two stand for a curved face [rad]. */
const FLAT = 0.002;
/** A CAD kernel turns by at most half a radian from triangle to triangle of a curved face. */
const SHARP = 0.55;

/** Is any edge bent as between triangles of a curved face, whose true shape the triangles only follow? */
export function isCurved(vertices: Float32Array, triangles: Uint32Array): boolean {
  const { places, corners } = welded(vertices, triangles);
  const normalOf = new Map<number, [number, number, number]>();
  const count = places.length / 3;
  for (let t = 0; t < corners.length; t += 3) {
    const normal = unitNormal(places, corners.subarray(t, t + 3));
    if (!normal) continue;
    for (let side = 0; side < 3; side++) {
      const [a, b] = [corners[t + side]!, corners[t + ((side + 1) % 3)]!];
      const key = Math.min(a, b) * count + Math.max(a, b);
      const other = normalOf.get(key);
      if (!other) normalOf.set(key, normal);
      else {
        const turn = 2 * Math.asin(Math.min(1, Math.hypot(...normal.map((n, axis) => n - other[axis]!)) / 2));
        if (turn > FLAT && turn < SHARP) return true;
      }
    }
  }
  return false;
}

function unitNormal(places: number[], corners: Uint32Array): [number, number, number] | undefined {
  const [a, b, c] = [0, 1, 2].map((i) => places.slice(3 * corners[i]!, 3 * corners[i]! + 3)) as [
    number[],
    number[],
    number[],
  ];
  const u = b.map((value, axis) => value - a[axis]!) as [number, number, number];
  const v = c.map((value, axis) => value - a[axis]!) as [number, number, number];
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const;
  const length = Math.hypot(...n);
  return length > 0 ? [n[0] / length, n[1] / length, n[2] / length] : undefined;
}

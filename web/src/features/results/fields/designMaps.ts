import { floatsAt, type MeshGeometry } from '../../../viewer/index.ts';

const MAGIC = 'PACEMAP1';
const HEADER_BYTES = 16;

export class MapsFormatError extends Error {
  override name = 'MapsFormatError';
}

/** `maps.bin`: a number a triangle of each map, in the order of `maps.json`; NaN where there is none. @throws MapsFormatError */
export function parseMaps(buffer: ArrayBuffer): Float32Array[] {
  const magic = String.fromCharCode(...new Uint8Array(buffer, 0, Math.min(MAGIC.length, buffer.byteLength)));
  if (buffer.byteLength < HEADER_BYTES || magic !== MAGIC) throw new MapsFormatError(`Not a ${MAGIC} file`);
  const view = new DataView(buffer);
  const [triangles, maps] = [view.getUint32(8, true), view.getUint32(12, true)];
  if (buffer.byteLength < HEADER_BYTES + 4 * triangles * maps)
    throw new MapsFormatError(
      `${MAGIC} file is cut off: ${buffer.byteLength} of ${HEADER_BYTES + 4 * triangles * maps} bytes`,
    );
  return Array.from({ length: maps }, (_, map) =>
    floatsAt(buffer, HEADER_BYTES + 4 * triangles * map, triangles),
  );
}

/**
 * A number a vertex, from numbers a triangle: the mean over the triangles around it by their angles there, which hardly
 * depends on how the surface is cut into triangles. NaN where no triangle around has a number.
 */
export function atVertices(
  { vertices, triangles }: Pick<MeshGeometry, 'vertices' | 'triangles'>,
  byTriangle: Float32Array,
): Float32Array {
  const sums = new Float64Array(vertices.length / 3);
  const angles = new Float64Array(vertices.length / 3);
  const side = new Float64Array(3);
  for (let t = 0; t < byTriangle.length; t++) {
    const value = byTriangle[t]!;
    if (!Number.isFinite(value)) continue;
    for (let i = 0; i < 3; i++) side[i] = sideLength(vertices, triangles, t, i);
    for (let i = 0; i < 3; i++) {
      // Side i lies opposite corner i.
      const [a, b, c] = [side[i]!, side[(i + 1) % 3]!, side[(i + 2) % 3]!];
      const angle = Math.acos(Math.min(1, Math.max(-1, (b * b + c * c - a * a) / (2 * b * c))));
      if (Number.isNaN(angle)) continue;
      const vertex = triangles[3 * t + i]!;
      sums[vertex] = sums[vertex]! + angle * value;
      angles[vertex] = angles[vertex]! + angle;
    }
  }
  return Float32Array.from(sums, (sum, vertex) => sum / angles[vertex]!);
}

function sideLength(vertices: Float32Array, triangles: Uint32Array, triangle: number, opposite: number) {
  const a = 3 * triangles[3 * triangle + ((opposite + 1) % 3)]!;
  const b = 3 * triangles[3 * triangle + ((opposite + 2) % 3)]!;
  return Math.hypot(
    vertices[a]! - vertices[b]!,
    vertices[a + 1]! - vertices[b + 1]!,
    vertices[a + 2]! - vertices[b + 2]!,
  );
}

import type { BentTriangles, MeshGeometry } from './geometry.ts';

const MAGIC = 'PACEGEO1';
const BENT_MAGIC = 'PACEBEN1';
const HEADER_BYTES = 16;
const VERTEX_BYTES = 12;
const TRIANGLE_BYTES = 16;
const QUALITY_BYTES = 4;
const POINT_BYTES = 36;
const PIECE_BYTES = 38;

export class GeometryFormatError extends Error {
  override name = 'GeometryFormatError';
}

/** Reads `mesh.geo.bin` (docs/run-folder.md): little-endian, "PACEGEO1", behind it "PACEBEN1" where triangles are bent. */
export function parseGeometry(buffer: ArrayBuffer, scale = 1): MeshGeometry {
  const [vertexCount, triangleCount] = headAt(buffer, 0, MAGIC);
  const end = HEADER_BYTES + vertexCount * VERTEX_BYTES + triangleCount * (TRIANGLE_BYTES + QUALITY_BYTES);
  requireLength(buffer, end, MAGIC);

  const vertices = floatsAt(buffer, HEADER_BYTES, vertexCount * 3);
  const trianglesAt = HEADER_BYTES + vertexCount * VERTEX_BYTES;
  const records = wordsAt(buffer, trianglesAt, triangleCount * 4);
  const triangles = new Uint32Array(triangleCount * 3);
  const parts = new Uint32Array(triangleCount);
  for (let t = 0; t < triangleCount; t++) {
    parts[t] = records[4 * t]!;
    for (let corner = 0; corner < 3; corner++) {
      const vertex = records[4 * t + 1 + corner]!;
      if (vertex >= vertexCount)
        throw new GeometryFormatError(`Triangle ${t} refers to vertex ${vertex} of ${vertexCount}`);
      triangles[3 * t + corner] = vertex;
    }
  }
  const quality = floatsAt(buffer, trianglesAt + triangleCount * TRIANGLE_BYTES, triangleCount);
  const flat = { vertices, triangles, parts, quality, scale };
  return buffer.byteLength === end
    ? flat
    : { ...flat, bent: bentAt(buffer, end, vertexCount, triangleCount) };
}

function bentAt(
  buffer: ArrayBuffer,
  start: number,
  vertexCount: number,
  triangleCount: number,
): BentTriangles {
  const [pointCount, pieceCount] = headAt(buffer, start, BENT_MAGIC);
  const pointsAt = start + HEADER_BYTES;
  const piecesAt = pointsAt + pointCount * POINT_BYTES;
  requireLength(buffer, piecesAt + pieceCount * PIECE_BYTES, BENT_MAGIC);
  const bent = {
    points: floatsAt(buffer, pointsAt, 3 * pointCount),
    between: wordsAt(buffer, pointsAt + 12 * pointCount, 3 * pointCount),
    weights: floatsAt(buffer, pointsAt + 24 * pointCount, 3 * pointCount),
    pieces: wordsAt(buffer, piecesAt, 5 * pieceCount),
    normals: shortsAt(buffer, piecesAt + 20 * pieceCount, 9 * pieceCount),
  };
  bent.between.forEach((vertex, i) => {
    if (vertex >= vertexCount)
      throw new GeometryFormatError(
        `Point ${Math.floor(i / 3)} refers to vertex ${vertex} of ${vertexCount}`,
      );
  });
  const places = vertexCount + pointCount;
  for (let piece = 0; piece < pieceCount; piece++) {
    const triangle = bent.pieces[5 * piece]!;
    if (triangle >= triangleCount)
      throw new GeometryFormatError(`Piece ${piece} refers to triangle ${triangle} of ${triangleCount}`);
    for (let corner = 1; corner <= 3; corner++) {
      const place = bent.pieces[5 * piece + corner]!;
      if (place >= places)
        throw new GeometryFormatError(`Piece ${piece} refers to vertex or point ${place} of ${places}`);
    }
  }
  return bent;
}

/** The two counts behind the name of a section. */
function headAt(buffer: ArrayBuffer, start: number, magic: string): [number, number] {
  if (buffer.byteLength < start + HEADER_BYTES || asciiAt(buffer, start, magic.length) !== magic)
    throw new GeometryFormatError(
      start === 0 ? `Not a ${magic} file` : `No ${magic} section at byte ${start}`,
    );
  const view = new DataView(buffer);
  return [view.getUint32(start + 8, true), view.getUint32(start + 12, true)];
}

function requireLength({ byteLength }: ArrayBuffer, needed: number, magic: string): void {
  if (byteLength < needed)
    throw new GeometryFormatError(`${magic} file is cut off: ${byteLength} of ${needed} bytes`);
}

const asciiAt = (buffer: ArrayBuffer, start: number, length: number) =>
  String.fromCharCode(...new Uint8Array(buffer, start, length));

/** True on every machine a browser runs on today; the slow path keeps the format honest on others. */
const machineIsLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** `count` little-endian floats at a byte offset that is a multiple of 4. */
export function floatsAt(buffer: ArrayBuffer, offset: number, count: number): Float32Array {
  if (machineIsLittleEndian) return new Float32Array(buffer, offset, count);
  const view = new DataView(buffer);
  return Float32Array.from({ length: count }, (_, i) => view.getFloat32(offset + 4 * i, true));
}

/** The same of unsigned integers. */
export function wordsAt(buffer: ArrayBuffer, offset: number, count: number): Uint32Array {
  if (machineIsLittleEndian) return new Uint32Array(buffer, offset, count);
  const view = new DataView(buffer);
  return Uint32Array.from({ length: count }, (_, i) => view.getUint32(offset + 4 * i, true));
}

function shortsAt(buffer: ArrayBuffer, offset: number, count: number): Int16Array {
  if (machineIsLittleEndian) return new Int16Array(buffer, offset, count);
  const view = new DataView(buffer);
  return Int16Array.from({ length: count }, (_, i) => view.getInt16(offset + 2 * i, true));
}

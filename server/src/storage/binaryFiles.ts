/** Readers of the binary files of docs/run-folder.md; little-endian throughout. */

export interface Geometry {
  /** x, y, z of each vertex, in units of the mesh file */
  vertices: Float32Array;
  /** part (1-based), v1, v2, v3 (0-based) of each triangle */
  triangles: Uint32Array;
}

const MAGIC_BYTES = 8;

export function parseGeometry(bytes: Buffer): Geometry {
  requireMagic(bytes, 'PACEGEO1');
  const [vertexCount, triangleCount] = [bytes.readUInt32LE(8), bytes.readUInt32LE(12)];
  const verticesAt = MAGIC_BYTES + 8;
  const trianglesAt = verticesAt + 12 * vertexCount;
  requireLength(bytes, trianglesAt + 16 * triangleCount);
  return {
    vertices: new Float32Array(copyOf(bytes, verticesAt, 12 * vertexCount)),
    triangles: new Uint32Array(copyOf(bytes, trianglesAt, 16 * triangleCount)),
  };
}

/** Re x, Im x, Re y, Im y, Re z, Im z of each vertex. */
export function parseCurrents(bytes: Buffer): Float32Array {
  requireMagic(bytes, 'PACECUR1');
  const length = 24 * bytes.readUInt32LE(8);
  requireLength(bytes, MAGIC_BYTES + 4 + length);
  return new Float32Array(copyOf(bytes, MAGIC_BYTES + 4, length));
}

function requireMagic(bytes: Buffer, magic: string): void {
  if (bytes.length < MAGIC_BYTES + 8 || bytes.toString('latin1', 0, MAGIC_BYTES) !== magic)
    throw new Error(`not a ${magic} file`);
}

function requireLength(bytes: Buffer, length: number): void {
  if (bytes.length < length) throw new Error(`file has ${bytes.length} bytes, its header promises ${length}`);
}

/** A buffer of its own, because typed arrays want aligned memory. */
function copyOf(bytes: Buffer, from: number, length: number): ArrayBuffer {
  const copy = new ArrayBuffer(length);
  new Uint8Array(copy).set(bytes.subarray(from, from + length));
  return copy;
}

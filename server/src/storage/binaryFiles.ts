/** Readers of the binary files of docs/run-folder.md; little-endian throughout. */

import { message } from '@pace/contract';
import { FileDamaged } from './checksums.ts';

export interface Geometry {
  /** x, y, z of each vertex, in units of the mesh file */
  vertices: Float32Array;
  /** part (1-based), v1, v2, v3 (0-based) of each triangle */
  triangles: Uint32Array;
}

const MAGIC_BYTES = 8;

/** So many bytes at the beginning tell how long the file is. */
export const HEAD_BYTES = 16;

/** @param head  the first bytes, or all of them @throws FileDamaged */
export function geometryBytes(head: Buffer, path: string): number {
  requireMagic(head, 'PACEGEO1', path);
  return MAGIC_BYTES + 8 + 12 * head.readUInt32LE(8) + 16 * head.readUInt32LE(12);
}

/** Of a bent mesh there are those at the middles of sides behind those at vertices, and the vertices of the sides. */
const hasMiddles = (head: Buffer) => head.toString('latin1', 0, MAGIC_BYTES) === 'PACECUR2';

/** @param head  the first bytes, or all of them @throws FileDamaged */
export function currentsBytes(head: Buffer, path: string): number {
  if (hasMiddles(head) && head.length >= HEAD_BYTES)
    return MAGIC_BYTES + 8 + 24 * head.readUInt32LE(8) + 32 * head.readUInt32LE(12);
  requireMagic(head, 'PACECUR1', path);
  return MAGIC_BYTES + 4 + 24 * head.readUInt32LE(8);
}

/** @param head  the first bytes, or all of them @throws FileDamaged */
export function errorMapBytes(head: Buffer, path: string): number {
  requireMagic(head, 'PACEERR1', path);
  return MAGIC_BYTES + 4 + 4 * head.readUInt32LE(8);
}

/** @throws FileDamaged */
export function parseGeometry(bytes: Buffer, path: string): Geometry {
  requireLength(bytes.length, geometryBytes(bytes, path), path);
  const [vertexCount, triangleCount] = [bytes.readUInt32LE(8), bytes.readUInt32LE(12)];
  const verticesAt = MAGIC_BYTES + 8;
  const trianglesAt = verticesAt + 12 * vertexCount;
  return {
    vertices: new Float32Array(copyOf(bytes, verticesAt, 12 * vertexCount)),
    triangles: new Uint32Array(copyOf(bytes, trianglesAt, 16 * triangleCount)),
  };
}

/** Re x, Im x, Re y, Im y, Re z, Im z of each vertex. @throws FileDamaged */
export function parseCurrents(bytes: Buffer, path: string): Float32Array {
  requireLength(bytes.length, currentsBytes(bytes, path), path);
  const length = 24 * bytes.readUInt32LE(8);
  return new Float32Array(copyOf(bytes, MAGIC_BYTES + (hasMiddles(bytes) ? 8 : 4), length));
}

/**
 * The same, and behind it those at the middles of sides of bent triangles.
 * @returns sides: two vertices (0-based) each, the smaller first; none on a flat mesh
 * @throws FileDamaged
 */
export function parseAllCurrents(bytes: Buffer, path: string): { values: Float32Array; sides: Uint32Array } {
  if (!hasMiddles(bytes)) return { values: parseCurrents(bytes, path), sides: new Uint32Array() };
  requireLength(bytes.length, currentsBytes(bytes, path), path);
  const [vertexCount, sideCount] = [bytes.readUInt32LE(8), bytes.readUInt32LE(12)];
  const valuesAt = MAGIC_BYTES + 8;
  const sidesAt = valuesAt + 24 * (vertexCount + sideCount);
  return {
    values: new Float32Array(copyOf(bytes, valuesAt, sidesAt - valuesAt)),
    sides: new Uint32Array(copyOf(bytes, sidesAt, 8 * sideCount)),
  };
}

/** What each triangle adds to the error bars, over the field. @throws FileDamaged */
export function parseErrorMap(bytes: Buffer, path: string): Float32Array {
  requireLength(bytes.length, errorMapBytes(bytes, path), path);
  return new Float32Array(copyOf(bytes, MAGIC_BYTES + 4, 4 * bytes.readUInt32LE(8)));
}

function requireMagic(bytes: Buffer, magic: string, path: string): void {
  if (bytes.length < HEAD_BYTES || bytes.toString('latin1', 0, MAGIC_BYTES) !== magic)
    throw new FileDamaged(path, message('damage.head', { kind: magic }));
}

/** @throws FileDamaged */
export function requireLength(bytes: number, length: number, path: string): void {
  if (bytes < length) throw new FileDamaged(path, message('damage.length', { bytes, all: length }));
}

/** A buffer of its own, because typed arrays want aligned memory. */
function copyOf(bytes: Buffer, from: number, length: number): ArrayBuffer {
  const copy = new ArrayBuffer(length);
  new Uint8Array(copy).set(bytes.subarray(from, from + length));
  return copy;
}

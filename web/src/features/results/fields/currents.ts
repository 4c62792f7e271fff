import { floatsAt, wordsAt, type MeshGeometry } from '../../../viewer/index.ts';

/** Of vertices alone, and of vertices and the middles of the sides of bent triangles. */
const MAGICS = ['PACECUR1', 'PACECUR2'] as const;
const MAGIC_BYTES = 8;
const NUMBERS_A_POINT = 6;

export class CurrentsFormatError extends Error {
  override name = 'CurrentsFormatError';
}

/** A complex surface current [A/m; V/m] at points of a mesh. */
export interface SurfaceCurrent {
  /** Re x, Im x, Re y, Im y, Re z, Im z a point: the vertices, then the middles of the sides */
  values: Float32Array;
  /** Two vertices a side of a bent triangle, the smaller first, ascending; undefined where none is known */
  sides: Uint32Array | undefined;
}

/** Reads a file of currents (docs/run-folder.md). */
export function parseCurrents(buffer: ArrayBuffer): SurfaceCurrent {
  const magic = String.fromCharCode(...new Uint8Array(buffer, 0, Math.min(MAGIC_BYTES, buffer.byteLength)));
  const hasMiddles = magic === MAGICS[1];
  const headerBytes = MAGIC_BYTES + (hasMiddles ? 8 : 4);
  if (buffer.byteLength < headerBytes || !(MAGICS as readonly string[]).includes(magic))
    throw new CurrentsFormatError(`Not a ${MAGICS.join(' or ')} file`);
  const view = new DataView(buffer);
  const vertices = view.getUint32(MAGIC_BYTES, true);
  const sides = hasMiddles ? view.getUint32(MAGIC_BYTES + 4, true) : 0;
  const count = (vertices + sides) * NUMBERS_A_POINT;
  const bytes = headerBytes + 4 * count + 8 * sides;
  if (buffer.byteLength < bytes)
    throw new CurrentsFormatError(`${magic} file is cut off: ${buffer.byteLength} of ${bytes} bytes`);
  return {
    values: floatsAt(buffer, headerBytes, count),
    sides: hasMiddles ? wordsAt(buffer, headerBytes + 4 * count, 2 * sides) : undefined,
  };
}

/** Whether a current is one of this mesh. */
export const isOnMesh = ({ values, sides }: SurfaceCurrent, { vertices }: MeshGeometry): boolean =>
  values.length === NUMBERS_A_POINT * (vertices.length / 3 + (sides?.length ?? 0) / 2);

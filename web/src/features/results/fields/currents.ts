import { floatsAt } from '../../../viewer/index.ts';

const MAGIC = 'PACECUR1';
const HEADER_BYTES = 12;
const NUMBERS_A_VERTEX = 6;

export class CurrentsFormatError extends Error {
  override name = 'CurrentsFormatError';
}

/** Complex surface current a vertex: Re x, Im x, Re y, Im y, Re z, Im z [A/m]. */
export function parseCurrents(buffer: ArrayBuffer): Float32Array {
  const magic = String.fromCharCode(...new Uint8Array(buffer, 0, Math.min(MAGIC.length, buffer.byteLength)));
  if (buffer.byteLength < HEADER_BYTES || magic !== MAGIC)
    throw new CurrentsFormatError(`Not a ${MAGIC} file`);
  const count = new DataView(buffer).getUint32(MAGIC.length, true) * NUMBERS_A_VERTEX;
  if (buffer.byteLength < HEADER_BYTES + 4 * count)
    throw new CurrentsFormatError(
      `${MAGIC} file is cut off: ${buffer.byteLength} of ${HEADER_BYTES + 4 * count} bytes`,
    );
  return floatsAt(buffer, HEADER_BYTES, count);
}

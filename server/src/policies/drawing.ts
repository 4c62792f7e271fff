import { LIMITS } from '@pace/contract';
import { Problem } from '../problem.ts';

const MAGIC = 'PACETRI1';
const HEADER_BYTES = MAGIC.length + 8;
const VERTEX_BYTES = 12;
const TRIANGLE_BYTES = 12;

/** Triangles that a browser drew of a file, as the solver reads them (docs/run-folder.md). */
export interface Drawing {
  bytes: Buffer;
  triangles: number;
}

/**
 * The drawing of a call. What stands in its coordinates and indices is checked by the solver, which reads them.
 * @throws Problem DRAWING_INVALID or PREVIEW_TOO_LARGE
 */
export function decodeDrawing(data: string): Drawing {
  const bytes = Buffer.from(data, 'base64');
  const refuse = (what: string) =>
    new Problem('DRAWING_INVALID', `The drawing can not be used: ${what}. Choose the file again.`);
  // Node skips over what is not base64; only the exact way back proves that nothing was skipped.
  if (bytes.toString('base64') !== data) throw refuse('it is not base64');
  if (bytes.length > LIMITS.drawingBytesMax)
    throw new Problem(
      'PREVIEW_TOO_LARGE',
      `The drawing has ${bytes.length} bytes; the preview is for at most ${LIMITS.drawingBytesMax}. Upload the model and start a run with the PO solver instead.`,
    );
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw refuse(`it does not begin with ${MAGIC} and two numbers`);
  const vertices = bytes.readUInt32LE(MAGIC.length);
  const triangles = bytes.readUInt32LE(MAGIC.length + 4);
  const needed = HEADER_BYTES + vertices * VERTEX_BYTES + triangles * TRIANGLE_BYTES;
  if (bytes.length !== needed)
    throw refuse(
      `${vertices} vertices and ${triangles} triangles take ${needed} bytes, it has ${bytes.length}`,
    );
  if (triangles > LIMITS.previewTrianglesMax)
    throw new Problem(
      'PREVIEW_TOO_LARGE',
      `The drawing has ${triangles} triangles; the preview is for at most ${LIMITS.previewTrianglesMax}. Upload the model and start a run with the PO solver instead.`,
    );
  return { bytes, triangles };
}

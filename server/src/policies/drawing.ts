import { LIMITS, message } from '@pace/contract';
import { problem } from '../problem.ts';

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
  const refuse = (...reason: Parameters<typeof message>) =>
    problem('DRAWING_INVALID', { reason: message(...reason) });
  // Node skips over what is not base64; only the exact way back proves that nothing was skipped.
  if (bytes.toString('base64') !== data) throw refuse('drawing.notBase64');
  if (bytes.length > LIMITS.drawingBytesMax)
    throw problem('PREVIEW_TOO_LARGE.bytes', { bytes: bytes.length, most: LIMITS.drawingBytesMax });
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw refuse('drawing.head', { magic: MAGIC });
  const vertices = bytes.readUInt32LE(MAGIC.length);
  const triangles = bytes.readUInt32LE(MAGIC.length + 4);
  const needed = HEADER_BYTES + vertices * VERTEX_BYTES + triangles * TRIANGLE_BYTES;
  if (bytes.length !== needed)
    throw refuse('drawing.length', { vertices, triangles, needed, bytes: bytes.length });
  if (triangles > LIMITS.previewTrianglesMax)
    throw problem('PREVIEW_TOO_LARGE.drawing', { triangles, most: LIMITS.previewTrianglesMax });
  return { bytes, triangles };
}

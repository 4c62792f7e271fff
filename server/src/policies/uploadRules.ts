import {
  LIMITS,
  message,
  modelTypeOf,
  uploadLimitBytes,
  type ModelFormat,
  type ModelType,
} from '@pace/contract';
import { isBrep, readIgesHead } from '../mesher/index.ts';
import { problem } from '../problem.ts';
import type { RunRow } from '../storage/schema.ts';

export interface Chunk {
  fileName: string;
  index: number;
  offset: number;
  fileSize: number;
  chunkSize: number;
  /** In the place of another file that has arrived in part or whole */
  replace?: boolean | undefined;
  data: string;
}

/** @throws Problem UPLOAD_FILE_TYPE */
export function allowedModelType(fileName: string): ModelType {
  const type = modelTypeOf(fileName);
  if (!type) throw problem('UPLOAD_FILE_TYPE');
  return type;
}

/** @throws Problem UPLOAD_TOO_LARGE */
export function checkFileSize(fileSize: number, userType: number): void {
  const limit = uploadLimitBytes(userType);
  if (fileSize > limit) {
    const megabytes = Math.floor(limit / 1024 ** 2);
    const size = megabytes < 1024 ? `${megabytes} MB` : `${Math.floor(megabytes / 1024)} GB`;
    throw problem('UPLOAD_TOO_LARGE', { size });
  }
}

/** @throws Problem UPLOAD_CHUNK_INVALID */
export function decodeChunk(chunk: Chunk): Buffer {
  const bytes = Buffer.from(chunk.data, 'base64');
  const refuse = (...reason: Parameters<typeof message>) =>
    problem('UPLOAD_CHUNK_INVALID', { chunk: chunk.index, reason: message(...reason) });
  // Node skips over what is not base64; only the exact way back proves that nothing was skipped.
  if (bytes.toString('base64') !== chunk.data) throw refuse('chunk.notBase64');
  if (bytes.length > LIMITS.uploadChunkBytes)
    throw refuse('chunk.tooLong', { bytes: bytes.length, most: LIMITS.uploadChunkBytes });
  if (bytes.length !== chunk.chunkSize)
    throw refuse('chunk.otherSize', { bytes: bytes.length, said: chunk.chunkSize });
  if (chunk.offset + chunk.chunkSize > chunk.fileSize)
    throw refuse('chunk.beyondEnd', { end: chunk.offset + chunk.chunkSize, size: chunk.fileSize });
  return bytes;
}

/** A complete model is locked once something was made of it; a mesher run that failed or was cancelled made nothing. */
export function mayReplaceModel(
  mesherRun: Pick<RunRow, 'status'> | undefined,
  solverRun: Pick<RunRow, 'status'> | undefined,
): boolean {
  return (
    solverRun === undefined &&
    (mesherRun === undefined || mesherRun.status === 'Error' || mesherRun.status === 'Cancelled')
  );
}

/** How a file of geometry begins whose name says this format; anything is possible of a mesh, which is read at once. */
export function looksLike(format: ModelFormat, head: Buffer): boolean {
  const text = head.toString('latin1');
  if (format === 'STEP') return looksLikeStep(head);
  if (format === 'IGES') return readIgesHead(text).isIges;
  return format !== 'BREP' || isBrep(text);
}

/** Part 21 files begin with this token (ISO 10303-21). */
export function looksLikeStep(head: Buffer): boolean {
  return head
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .startsWith('ISO-10303-21');
}

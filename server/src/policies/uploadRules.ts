import { LIMITS, modelTypeOf, uploadLimitBytes, type ModelType } from '@pace/contract';
import { Problem } from '../problem.ts';
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
  if (!type)
    throw new Problem(
      'UPLOAD_FILE_TYPE',
      'Only STEP models (.stp, .step) and UNV meshes (.unv) can be uploaded.',
    );
  return type;
}

/** @throws Problem UPLOAD_TOO_LARGE */
export function checkFileSize(fileSize: number, userType: number): void {
  const limit = uploadLimitBytes(userType);
  if (fileSize > limit) {
    const megabytes = Math.floor(limit / 1024 ** 2);
    const size = megabytes < 1024 ? `${megabytes} MB` : `${Math.floor(megabytes / 1024)} GB`;
    throw new Problem('UPLOAD_TOO_LARGE', `Maximum file size is ${size}. Please upload a smaller file.`);
  }
}

/** @throws Problem UPLOAD_CHUNK_INVALID */
export function decodeChunk(chunk: Chunk): Buffer {
  const bytes = Buffer.from(chunk.data, 'base64');
  const refuse = (sentence: string) =>
    new Problem('UPLOAD_CHUNK_INVALID', `Chunk ${chunk.index} was not stored: ${sentence}`);
  // Node skips over what is not base64; only the exact way back proves that nothing was skipped.
  if (bytes.toString('base64') !== chunk.data) throw refuse('its data is not base64.');
  if (bytes.length > LIMITS.uploadChunkBytes)
    throw refuse(`it has ${bytes.length} bytes, at most ${LIMITS.uploadChunkBytes} are allowed.`);
  if (bytes.length !== chunk.chunkSize)
    throw refuse(`it has ${bytes.length} bytes but says ${chunk.chunkSize}.`);
  if (chunk.offset + chunk.chunkSize > chunk.fileSize)
    throw refuse(`it ends at byte ${chunk.offset + chunk.chunkSize}, beyond the file's ${chunk.fileSize}.`);
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

/** Part 21 files begin with this token (ISO 10303-21). */
export function looksLikeStep(head: Buffer): boolean {
  return head
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .startsWith('ISO-10303-21');
}

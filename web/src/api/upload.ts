import { CALLS, LIMITS, type ModelFileSchema } from '@pace/contract';
import type { z } from 'zod';
import { ApiError, callApi } from './client.ts';

export type StoredFile = z.infer<typeof ModelFileSchema>;
export interface UploadChunk {
  projectId: string;
  fileName: string;
  index: number;
  offset: number;
  fileSize: number;
  chunkSize: number;
  /** In the place of another file that the project has, whole or in part */
  replace?: boolean;
  data: string;
}
export interface UploadState {
  received: number;
  fileSize: number;
  complete: boolean;
}
export type SendChunk = (chunk: UploadChunk, signal?: AbortSignal) => Promise<UploadState>;

export interface UploadOptions {
  projectId: string;
  file: File;
  /** What the server has of it already, if the upload was begun before. */
  stored?: StoredFile | null;
  onProgress?: (sentBytes: number, fileSize: number) => void;
  signal?: AbortSignal;
  send?: SendChunk;
  /** Waits between the attempts of one chunk [ms]; as many retries as entries. */
  backOffMs?: readonly number[];
}

const BACK_OFF_MS = [500, 1000, 2000, 4000, 8000, 15_000];

/**
 * Sends a file in chunks of 2 097 152 bytes, in order. A chunk that fails for a passing reason is sent again; an upload
 * that was interrupted goes on at the first chunk that the server does not have.
 */
export async function uploadFile(options: UploadOptions): Promise<void> {
  const { file, stored = null, onProgress, signal, send = sendChunk, backOffMs = BACK_OFF_MS } = options;
  let state = await sendFrom(firstMissingChunk(file, stored));
  // The server counts bytes; if a chunk of an earlier attempt went astray, everything is sent once more.
  if (!state?.complete) state = await sendFrom(0);
  if (!state?.complete) throw new ApiError('UPLOAD_INCOMPLETE', 'The upload is incomplete', 409);

  async function sendFrom(first: number): Promise<UploadState | undefined> {
    let last: UploadState | undefined;
    const count = Math.ceil(file.size / LIMITS.uploadChunkBytes);
    for (let index = first; index < count; index++) {
      const offset = index * LIMITS.uploadChunkBytes;
      onProgress?.(offset, file.size);
      const bytes = await file.slice(offset, offset + LIMITS.uploadChunkBytes).arrayBuffer();
      const chunk: UploadChunk = {
        projectId: options.projectId,
        fileName: file.name,
        index,
        offset,
        fileSize: file.size,
        chunkSize: bytes.byteLength,
        ...(index === 0 && isOther(file, stored) ? { replace: true } : {}),
        data: base64(new Uint8Array(bytes)),
      };
      last = await withRetries(() => send(chunk, signal), backOffMs, signal);
      onProgress?.(offset + bytes.byteLength, file.size);
    }
    return last;
  }
}

const isOther = (file: { name: string; size: number }, stored: StoredFile | null): boolean =>
  stored !== null && (stored.fileName !== file.name || stored.fileSize !== file.size);

/** Index of the chunk to begin with; the last chunk is always sent, so that the server answers with its state. */
export function firstMissingChunk(file: { name: string; size: number }, stored: StoredFile | null): number {
  if (!stored || stored.complete || stored.fileName !== file.name || stored.fileSize !== file.size) return 0;
  const last = Math.max(0, Math.ceil(file.size / LIMITS.uploadChunkBytes) - 1);
  return Math.min(last, Math.floor(stored.received / LIMITS.uploadChunkBytes));
}

export function base64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  // String.fromCharCode takes its bytes as arguments, whose number engines limit.
  for (let i = 0; i < bytes.length; i += 0x8000)
    pieces.push(String.fromCharCode(...bytes.subarray(i, i + 0x8000)));
  return btoa(pieces.join(''));
}

const sendChunk: SendChunk = (body, signal) => callApi(CALLS.upload, { body, signal });

async function withRetries<T>(
  attempt: () => Promise<T>,
  waitsMs: readonly number[],
  signal?: AbortSignal,
): Promise<T> {
  for (const waitMs of waitsMs) {
    try {
      return await attempt();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await pause(waitMs, signal);
    }
  }
  return attempt();
}

/** No answer, too many requests or a fault of the server may pass; a refusal does not. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
  });
}

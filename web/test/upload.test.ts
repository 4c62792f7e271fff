import { LIMITS } from '@pace/contract';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../src/api/client.ts';
import {
  base64,
  firstMissingChunk,
  uploadFile,
  type StoredFile,
  type UploadChunk,
  type UploadState,
} from '../src/api/upload.ts';

const CHUNK = LIMITS.uploadChunkBytes;
/** toEqual takes seconds for megabytes. */
const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;
const bytesOf = (chunk: UploadChunk) => Buffer.from(chunk.data, 'base64');

function someFile(size: number): { file: File; bytes: Uint8Array<ArrayBuffer> } {
  const bytes = new Uint8Array(size);
  for (let i = 0; i < size; i++) bytes[i] = (i * 31 + (i >> 11)) % 251;
  return { file: new File([bytes], 'model.unv'), bytes };
}

/** A server that puts chunks together and counts what it has. */
function storage(size: number, received = 0) {
  const content = new Uint8Array(size);
  const chunks: UploadChunk[] = [];
  let count = received;
  return {
    content,
    chunks,
    send: async (chunk: UploadChunk): Promise<UploadState> => {
      chunks.push(chunk);
      content.set(bytesOf(chunk), chunk.offset);
      count = Math.max(count, chunk.offset + chunk.chunkSize);
      return { received: count, fileSize: size, complete: count === size };
    },
  };
}

describe('uploader', () => {
  it('sends a file in chunks of 2 097 152 bytes that put together are the file', async () => {
    const { file, bytes } = someFile(2 * CHUNK + 12_345);
    const server = storage(file.size);
    const progress = vi.fn();
    await uploadFile({ projectId: 'p', file, send: server.send, onProgress: progress });
    expect(
      server.chunks.map(({ index, offset, chunkSize, fileSize }) => [index, offset, chunkSize, fileSize]),
    ).toEqual([
      [0, 0, CHUNK, file.size],
      [1, CHUNK, CHUNK, file.size],
      [2, 2 * CHUNK, 12_345, file.size],
    ]);
    expect(same(server.content, bytes)).toBe(true);
    expect(progress).toHaveBeenLastCalledWith(file.size, file.size);
  });

  it('sends a chunk again after a lost connection, a fault of the server or "too many requests"', async () => {
    const { file, bytes } = someFile(CHUNK + 5);
    const server = storage(file.size);
    const failures = [
      new ApiError('NETWORK', '', 0),
      new ApiError('INTERNAL', '', 500),
      new ApiError('RATE_LIMITED', '', 429),
    ];
    const send = async (chunk: UploadChunk) => {
      const failure = chunk.index === 1 ? failures.shift() : undefined;
      if (failure) throw failure;
      return server.send(chunk);
    };
    await uploadFile({ projectId: 'p', file, send, backOffMs: [1, 1, 1] });
    expect(failures).toEqual([]);
    expect(same(server.content, bytes)).toBe(true);
  });

  it('stops at once when the server refuses', async () => {
    const { file } = someFile(10);
    const send = vi.fn(async () => {
      throw new ApiError('UPLOAD_TOO_LARGE', 'too large', 413);
    });
    await expect(uploadFile({ projectId: 'p', file, send, backOffMs: [1] })).rejects.toMatchObject({
      code: 'UPLOAD_TOO_LARGE',
    });
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('gives up after the last retry', async () => {
    const { file } = someFile(10);
    const send = vi.fn(async () => {
      throw new ApiError('NETWORK', '', 0);
    });
    await expect(uploadFile({ projectId: 'p', file, send, backOffMs: [1, 1] })).rejects.toMatchObject({
      code: 'NETWORK',
    });
    expect(send).toHaveBeenCalledTimes(3);
  });

  it('goes on at the first chunk that the server does not have', async () => {
    const { file } = someFile(3 * CHUNK);
    const stored: StoredFile = {
      fileName: 'model.unv',
      fileSize: file.size,
      type: 'UNV',
      complete: false,
      received: 2 * CHUNK,
    };
    const server = storage(file.size, 2 * CHUNK);
    await uploadFile({ projectId: 'p', file, stored, send: server.send });
    expect(server.chunks.map(({ index }) => index)).toEqual([2]);
  });

  it('begins anew for a file of another name or size', () => {
    const stored: StoredFile = {
      fileName: 'a.unv',
      fileSize: 10 * CHUNK,
      type: 'UNV',
      complete: false,
      received: 3 * CHUNK,
    };
    expect(firstMissingChunk({ name: 'a.unv', size: 10 * CHUNK }, stored)).toBe(3);
    expect(firstMissingChunk({ name: 'b.unv', size: 10 * CHUNK }, stored)).toBe(0);
    expect(firstMissingChunk({ name: 'a.unv', size: 10 * CHUNK + 1 }, stored)).toBe(0);
  });

  it('sends everything once more when bytes are missing at the end, and says so when they still are', async () => {
    const { file } = someFile(CHUNK + 1);
    const send = vi.fn(async () => ({ received: 1, fileSize: file.size, complete: false }));
    await expect(uploadFile({ projectId: 'p', file, send })).rejects.toMatchObject({
      code: 'UPLOAD_INCOMPLETE',
    });
    expect(send).toHaveBeenCalledTimes(4);
  });

  it('can be broken off while it waits', async () => {
    const { file } = someFile(10);
    const controller = new AbortController();
    const send = async () => {
      throw new ApiError('NETWORK', '', 0);
    };
    const upload = uploadFile({ projectId: 'p', file, send, backOffMs: [60_000], signal: controller.signal });
    setTimeout(() => controller.abort(new Error('left')), 10);
    await expect(upload).rejects.toThrow('left');
  });

  it('writes base64 that reads back, longer than one call may have arguments', () => {
    const { bytes } = someFile(100_003);
    expect(
      same(
        Uint8Array.from(atob(base64(bytes)), (c) => c.charCodeAt(0)),
        bytes,
      ),
    ).toBe(true);
  });
});

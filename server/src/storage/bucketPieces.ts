import { and, eq, inArray } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Bucket } from './bucket.ts';
import type { Database } from './database.ts';
import { FileMissing } from './missing.ts';
import type { StoredFile } from './projectFiles.ts';
import { storedFiles } from './schema.ts';
import { byPath, lengthOf, type Piece } from './storedFileRows.ts';

/** The largest object that is written at once; what is larger is several. */
const PIECE_BYTES = 256 * 2 ** 20;
const SENT_FROM_MEMORY_BYTES = 8 * 2 ** 20;
const REMOVED_AT_ONCE = 8;

/** Reads and writes the objects that files of projects are made of. */
export class BucketPieces {
  readonly #db: Database;
  readonly #bucket: Bucket;

  constructor(db: Database, bucket: Bucket) {
    this.#db = db;
    this.#bucket = bucket;
  }

  /** Every file of the project, sorted by path. */
  async list(projectId: string): Promise<StoredFile[]> {
    const rows = await this.#db.select().from(storedFiles).where(eq(storedFiles.projectId, projectId));
    return [...byPath(rows)]
      .map(([path, pieces]) => ({ path, bytes: lengthOf(pieces) }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** In order of their place in the file. */
  async pieces(projectId: string, path: string): Promise<Piece[]> {
    const rows = await this.#db
      .select()
      .from(storedFiles)
      .where(and(eq(storedFiles.projectId, projectId), eq(storedFiles.path, path)));
    return byPath(rows).get(path) ?? [];
  }

  /** @throws FileMissing */
  async piecesOf(projectId: string, path: string): Promise<Piece[]> {
    const pieces = await this.pieces(projectId, path);
    if (pieces.length === 0) throw new FileMissing(path);
    return pieces;
  }

  /** Bytes [from, to) of a file, as they come. @throws FileMissing */
  async stream(projectId: string, path: string, range?: { from: number; to: number }): Promise<Readable> {
    const pieces = await this.piecesOf(projectId, path);
    const wanted = cut(pieces, range?.from ?? 0, range?.to ?? lengthOf(pieces));
    // The first is asked for before the answer begins: what is missing is refused, not broken off.
    const [first, ...rest] = wanted;
    if (!first) return Readable.from([]);
    const begun = await this.get(first);
    const get = (piece: CutPiece) => this.get(piece);
    async function* content(): AsyncGenerator<Buffer> {
      yield* begun as AsyncIterable<Buffer>;
      for (const piece of rest) yield* (await get(piece)) as AsyncIterable<Buffer>;
    }
    return Readable.from(content(), { objectMode: false });
  }

  /** Copies a file to this machine; half a copy is never seen. @throws FileMissing */
  async fetch(projectId: string, path: string, to: string): Promise<void> {
    const part = `${to}.${randomUUID()}.part`;
    await mkdir(dirname(to), { recursive: true });
    try {
      await pipeline(await this.stream(projectId, path), createWriteStream(part));
      await rename(part, to);
    } finally {
      await rm(part, { force: true });
    }
  }

  /** Writes these bytes as a new object, which nothing refers to yet. @returns its key */
  async put(projectId: string, content: Buffer | Readable, bytes: number): Promise<string> {
    const key = `projects/${projectId}/${randomUUID()}`;
    await this.#bucket.put(key, content, bytes);
    return key;
  }

  /** Writes bytes [from, …) of a file of this machine as new objects, which nothing refers to yet. */
  async upload(projectId: string, path: string, from = 0): Promise<Piece[]> {
    const { size } = await stat(path);
    const pieces: Piece[] = [];
    for (let at = from; at < size || (size === 0 && at === 0); at += PIECE_BYTES) {
      const bytes = Math.min(PIECE_BYTES, size - at);
      const content = () => createReadStream(path, { start: at, end: at + bytes - 1 });
      // What is in memory can be sent again by the SDK itself.
      const body =
        bytes === 0 ? Buffer.alloc(0) : bytes <= SENT_FROM_MEMORY_BYTES ? await buffer(content()) : content();
      pieces.push({ from: at, bytes, key: await this.put(projectId, body, bytes) });
      if (bytes === 0) break;
    }
    return pieces;
  }

  /** Bytes [start, end) of an object. */
  get({ key, start, end, bytes }: CutPiece): Promise<Readable> {
    if (bytes === 0) return Promise.resolve(Readable.from([]));
    return this.#bucket.get(key, start === 0 && end === bytes ? undefined : { from: start, to: end });
  }

  /** Removes those of the objects that no row refers to. What cannot be removed now goes when the house is kept. */
  async dropObjects(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const rows = await this.#db
      .select({ key: storedFiles.objectKey })
      .from(storedFiles)
      .where(inArray(storedFiles.objectKey, [...keys]));
    const used = new Set(rows.map(({ key }) => key));
    const unused = keys.filter((key) => !used.has(key));
    for (let first = 0; first < unused.length; first += REMOVED_AT_ONCE)
      await Promise.allSettled(
        unused.slice(first, first + REMOVED_AT_ONCE).map((key) => this.#bucket.delete(key)),
      );
  }
}

interface CutPiece extends Piece {
  /** of the object */
  start: number;
  end: number;
}

/** What of the pieces makes up bytes [from, to) of their file; where they overlap, the earlier one is taken. */
export function cut(pieces: readonly Piece[], from: number, to: number): CutPiece[] {
  const wanted: CutPiece[] = [];
  let at = from;
  for (const piece of pieces) {
    const end = Math.min(piece.from + piece.bytes, to);
    if (end <= at || piece.from > at) continue;
    wanted.push({ ...piece, start: at - piece.from, end: end - piece.from });
    at = end;
  }
  return wanted;
}

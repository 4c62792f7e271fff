import type { ModelType } from '@pace/contract';
import { and, eq, inArray, like, or, sql } from 'drizzle-orm';
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Bucket } from './bucket.ts';
import { BucketAttempt } from './bucketAttempt.ts';
import type { Database, Transaction } from './database.ts';
import {
  DERIVED,
  FileMissing,
  isMissing,
  MODEL_FILES,
  partName,
  type Attempt,
  type AttemptPlace,
  type FileFacts,
  type ProjectFiles,
  type StoredFile,
  type UploadPlace,
} from './projectFiles.ts';
import { storedFiles, type StoredFileRow } from './schema.ts';

/** A piece of a file: bytes [from, from + bytes) of it are the object. */
export interface Piece {
  from: number;
  bytes: number;
  key: string;
}

/** The largest object that is written at once; what is larger is several. */
const PIECE_BYTES = 256 * 2 ** 20;
const SENT_FROM_MEMORY_BYTES = 8 * 2 ** 20;
/** Small files that are read for every list of projects are kept in memory: an object never changes. */
const KEPT_OBJECT_BYTES = 512 * 2 ** 10;
const KEPT_BYTES = 64 * 2 ** 20;
const FORGET_AFTER_MS = 24 * 3_600_000;
const REMOVED_AT_ONCE = 8;

/**
 * Project files in an S3-compatible bucket. The table `stored_files` says which objects make up which file; an object
 * is written once, under a name that was never used, and becomes part of the project when its row does. So whoever has
 * lost the right to a run can write objects as much as he likes: they are nobody's, and go after a day.
 */
export class BucketFiles implements ProjectFiles {
  readonly kind = 'bucket';
  readonly workRoot: string;
  readonly #db: Database;
  readonly #bucket: Bucket;
  readonly #cache: string;
  readonly #kept = new Map<string, Buffer>();
  #keptBytes = 0;

  /** @param dataDir for copies of files that programs of this machine read, and for the work of its runs */
  constructor(db: Database, bucket: Bucket, dataDir: string) {
    this.#db = db;
    this.#bucket = bucket;
    this.#cache = join(dataDir, 'cache');
    this.workRoot = join(dataDir, 'work');
  }

  async list(projectId: string): Promise<StoredFile[]> {
    const rows = await this.#db.select().from(storedFiles).where(eq(storedFiles.projectId, projectId));
    return [...byPath(rows)]
      .map(([path, pieces]) => ({ path, bytes: lengthOf(pieces) }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  async names(projectId: string, folder: string): Promise<string[]> {
    const rows = await this.#db
      .selectDistinct({ path: storedFiles.path })
      .from(storedFiles)
      .where(and(eq(storedFiles.projectId, projectId), below(folder)));
    return rows
      .map(({ path }) => path.slice(folder.length + 1))
      .filter((name) => !name.startsWith('.'))
      .sort();
  }

  async facts(projectId: string, path: string): Promise<FileFacts | undefined> {
    const pieces = await this.pieces(projectId, path);
    const [first] = pieces;
    if (!first) return undefined;
    return {
      bytes: lengthOf(pieces),
      version: first.key,
      revision: pieces.map(({ key }) => key).join(' '),
    };
  }

  async read(projectId: string, path: string): Promise<Buffer> {
    const pieces = await this.#piecesOf(projectId, path);
    const [only] = pieces;
    if (pieces.length !== 1 || !only || only.bytes > KEPT_OBJECT_BYTES)
      return buffer(await this.stream(projectId, path));
    const kept = this.#kept.get(only.key);
    if (kept) return kept;
    const bytes = await buffer(await this.stream(projectId, path));
    if (this.#keptBytes + bytes.length > KEPT_BYTES) {
      this.#kept.clear();
      this.#keptBytes = 0;
    }
    this.#kept.set(only.key, bytes);
    this.#keptBytes += bytes.length;
    return bytes;
  }

  async stream(projectId: string, path: string, range?: { from: number; to: number }): Promise<Readable> {
    const pieces = await this.#piecesOf(projectId, path);
    const wanted = cut(pieces, range?.from ?? 0, range?.to ?? lengthOf(pieces));
    // The first is asked for before the answer begins: what is missing is refused, not broken off.
    const [first, ...rest] = wanted;
    if (!first) return Readable.from([]);
    const begun = await this.#get(first);
    const get = (piece: CutPiece) => this.#get(piece);
    async function* content(): AsyncGenerator<Buffer> {
      yield* begun as AsyncIterable<Buffer>;
      for (const piece of rest) yield* (await get(piece)) as AsyncIterable<Buffer>;
    }
    return Readable.from(content(), { objectMode: false });
  }

  async localPath(projectId: string, path: string): Promise<string> {
    const pieces = await this.#piecesOf(projectId, path);
    const name = createHash('sha256')
      .update(pieces.map(({ key }) => key).join(' '))
      .digest('hex');
    const local = join(this.#cache, name);
    const now = new Date();
    try {
      await utimes(local, now, now);
    } catch (error) {
      if (!isMissing(error)) throw error;
      await this.fetch(projectId, path, local);
    }
    return local;
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

  async writeChunk({ projectId, id }: UploadPlace, bytes: Buffer, offset: number): Promise<void> {
    const key = newKey(projectId);
    await this.#bucket.put(key, bytes, bytes.length);
    const row = { projectId, path: partName(id), fromByte: offset, bytes: bytes.length, objectKey: key };
    await this.#db
      .insert(storedFiles)
      .values(row)
      .onConflictDoUpdate({
        target: [storedFiles.projectId, storedFiles.path, storedFiles.fromByte],
        set: { bytes: row.bytes, objectKey: key },
        // A shorter piece must not take the place of a longer one: its end would be missing.
        setWhere: sql`${storedFiles.bytes} <= ${row.bytes}`,
      });
  }

  async readChunk({ projectId, id }: UploadPlace, offset: number, length: number): Promise<Buffer> {
    return this.#readAt(projectId, partName(id), offset, length);
  }

  async hasChunks({ projectId, id }: UploadPlace): Promise<boolean> {
    return (await this.pieces(projectId, partName(id))).length > 0;
  }

  async dropChunks({ projectId, id }: UploadPlace): Promise<void> {
    await this.#remove(projectId, [partName(id)]);
  }

  async finishUpload({ projectId, id }: UploadPlace, type: ModelType): Promise<void> {
    const keys = await this.#db.transaction(async (tx) => {
      const gone = await removeRows(tx, projectId, [...DERIVED, ...Object.values(MODEL_FILES)]);
      const moved = await tx
        .update(storedFiles)
        .set({ path: MODEL_FILES[type] })
        .where(and(eq(storedFiles.projectId, projectId), eq(storedFiles.path, partName(id))))
        .returning({ key: storedFiles.objectKey });
      if (moved.length === 0) throw new FileMissing(partName(id));
      return gone;
    });
    await this.dropObjects(keys);
  }

  async copy(from: string, to: string, paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const pieces: Piece[] = [];
      for (const piece of await this.pieces(from, path)) {
        const key = newKey(to);
        await this.#bucket.put(key, await this.#get({ ...piece, start: 0, end: piece.bytes }), piece.bytes);
        pieces.push({ ...piece, key });
      }
      if (pieces.length > 0) await this.#db.insert(storedFiles).values(rowsOf(to, path, pieces));
    }
  }

  async removeAll(projectId: string): Promise<void> {
    const rows = await this.#db
      .delete(storedFiles)
      .where(eq(storedFiles.projectId, projectId))
      .returning({ key: storedFiles.objectKey });
    await this.dropObjects(rows.map(({ key }) => key));
  }

  async storedBytes(projectId: string): Promise<number> {
    return (await this.list(projectId)).reduce((sum, { bytes }) => sum + bytes, 0);
  }

  async allBytes(): Promise<number> {
    const [row] = await this.#db
      .select({ sum: sql<string>`coalesce(sum(${storedFiles.bytes}), 0)` })
      .from(storedFiles);
    return Number(row?.sum ?? 0);
  }

  async edit<T>(
    projectId: string,
    inputs: readonly string[],
    outputs: readonly string[],
    work: (folder: string) => Promise<T>,
  ): Promise<T> {
    const folder = join(this.workRoot, projectId, `edit-${randomUUID()}`);
    try {
      await mkdir(folder, { recursive: true });
      for (const path of inputs) await this.fetch(projectId, path, join(folder, path));
      const answer = await work(folder);
      const given = new Map<string, Piece[]>();
      for (const path of outputs) given.set(path, await this.upload(projectId, join(folder, path)));
      await this.dropObjects(await this.#db.transaction((tx) => replaceRows(tx, projectId, given)));
      return answer;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  attempt({ projectId, token }: AttemptPlace): Attempt {
    return new BucketAttempt(this, projectId, join(this.workRoot, projectId, token));
  }

  async check(): Promise<void> {
    await mkdir(this.workRoot, { recursive: true });
    await this.#bucket.check();
  }

  /** Objects that no row names, rows that no project has, and copies that nobody has read for a day. */
  async runMaintenance(now = Date.now()): Promise<void> {
    const before = now - FORGET_AFTER_MS;
    await this.#db
      .delete(storedFiles)
      .where(
        and(
          sql`${storedFiles.createdAt} < now() - interval '1 day'`,
          sql`not exists (select 1 from projects where projects.id = ${storedFiles.projectId})`,
        ),
      );
    const old: string[] = [];
    for await (const { key, changedAt } of this.#bucket.list())
      if (changedAt.getTime() < before) old.push(key);
    for (let first = 0; first < old.length; first += 500)
      await this.dropObjects(old.slice(first, first + 500));
    for (const name of await readdir(this.#cache).catch((): string[] => [])) {
      const path = join(this.#cache, name);
      const facts = await stat(path).catch(() => undefined);
      if (facts && facts.mtimeMs < before) await rm(path, { force: true });
    }
  }

  close(): void {
    this.#bucket.close();
  }

  /** In order of their place in the file. */
  async pieces(projectId: string, path: string): Promise<Piece[]> {
    const rows = await this.#db
      .select()
      .from(storedFiles)
      .where(and(eq(storedFiles.projectId, projectId), eq(storedFiles.path, path)));
    return byPath(rows).get(path) ?? [];
  }

  /** Writes bytes [from, …) of a file of this machine as new objects, which nothing refers to yet. */
  async upload(projectId: string, path: string, from = 0): Promise<Piece[]> {
    const { size } = await stat(path);
    const pieces: Piece[] = [];
    for (let at = from; at < size || (size === 0 && at === 0); at += PIECE_BYTES) {
      const bytes = Math.min(PIECE_BYTES, size - at);
      const key = newKey(projectId);
      const content = () => createReadStream(path, { start: at, end: at + bytes - 1 });
      // What is in memory can be sent again by the SDK itself.
      const body =
        bytes === 0 ? Buffer.alloc(0) : bytes <= SENT_FROM_MEMORY_BYTES ? await buffer(content()) : content();
      await this.#bucket.put(key, body, bytes);
      pieces.push({ from: at, bytes, key });
      if (bytes === 0) break;
    }
    return pieces;
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

  async #piecesOf(projectId: string, path: string): Promise<Piece[]> {
    const pieces = await this.pieces(projectId, path);
    if (pieces.length === 0) throw new FileMissing(path);
    return pieces;
  }

  async #readAt(projectId: string, path: string, offset: number, length: number): Promise<Buffer> {
    return buffer(await this.stream(projectId, path, { from: offset, to: offset + length }));
  }

  async #remove(projectId: string, names: readonly string[]): Promise<void> {
    await this.dropObjects(await this.#db.transaction((tx) => removeRows(tx, projectId, names)));
  }

  #get({ key, start, end, bytes }: CutPiece): Promise<Readable> {
    if (bytes === 0) return Promise.resolve(Readable.from([]));
    return this.#bucket.get(key, start === 0 && end === bytes ? undefined : { from: start, to: end });
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

/** Gives files their pieces in the place of whatever they had. @returns objects that they had before */
export async function replaceRows(
  tx: Transaction,
  projectId: string,
  files: ReadonlyMap<string, readonly Piece[]>,
): Promise<string[]> {
  const gone: string[] = [];
  for (const [path, pieces] of files) {
    gone.push(...(await removeRows(tx, projectId, [path])));
    if (pieces.length > 0) await tx.insert(storedFiles).values(rowsOf(projectId, path, pieces));
  }
  return gone;
}

/** @param names files, or folders with everything in them @returns the objects of what was removed */
export async function removeRows(
  tx: Transaction,
  projectId: string,
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await tx
    .delete(storedFiles)
    .where(
      and(
        eq(storedFiles.projectId, projectId),
        or(inArray(storedFiles.path, [...names]), ...names.map((name) => below(name))),
      ),
    )
    .returning({ key: storedFiles.objectKey });
  return rows.map(({ key }) => key);
}

export const rowsOf = (projectId: string, path: string, pieces: readonly Piece[]) =>
  pieces.map(({ from, bytes, key }) => ({ projectId, path, fromByte: from, bytes, objectKey: key }));

/** Names of folders are ours and hold nothing that a pattern would take for a wildcard but the dot, which it does not. */
const below = (folder: string) => like(storedFiles.path, `${folder}/%`);

const newKey = (projectId: string) => `projects/${projectId}/${randomUUID()}`;

function byPath(rows: readonly StoredFileRow[]): Map<string, Piece[]> {
  const files = new Map<string, Piece[]>();
  for (const { path, fromByte: from, bytes, objectKey: key } of [...rows].sort(
    (a, b) => a.fromByte - b.fromByte,
  ))
    files.set(path, [...(files.get(path) ?? []), { from, bytes, key }]);
  return files;
}

const lengthOf = (pieces: readonly Piece[]) =>
  pieces.reduce((most, { from, bytes }) => Math.max(most, from + bytes), 0);

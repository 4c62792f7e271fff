import type { ModelFormat } from '@pace/contract';
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Bucket } from './bucket.ts';
import { BucketAttempt } from './bucketAttempt.ts';
import { BucketPieces } from './bucketPieces.ts';
import type { Database } from './database.ts';
import { FileMissing, isMissing } from './missing.ts';
import {
  DERIVED,
  MODEL_FILES,
  partName,
  type Attempt,
  type AttemptPlace,
  type FileFacts,
  type ProjectFiles,
  type StoredFile,
  type UploadPlace,
} from './projectFiles.ts';
import { storedFiles } from './schema.ts';
import { below, lengthOf, removeRows, replaceRows, type Piece } from './storedFileRows.ts';

/** Small files that are read for every list of projects are kept in memory: an object never changes. */
const KEPT_OBJECT_BYTES = 512 * 2 ** 10;
const KEPT_BYTES = 64 * 2 ** 20;
const FORGET_AFTER_MS = 24 * 3_600_000;

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
  readonly #pieces: BucketPieces;
  readonly #cache: string;
  readonly #kept = new Map<string, Buffer>();
  #keptBytes = 0;

  /** @param dataDir for copies of files that programs of this machine read, and for the work of its runs */
  constructor(db: Database, bucket: Bucket, dataDir: string) {
    this.#db = db;
    this.#bucket = bucket;
    this.#pieces = new BucketPieces(db, bucket);
    this.#cache = join(dataDir, 'cache');
    this.workRoot = join(dataDir, 'work');
  }

  list(projectId: string): Promise<StoredFile[]> {
    return this.#pieces.list(projectId);
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
    const pieces = await this.#pieces.pieces(projectId, path);
    const [first] = pieces;
    if (!first) return undefined;
    return {
      bytes: lengthOf(pieces),
      version: first.key,
      revision: pieces.map(({ key }) => key).join(' '),
    };
  }

  async read(projectId: string, path: string): Promise<Buffer> {
    const pieces = await this.#pieces.piecesOf(projectId, path);
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

  stream(projectId: string, path: string, range?: { from: number; to: number }): Promise<Readable> {
    return this.#pieces.stream(projectId, path, range);
  }

  async localPath(projectId: string, path: string): Promise<string> {
    const pieces = await this.#pieces.piecesOf(projectId, path);
    const name = createHash('sha256')
      .update(pieces.map(({ key }) => key).join(' '))
      .digest('hex');
    const local = join(this.#cache, name);
    const now = new Date();
    try {
      await utimes(local, now, now);
    } catch (error) {
      if (!isMissing(error)) throw error;
      await this.#pieces.fetch(projectId, path, local);
    }
    return local;
  }

  async writeChunk({ projectId, id }: UploadPlace, bytes: Buffer, offset: number): Promise<void> {
    const key = await this.#pieces.put(projectId, bytes, bytes.length);
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
    return (await this.#pieces.pieces(projectId, partName(id))).length > 0;
  }

  async dropChunks({ projectId, id }: UploadPlace): Promise<void> {
    await this.#remove(projectId, [partName(id)]);
  }

  async finishUpload({ projectId, id }: UploadPlace, format: ModelFormat): Promise<void> {
    const keys = await this.#db.transaction(async (tx) => {
      const gone = await removeRows(tx, projectId, [...DERIVED, ...Object.values(MODEL_FILES)]);
      const moved = await tx
        .update(storedFiles)
        .set({ path: MODEL_FILES[format] })
        .where(and(eq(storedFiles.projectId, projectId), eq(storedFiles.path, partName(id))))
        .returning({ key: storedFiles.objectKey });
      if (moved.length === 0) throw new FileMissing(partName(id));
      return gone;
    });
    await this.#pieces.dropObjects(keys);
  }

  async share(from: string, to: string, paths: readonly string[]): Promise<void> {
    await this.#db.transaction(async (tx) => {
      // As long as these rows are held, nobody finds that no row refers to their objects any more.
      const rows = await tx
        .select()
        .from(storedFiles)
        .where(and(eq(storedFiles.projectId, from), inArray(storedFiles.path, [...paths])))
        .for('share');
      const shared = rows.map(({ path, fromByte, bytes, objectKey }) => ({
        ...{ projectId: to, path, fromByte, bytes, objectKey },
      }));
      if (shared.length > 0) await tx.insert(storedFiles).values(shared);
    });
  }

  async removeAll(projectId: string): Promise<void> {
    const rows = await this.#db
      .delete(storedFiles)
      .where(eq(storedFiles.projectId, projectId))
      .returning({ key: storedFiles.objectKey });
    await this.#pieces.dropObjects(rows.map(({ key }) => key));
  }

  storedBytes(projectIds: readonly string[]): Promise<number> {
    return this.#bytesOf(inArray(storedFiles.projectId, [...projectIds]));
  }

  allBytes(): Promise<number> {
    return this.#bytesOf(undefined);
  }

  /** Of different objects; of pieces of an upload that overlap, each counts. */
  async #bytesOf(which: SQL | undefined): Promise<number> {
    const objects = this.#db
      .selectDistinctOn([storedFiles.objectKey], { bytes: storedFiles.bytes })
      .from(storedFiles)
      .where(which)
      .as('objects');
    const [row] = await this.#db
      .select({ sum: sql<string>`coalesce(sum(${objects.bytes}), 0)` })
      .from(objects);
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
      for (const path of inputs) await this.#pieces.fetch(projectId, path, join(folder, path));
      const answer = await work(folder);
      const given = new Map<string, Piece[]>();
      for (const path of outputs) given.set(path, await this.#pieces.upload(projectId, join(folder, path)));
      await this.#pieces.dropObjects(await this.#db.transaction((tx) => replaceRows(tx, projectId, given)));
      return answer;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  attempt({ projectId, token }: AttemptPlace): Attempt {
    return new BucketAttempt(this.#pieces, projectId, join(this.workRoot, projectId, token));
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
      await this.#pieces.dropObjects(old.slice(first, first + 500));
    for (const name of await readdir(this.#cache).catch((): string[] => [])) {
      const path = join(this.#cache, name);
      const facts = await stat(path).catch(() => undefined);
      if (facts && facts.mtimeMs < before) await rm(path, { force: true });
    }
  }

  close(): void {
    this.#bucket.close();
  }

  async #readAt(projectId: string, path: string, offset: number, length: number): Promise<Buffer> {
    return buffer(await this.stream(projectId, path, { from: offset, to: offset + length }));
  }

  async #remove(projectId: string, names: readonly string[]): Promise<void> {
    await this.#pieces.dropObjects(await this.#db.transaction((tx) => removeRows(tx, projectId, names)));
  }
}

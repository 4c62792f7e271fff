import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BucketPieces } from './bucketPieces.ts';
import { EVENTS, type Attempt, type Fence, type View } from './projectFiles.ts';
import { isMissing } from './missing.ts';
import { removeRows, replaceRows, type Piece } from './storedFileRows.ts';

/** What of a file of the attempt's folder the bucket has. */
interface Brought {
  /** Tells whether the file is still the one that was brought: inode, size, time. */
  mark: string;
  bytes: number;
  pieces: Piece[];
}

/** Events come in small pieces; so many are made one again. */
const PIECES_OF_EVENTS = 64;

/** Files that a program is still writing. */
const isUnfinished = (name: string) => name.endsWith('.part');

/** An attempt on this machine whose files go to the bucket while it lasts and when it ends. */
export class BucketAttempt implements Attempt {
  readonly folder: string;
  readonly #pieces: BucketPieces;
  readonly #projectId: string;
  #views: readonly View[] = [];
  /** By inode: a file that is renamed or linked is not brought again. */
  readonly #brought = new Map<number, Brought>();
  /** What the project's rows say now of what is shown, by path. */
  #shown = new Map<string, string>();

  constructor(pieces: BucketPieces, projectId: string, folder: string) {
    this.#pieces = pieces;
    this.#projectId = projectId;
    this.folder = folder;
  }

  async open(inputs: readonly { from: string; to: string }[]): Promise<void> {
    if (await exists(this.folder)) return;
    const draft = `${this.folder}.part`;
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true });
    const list = await this.#pieces.list(this.#projectId);
    for (const { from, to } of inputs)
      for (const { path } of list) {
        if (path !== from && !path.startsWith(`${from}/`)) continue;
        const local = join(draft, `${to}${path.slice(from.length)}`);
        await this.#pieces.fetch(this.#projectId, path, local);
        const facts = await stat(local);
        const pieces = await this.#pieces.pieces(this.#projectId, path);
        this.#brought.set(facts.ino, { mark: markOf(facts), bytes: facts.size, pieces });
      }
    await rename(draft, this.folder);
  }

  async expose(views: readonly View[], drop: readonly string[], fence: Fence): Promise<void> {
    this.#views = views;
    this.#shown = new Map();
    const files = await this.#uploadAll();
    const gone = await fence(async (tx) => [
      ...(await removeRows(tx, this.#projectId, [...views.map(({ as }) => as), ...drop])),
      ...(await replaceRows(tx, this.#projectId, files)),
    ]);
    this.#remember(files);
    await this.#pieces.dropObjects(gone);
  }

  async upload(fence: Fence): Promise<void> {
    const files = await this.#uploadAll();
    const changed = new Map(
      [...files].filter(([path, pieces]) => this.#shown.get(path) !== signature(pieces)),
    );
    const removed = [...this.#shown.keys()].filter((path) => !files.has(path));
    if (changed.size === 0 && removed.length === 0) return;
    const gone = await fence(async (tx) => [
      ...(await removeRows(tx, this.#projectId, removed)),
      ...(await replaceRows(tx, this.#projectId, changed)),
    ]);
    this.#remember(files);
    await this.#pieces.dropObjects(gone);
  }

  async publish(names: readonly string[], fence: Fence): Promise<void> {
    const files = new Map<string, Piece[]>();
    for (const name of names)
      files.set(name, await this.#pieces.upload(this.#projectId, join(this.folder, name)));
    await this.#pieces.dropObjects(await fence((tx) => replaceRows(tx, this.#projectId, files)));
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  #remember(files: ReadonlyMap<string, readonly Piece[]>): void {
    this.#shown = new Map([...files].map(([path, pieces]) => [path, signature(pieces)]));
  }

  /** Every file that is shown, by its path in the project; what is new is brought to the bucket. */
  async #uploadAll(): Promise<Map<string, Piece[]>> {
    const files = new Map<string, Piece[]>();
    for (const { what, as } of this.#views) {
      const place = join(this.folder, what);
      const names = await readdir(place).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      if (!names) {
        const pieces = await this.#bringFile(place);
        if (pieces) files.set(as, pieces);
      } else
        for (const name of names) {
          if (isUnfinished(name)) continue;
          const pieces = await this.#bringFile(join(place, name));
          if (pieces) files.set(`${as}/${name}`, pieces);
        }
    }
    return files;
  }

  /** Under a name of its own: the program may replace the file meanwhile, and half of each is neither. */
  async #bringContent(path: string): Promise<Piece[]> {
    const steady = `${this.folder}.${randomUUID()}.part`;
    await link(path, steady);
    try {
      const facts = await stat(steady);
      const known = this.#brought.get(facts.ino);
      const grows =
        path.endsWith(EVENTS) &&
        known !== undefined &&
        known.bytes > 0 &&
        known.bytes <= facts.size &&
        known.pieces.length < PIECES_OF_EVENTS;
      const pieces = grows
        ? [...known.pieces, ...(await this.#pieces.upload(this.#projectId, steady, known.bytes))]
        : await this.#pieces.upload(this.#projectId, steady);
      const bytes = pieces.reduce((most, piece) => Math.max(most, piece.from + piece.bytes), 0);
      this.#brought.set(facts.ino, { mark: markOf(facts), bytes, pieces });
      return pieces;
    } finally {
      await rm(steady, { force: true });
    }
  }

  /** Undefined if there is no such file, or no longer. */
  async #bringFile(path: string): Promise<Piece[] | undefined> {
    try {
      const facts = await stat(path);
      if (!facts.isFile()) return undefined;
      const known = this.#brought.get(facts.ino);
      if (known?.mark === markOf(facts)) return known.pieces;
      return await this.#bringContent(path);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
}

const signature = (pieces: readonly Piece[]) => pieces.map(({ key }) => key).join(' ');

const markOf = (facts: { ino: number; size: number; mtimeMs: number }) =>
  `${facts.ino} ${facts.size} ${facts.mtimeMs}`;

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

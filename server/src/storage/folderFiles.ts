import type { ModelFormat } from '@pace/contract';
import { randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import {
  access,
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
} from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { folderBytes } from './folderSize.ts';
import {
  DERIVED,
  EVENTS,
  MODEL_FILES,
  partName,
  type Attempt,
  type AttemptPlace,
  type Fence,
  type FileFacts,
  type ProjectFiles,
  type StoredFile,
  type UploadPlace,
  type View,
} from './projectFiles.ts';
import { FileMissing, isMissing } from './missing.ts';

/** Folders of the attempts at a project's runs; what the project shows of them are symbolic links. */
const ATTEMPTS = '.attempts';
/** A new symbolic link on its way to its name: before the token of its attempt. */
const POINTER = '.link-';
/** What names of folders begin with in which `edit` works, among those of the attempts. */
const EDIT = 'edit-';
/** An edit ends within minutes; what is older was left by a server that was killed. */
const EDIT_IS_OVER_MS = 3_600_000;

/** Project files in a folder that every server process sees: the disk of the one machine, or a shared one of many. */
export class FolderFiles implements ProjectFiles {
  readonly kind = 'folder';
  readonly #root: string;

  /** @param root one folder a project below it */
  constructor(root: string) {
    this.#root = root;
  }

  get workRoot(): string {
    return this.#root;
  }

  async list(projectId: string): Promise<StoredFile[]> {
    const files: StoredFile[] = [];
    for (const name of await namesIn(this.#folder(projectId))) {
      if (name === ATTEMPTS || name.includes(POINTER)) continue;
      const facts = await statIfThere(this.#path(projectId, name));
      if (facts?.isFile()) files.push({ path: name, bytes: facts.size });
      if (facts?.isDirectory())
        for (const inner of await namesIn(this.#path(projectId, name))) {
          const path = join(name, inner);
          const of = await statIfThere(this.#path(projectId, path));
          if (of?.isFile()) files.push({ path, bytes: of.size });
        }
    }
    return files.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  async names(projectId: string, folder: string): Promise<string[]> {
    const names = await namesIn(this.#path(projectId, folder));
    return names.filter((name) => !name.startsWith('.')).sort();
  }

  async facts(projectId: string, path: string): Promise<FileFacts | undefined> {
    const facts = await statIfThere(this.#path(projectId, path));
    if (!facts) return undefined;
    const version = String(facts.ino);
    return { bytes: facts.size, version, revision: `${version} ${facts.size} ${facts.mtimeMs}` };
  }

  read(projectId: string, path: string): Promise<Buffer> {
    return readFile(this.#path(projectId, path));
  }

  async stream(projectId: string, path: string, range?: { from: number; to: number }): Promise<Readable> {
    const full = this.#path(projectId, path);
    await access(full);
    return createReadStream(full, range && { start: range.from, end: range.to - 1 });
  }

  async localPath(projectId: string, path: string): Promise<string> {
    const full = this.#path(projectId, path);
    await access(full);
    return full;
  }

  async writeChunk(upload: UploadPlace, bytes: Buffer, offset: number): Promise<void> {
    const path = this.#part(upload);
    await mkdir(dirname(path), { recursive: true });
    const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    try {
      let done = 0;
      while (done < bytes.length)
        done += (await file.write(bytes, done, bytes.length - done, offset + done)).bytesWritten;
      await file.datasync();
    } finally {
      await file.close();
    }
  }

  async readChunk(upload: UploadPlace, offset: number, length: number): Promise<Buffer> {
    return readAt(this.#part(upload), offset, length);
  }

  async hasChunks(upload: UploadPlace): Promise<boolean> {
    return (await statIfThere(this.#part(upload))) !== undefined;
  }

  async dropChunks(upload: UploadPlace): Promise<void> {
    await rm(this.#part(upload), { force: true });
  }

  async finishUpload(upload: UploadPlace, format: ModelFormat): Promise<void> {
    await access(this.#part(upload));
    for (const name of [...DERIVED, ...Object.values(MODEL_FILES), ATTEMPTS])
      await rm(this.#path(upload.projectId, name), { recursive: true, force: true });
    await rename(this.#part(upload), this.#path(upload.projectId, MODEL_FILES[format]));
  }

  async share(from: string, to: string, paths: readonly string[]): Promise<void> {
    await mkdir(this.#folder(to), { recursive: true });
    for (const path of paths)
      await place(this.#path(from, path), this.#path(to, path)).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
  }

  async removeAll(projectId: string): Promise<void> {
    await rm(this.#folder(projectId), { recursive: true, force: true, maxRetries: 3 });
  }

  storedBytes(projectIds: readonly string[]): Promise<number> {
    return folderBytes(...projectIds.map((id) => this.#folder(id)));
  }

  allBytes(): Promise<number> {
    return folderBytes(this.#root);
  }

  async edit<T>(
    projectId: string,
    inputs: readonly string[],
    outputs: readonly string[],
    work: (folder: string) => Promise<T>,
  ): Promise<T> {
    const attempts = this.#path(projectId, ATTEMPTS);
    await removeOldEdits(attempts);
    const folder = join(attempts, `${EDIT}${randomUUID()}`);
    try {
      await mkdir(folder, { recursive: true });
      for (const path of inputs) await place(this.#path(projectId, path), join(folder, path));
      const answer = await work(folder);
      // What speaks of the others goes before they change and comes after them.
      const last = outputs.at(-1);
      if (last !== undefined) await rm(this.#path(projectId, last), { force: true });
      for (const path of outputs) await rename(join(folder, path), this.#path(projectId, path));
      return answer;
    } finally {
      await rm(folder, { recursive: true, force: true });
      await rmdir(attempts).catch(() => undefined);
    }
  }

  attempt({ projectId, token }: AttemptPlace): Attempt {
    return new FolderAttempt(this.#folder(projectId), token);
  }

  async check(): Promise<void> {
    await mkdir(this.#root, { recursive: true });
    const path = join(this.#root, `.check-${randomUUID()}`);
    const file = await open(path, 'wx');
    await file.close();
    await rm(path);
  }

  runMaintenance(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    // Nothing is open.
  }

  #folder(projectId: string): string {
    return join(this.#root, projectId);
  }

  #path(projectId: string, path: string): string {
    return join(this.#root, projectId, path);
  }

  #part({ projectId, id }: UploadPlace): string {
    return this.#path(projectId, partName(id));
  }
}

class FolderAttempt implements Attempt {
  readonly folder: string;
  readonly #project: string;
  readonly #token: string;

  constructor(project: string, token: string) {
    this.#project = project;
    this.#token = token;
    this.folder = join(project, ATTEMPTS, token);
  }

  async open(inputs: readonly { from: string; to: string }[]): Promise<void> {
    if (await statIfThere(this.folder)) return;
    const draft = `${this.folder}.part`;
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true });
    for (const { from, to } of inputs) await place(join(this.#project, from), join(draft, to));
    await rename(draft, this.folder);
  }

  async expose(views: readonly View[], drop: readonly string[], fence: Fence): Promise<void> {
    const hidden = await fence(async () => {
      for (const { what, as } of views) {
        const path = join(this.#project, as);
        const pointer = `${path}${POINTER}${this.#token}`;
        await rm(pointer, { force: true });
        await symlink(join(ATTEMPTS, this.#token, what), pointer);
        const before = await moveAside(path);
        await rename(pointer, path);
        if (before) await rm(before, { recursive: true, force: true });
      }
      for (const name of drop) await rm(join(this.#project, name), { recursive: true, force: true });
      await this.#dropPointers();
      return this.#hidden();
    });
    await this.#remove(hidden);
  }

  upload(): Promise<void> {
    return Promise.resolve();
  }

  async publish(files: readonly string[], fence: Fence): Promise<void> {
    const hidden = await fence(async () => {
      // What is not there any more has taken its place already.
      for (const name of files)
        await rename(join(this.folder, name), join(this.#project, name)).catch((error: unknown) => {
          if (!isMissing(error)) throw error;
        });
      await this.#dropPointers();
      return this.#hidden();
    });
    await this.#remove(hidden);
  }

  async close(): Promise<void> {
    if (!(await this.#shown()).has(this.#token)) await this.#remove([this.#token]);
    // Goes if it was the last; it may be gone, or another attempt's by now.
    await rmdir(join(this.#project, ATTEMPTS)).catch(() => undefined);
  }

  /** Of a worker that was killed before they took their place: they would show its attempt for ever. */
  async #dropPointers(): Promise<void> {
    for (const name of await namesIn(this.#project))
      if (name.includes(POINTER)) await rm(join(this.#project, name), { force: true });
  }

  /** Other attempts of which the project shows nothing. A program that still writes there finds its folder gone, and ends. */
  async #hidden(): Promise<string[]> {
    const shown = await this.#shown();
    const tokens = await namesIn(join(this.#project, ATTEMPTS));
    return tokens.filter((token) => token !== this.#token && !shown.has(token) && !token.startsWith(EDIT));
  }

  async #shown(): Promise<Set<string>> {
    const shown = new Set<string>();
    for (const name of await namesIn(this.#project)) {
      const target = await readlink(join(this.#project, name)).catch(() => undefined);
      const [folder, token] = target?.split(sep) ?? [];
      if (folder === ATTEMPTS && token !== undefined) shown.add(token);
    }
    return shown;
  }

  async #remove(tokens: readonly string[]): Promise<void> {
    for (const token of tokens)
      await rm(join(this.#project, ATTEMPTS, token), { recursive: true, force: true, maxRetries: 3 });
  }
}

async function removeOldEdits(attempts: string): Promise<void> {
  for (const name of await namesIn(attempts)) {
    if (!name.startsWith(EDIT)) continue;
    const facts = await statIfThere(join(attempts, name));
    if (facts && facts.mtimeMs < Date.now() - EDIT_IS_OVER_MS)
      await rm(join(attempts, name), { recursive: true, force: true });
  }
}

/** A real folder, as earlier versions wrote it, cannot be replaced in one step. @returns where it is now */
async function moveAside(path: string): Promise<string | undefined> {
  const facts = await lstat(path).catch(() => undefined);
  if (!facts?.isDirectory()) return undefined;
  const aside = `${path}.before`;
  await rm(aside, { recursive: true, force: true });
  await rename(path, aside);
  return aside;
}

/**
 * A file, or the files of a folder, once more without taking space: files are replaced, never written into. But for the
 * events, which grow, and for what a program was writing when it ended: it may only stand still, and would go on writing
 * into the file that its successor finishes and shows.
 */
async function place(from: string, to: string): Promise<void> {
  if (from.endsWith('.part')) return;
  const facts = await statIfThere(from);
  if (!facts) return;
  if (facts.isDirectory()) {
    await mkdir(to);
    for (const name of await namesIn(from)) await place(join(from, name), join(to, name));
  } else if (from.endsWith(EVENTS)) await copyFile(from, to);
  else {
    // A file system may have no hard links; a file that vanishes meanwhile is not needed any more.
    await link(from, to)
      .catch(() => copyFile(from, to))
      .catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function statIfThere(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function readAt(path: string, offset: number, length: number): Promise<Buffer> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw isMissing(error) ? new FileMissing(path) : error;
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

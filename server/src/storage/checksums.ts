import { english, message, type Message } from '@pace/contract';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import type { ProjectFiles } from './projectFiles.ts';
import { MESH_CHECKSUMS, MESH_FILES } from './projectFiles.ts';
import { isMissing } from './missing.ts';

/** The record of a finished run: length and SHA-256 of every file of its results, in their folder. */
export const CHECKSUMS = '.checksums.json';

const MESH_NAMES: readonly string[] = MESH_FILES;
/** Where length and SHA-256 of a file are recorded. */
const recordOf = (path: string) =>
  MESH_NAMES.includes(path) ? MESH_CHECKSUMS : join(dirname(path), CHECKSUMS);

export interface Recorded {
  bytes: number;
  sha256: string;
}

/** A file that is not what was written, or cannot be read as what it is. */
export class FileDamaged extends Error {
  readonly path: string;
  /** "it has 12 of 345 bytes" */
  readonly finding: Message;

  constructor(path: string, finding: Message) {
    super(`${path}: ${english(finding)}`);
    this.path = path;
    this.finding = finding;
  }
}

/** How a file differs from its record; undefined if it does not. */
export function findingOf(
  found: Pick<Recorded, 'bytes'> & Partial<Recorded>,
  recorded: Recorded,
): Message | undefined {
  if (found.bytes !== recorded.bytes)
    return message('damage.size', { bytes: found.bytes, recorded: recorded.bytes });
  if (found.sha256 !== recorded.sha256) return message('damage.content');
  return undefined;
}

/** Records what is in a folder of results now. Whole or not at all. */
export async function writeChecksums(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.') && !name.endsWith('.part'));
  await writeRecord(folder, names.sort(), CHECKSUMS);
}

/** Likewise of the mesh in a run folder; of a model with errors some of its files may not be there. */
export async function writeMeshChecksums(folder: string): Promise<void> {
  const names = new Set(await readdir(folder));
  await writeRecord(
    folder,
    MESH_FILES.filter((name) => names.has(name)),
    MESH_CHECKSUMS,
  );
}

async function writeRecord(folder: string, names: readonly string[], name: string): Promise<void> {
  const files: Record<string, Recorded> = {};
  for (const each of names) {
    const path = join(folder, each);
    if ((await stat(path)).isFile()) files[each] = await sumOf(createReadStream(path));
  }
  const record = join(folder, name);
  await writeFile(`${record}.part`, `${JSON.stringify({ schema: 'pace-checksums-1', files })}\n`);
  await rename(`${record}.part`, record);
}

/** Compares files with the record of their run before they are read; each once, until it changes. */
export class Checksums {
  readonly #files: Pick<ProjectFiles, 'facts' | 'read' | 'stream'>;
  /** Revision of the file and of the record that it was compared with */
  readonly #good = new Map<string, string>();

  constructor(files: Pick<ProjectFiles, 'facts' | 'read' | 'stream'>) {
    this.#files = files;
  }

  /** @throws FileDamaged; what earlier versions wrote has no record and passes */
  async verify(projectId: string, path: string): Promise<void> {
    const recordPath = recordOf(path);
    const [facts, record] = await Promise.all([
      this.#files.facts(projectId, path),
      this.#files.facts(projectId, recordPath),
    ]);
    if (!facts || !record) return;
    const key = `${projectId}/${path}`;
    const revision = `${facts.revision} ${record.revision}`;
    if (this.#good.get(key) === revision) return;
    const wanted = (await this.#recordAt(projectId, recordPath))[basename(path)];
    if (wanted) {
      // Of a file of another length nothing has to be read.
      const found =
        facts.bytes === wanted.bytes ? await sumOf(await this.#files.stream(projectId, path)) : facts;
      const finding = findingOf(found, wanted);
      if (finding !== undefined) throw new FileDamaged(path, finding);
    }
    if (this.#good.size >= KEPT_MOST) this.#good.clear();
    this.#good.set(key, revision);
  }

  /** Of a folder of results, by name; none where there is no record or it cannot be read. */
  recorded(projectId: string, folder: string): Promise<Record<string, Recorded>> {
    return this.#recordAt(projectId, join(folder, CHECKSUMS));
  }

  /** Of the mesh; likewise. */
  recordedMesh(projectId: string): Promise<Record<string, Recorded>> {
    return this.#recordAt(projectId, MESH_CHECKSUMS);
  }

  async #recordAt(projectId: string, recordPath: string): Promise<Record<string, Recorded>> {
    try {
      const record = JSON.parse((await this.#files.read(projectId, recordPath)).toString('utf8')) as {
        files?: Record<string, Recorded>;
      };
      return record.files ?? {};
    } catch (error) {
      if (isMissing(error) || error instanceof SyntaxError) return {};
      throw error;
    }
  }
}

const KEPT_MOST = 100_000;

async function sumOf(stream: Readable): Promise<Recorded> {
  const hash = createHash('sha256');
  let bytes = 0;
  stream.on('data', (piece: Buffer) => (bytes += piece.length));
  await pipeline(stream, hash);
  return { bytes, sha256: hash.digest('hex') };
}

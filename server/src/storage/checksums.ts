import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import type { ProjectFiles } from './projectFiles.ts';
import { isMissing } from './projectFiles.ts';

/** The record of a finished run: length and SHA-256 of every file of its results, in their folder. */
export const CHECKSUMS = '.checksums.json';

interface Recorded {
  bytes: number;
  sha256: string;
}

/** A file that is not what was written, or cannot be read as what it is. */
export class FileDamaged extends Error {
  readonly path: string;
  /** "it has 12 of 345 bytes" */
  readonly finding: string;

  constructor(path: string, finding: string) {
    super(`${path}: ${finding}`);
    this.path = path;
    this.finding = finding;
  }
}

/** Records what is in a folder of results now. Whole or not at all. */
export async function writeChecksums(folder: string): Promise<void> {
  const files: Record<string, Recorded> = {};
  for (const name of (await readdir(folder)).sort()) {
    if (name.startsWith('.') || name.endsWith('.part')) continue;
    const path = join(folder, name);
    if (!(await stat(path)).isFile()) continue;
    files[name] = await sumOf(createReadStream(path));
  }
  const record = join(folder, CHECKSUMS);
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

  /** @throws FileDamaged; results of earlier versions have no record and pass */
  async verify(projectId: string, path: string): Promise<void> {
    const recordPath = join(dirname(path), CHECKSUMS);
    const [facts, record] = await Promise.all([
      this.#files.facts(projectId, path),
      this.#files.facts(projectId, recordPath),
    ]);
    if (!facts || !record) return;
    const key = `${projectId}/${path}`;
    const revision = `${facts.revision} ${record.revision}`;
    if (this.#good.get(key) === revision) return;
    const wanted = (await this.recorded(projectId, dirname(path)))[basename(path)];
    if (wanted) {
      if (facts.bytes !== wanted.bytes)
        throw new FileDamaged(path, `it has ${facts.bytes} bytes instead of ${wanted.bytes}`);
      const { sha256 } = await sumOf(await this.#files.stream(projectId, path));
      if (sha256 !== wanted.sha256)
        throw new FileDamaged(path, 'its bytes are not those that the solver wrote (SHA-256 differs)');
    }
    if (this.#good.size >= KEPT_MOST) this.#good.clear();
    this.#good.set(key, revision);
  }

  /** By name; none where there is no record or it cannot be read. */
  async recorded(projectId: string, folder: string): Promise<Record<string, Recorded>> {
    try {
      const record = JSON.parse(
        (await this.#files.read(projectId, join(folder, CHECKSUMS))).toString('utf8'),
      ) as {
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

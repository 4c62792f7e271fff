import { readJson, type ProjectFiles } from './projectFiles.ts';

/** Of the files together */
const MOST_BYTES = 64 * 2 ** 20;

interface Kept {
  revision: string;
  bytes: number;
  content: unknown;
}

/**
 * What JSON files of projects say. Every list and every screen asks for them again, and they change once a run: a file is
 * read when it is another one than before. What is handed out is shared: it is not to be changed.
 */
export class KeptReports {
  readonly #files: Pick<ProjectFiles, 'facts' | 'read'>;
  /** The one that was asked for last stands last. */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(files: Pick<ProjectFiles, 'facts' | 'read'>) {
    this.#files = files;
  }

  /** @param parse  of the content, or of undefined where there is no such file; always the same one for a path */
  async read<T>(projectId: string, path: string, parse: (json: unknown) => T): Promise<T> {
    const facts = await this.#files.facts(projectId, path);
    const key = `${projectId}/${path}`;
    const kept = this.#take(key);
    if (!facts) return parse(undefined);
    if (kept?.revision === facts.revision) {
      this.#keep(key, kept);
      return kept.content as T;
    }
    // Should it be replaced meanwhile, the newer content is kept under the older revision, and read once more.
    const content = parse(await readJson(this.#files, projectId, path));
    this.#keep(key, { revision: facts.revision, bytes: facts.bytes, content });
    return content;
  }

  #take(key: string): Kept | undefined {
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    this.#kept.delete(key);
    this.#bytes -= kept.bytes;
    return kept;
  }

  #keep(key: string, kept: Kept): void {
    this.#take(key);
    this.#kept.set(key, kept);
    this.#bytes += kept.bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= MOST_BYTES) break;
      this.#take(oldest);
    }
  }
}

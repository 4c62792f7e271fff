import type { ModelType } from '@pace/contract';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** `next` is the work of a continuing run, `old` is there for the moment in which `next` takes its place. */
export const RESULT_FOLDERS = { results: 'results', next: 'results.next', old: 'results.old' } as const;

/** Where a project's files are; the layout inside is docs/run-folder.md. Project ids are ours, never from a request. */
export class ProjectFiles {
  readonly root: string;

  constructor(dataDir: string) {
    this.root = join(dataDir, 'projects');
  }

  folder(projectId: string): string {
    return join(this.root, projectId);
  }

  model(projectId: string, type: ModelType): string {
    return join(this.folder(projectId), type === 'STEP' ? 'model.step' : 'model.unv');
  }

  /** The upload while bytes are missing. */
  part(projectId: string, uploadId: string): string {
    return join(this.folder(projectId), `upload-${uploadId}.part`);
  }

  mesh(projectId: string): string {
    return join(this.folder(projectId), 'mesh.unv');
  }

  meshReport(projectId: string): string {
    return join(this.folder(projectId), 'mesh.json');
  }

  geometry(projectId: string): string {
    return join(this.folder(projectId), 'mesh.geo.bin');
  }

  results(projectId: string): string {
    return join(this.folder(projectId), RESULT_FOLDERS.results);
  }

  /** Everything that came from an earlier model. */
  async removeDerived(projectId: string): Promise<void> {
    const results = Object.values(RESULT_FOLDERS);
    const names = ['mesh.unv', 'mesh.json', 'mesh.geo.bin', 'job.json', 'events.ndjson', ...results];
    for (const name of names) await rm(join(this.folder(projectId), name), { recursive: true, force: true });
  }

  async removeAll(projectId: string): Promise<void> {
    await rm(this.folder(projectId), { recursive: true, force: true, maxRetries: 3 });
  }
}

export function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Undefined if there is no such file, or if it was cut off (a power failure): one damaged file never hides a list of projects. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Names in a folder, sorted, without hidden ones; none if there is no such folder. */
export async function listNames(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

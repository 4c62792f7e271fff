import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { performRun } from '../../src/runs/perform.ts';
import { Checksums } from '../../src/storage/checksums.ts';
import { MESH_FILES, type Attempt, type Fence, type ProjectFiles } from '../../src/storage/projectFiles.ts';
import type { RunInput, RunRow } from '../../src/storage/schema.ts';
import { fakeEngines } from './fakeEngines.ts';

/** Runs whose files say which run wrote them, for tests in which somebody dies in between. */

export const RESULTS = ['far.json', 'result.json'];
const LENGTH = 3000;

const job = { schema: 'pace-job-1', programType: 1, mesh: 'mesh.unv', solverInput: {} };
export const SOLVE: RunInput = { kind: 'solver', threads: 1, job };
export const CONTINUE: RunInput = { ...SOLVE, continues: 'old' };

export type RunOf = Partial<RunRow> & { input: RunInput };

export const contentBy = (by: string): string => JSON.stringify({ by, rest: 'x'.repeat(LENGTH) });

/** As the programs do: beside the place, then renamed; `by` says whose it is. */
export function putFiles(folder: string, names: readonly string[], by: string): void {
  for (const name of names) {
    writeFileSync(join(folder, `${name}.part`), contentBy(by));
    renameSync(join(folder, `${name}.part`), join(folder, name));
  }
}

/** One attempt at a run, as a worker does it. */
export async function attemptRun(options: {
  files: ProjectFiles;
  projectId: string;
  run: RunOf;
  by: string;
  fence?: Fence;
  /** After each file that the solver has written */
  meanwhile?: (attempt: Attempt, fence: Fence) => Promise<void>;
  warn?: (error: unknown) => void;
}): Promise<void> {
  const { files, projectId, by, meanwhile } = options;
  const row = {
    ...{ id: 'run', attempt: 1, projectId, uploadId: 'upload', kind: options.run.input.kind },
    ...options.run,
  };
  const attempt = files.attempt({ projectId, token: `${row.id}-${row.attempt}` });
  const fence: Fence = options.fence ?? ((work) => work(undefined as never));
  await performRun(
    {
      db: undefined as never,
      files,
      site: () => Promise.resolve({ engine: 'local', cores: 1, memoryBytes: 1e9, hasOwnQueue: false }),
      engines: {
        ...fakeEngines,
        meshStep: async ({ folder }) => {
          putFiles(folder, MESH_FILES, by);
          return undefined as never;
        },
        solve: async ({ folder, out }) => {
          for (const name of RESULTS) {
            putFiles(join(folder, out), [name], by);
            await meanwhile?.(attempt, fence);
          }
        },
      },
    },
    row as RunRow,
    { attempt, fence },
    {
      signal: new AbortController().signal,
      report: () => undefined,
      warn: (error) => options.warn?.(error),
    },
  );
  await attempt.close();
}

/** Whose files are read, of those that are there: each is whole and as it was recorded. */
export async function readersOf(
  files: ProjectFiles,
  projectId: string,
  folder: string,
  names: readonly string[],
): Promise<Set<string>> {
  const checksums = new Checksums(files);
  const there = folder === '.' ? names : await files.names(projectId, folder);
  const whose = new Set<string>();
  for (const name of names) {
    if (!there.includes(name)) continue;
    const path = join(folder, name);
    if (!(await files.facts(projectId, path))) continue;
    await checksums.verify(projectId, path);
    const { by, rest } = JSON.parse((await files.read(projectId, path)).toString()) as Record<string, string>;
    expect(rest).toHaveLength(LENGTH);
    whose.add(by ?? '');
  }
  return whose;
}

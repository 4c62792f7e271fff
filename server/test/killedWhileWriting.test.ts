import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeMeshChecksums } from '../src/storage/checksums.ts';
import { FolderFiles } from '../src/storage/folderFiles.ts';
import { MESH_FILES, MESH_WITH_RECORD, MODEL_FILES, type Fence } from '../src/storage/projectFiles.ts';
import type { RunInput } from '../src/storage/schema.ts';
import { scratch } from './engines/programs.ts';
import {
  attemptRun,
  CONTINUE,
  putFiles,
  readersOf,
  RESULTS,
  SOLVE,
  type RunOf,
} from './support/attemptedRun.ts';
import { canBeHalf, dying, type Moment } from './support/dyingProcess.ts';

/**
 * The process is killed before, in the middle of and after every single change of files that a run makes on the server's
 * side; the solver's side is in engines/killedSolver.test.ts. Then the next worker does the run again. Whoever reads in
 * between gets whole files of one run, or is told what is damaged.
 */

const PROJECT = 'project';

class Place {
  readonly files: FolderFiles;
  readonly folder: string;

  constructor(root: string) {
    this.files = new FolderFiles(root);
    this.folder = join(root, PROJECT);
    mkdirSync(this.folder, { recursive: true });
  }

  run(run: RunOf, by: string): Promise<void> {
    return attemptRun({ files: this.files, projectId: PROJECT, run, by });
  }

  readers(folder: string, names: readonly string[]): Promise<Set<string>> {
    return readersOf(this.files, PROJECT, folder, names);
  }
}

interface Scenario {
  before(place: Place): Promise<void>;
  work(place: Place, attempt: number, by: string): Promise<unknown>;
  folder: string;
  names: readonly string[];
  /** Whose files may be read after the process was killed; each alone unless files of several may stand side by side. */
  readable: readonly string[];
  mixed?: true;
}

const withMesh = async (place: Place) => {
  putFiles(place.folder, [MODEL_FILES.STEP, MODEL_FILES.UNV, ...MESH_FILES], 'old');
  await writeMeshChecksums(place.folder);
};
const withResults = async (place: Place) => {
  await withMesh(place);
  await place.run({ id: 'old', input: SOLVE }, 'old');
};

const SCENARIOS: Record<string, Scenario> = {
  'a run in the place of one whose results are damaged': {
    before: withResults,
    work: (place, attempt, by) => place.run({ attempt, input: SOLVE }, by),
    folder: 'results',
    names: RESULTS,
    readable: ['old', 'new'],
  },
  'a run that continues a finished one': {
    before: withResults,
    work: (place, attempt, by) => place.run({ attempt, input: CONTINUE }, by),
    folder: 'results',
    names: RESULTS,
    readable: ['old', 'new'],
  },
  // Nobody is given a mesh whose run has not finished: until the next attempt it may be of two.
  'meshing a model again': {
    before: withMesh,
    work: (place, attempt, by) =>
      place.run({ attempt, input: { kind: 'mesher', options: {} } as unknown as RunInput }, by),
    folder: '.',
    names: [],
    readable: [],
  },
  // The mesh is given out meanwhile: each of its files is the earlier one or the new one.
  'new units of an uploaded mesh': {
    before: withMesh,
    work: (place, _, by) =>
      place.files.edit(PROJECT, [MODEL_FILES.UNV], MESH_WITH_RECORD, async (folder) => {
        putFiles(folder, MESH_FILES, by);
        await writeMeshChecksums(folder);
      }),
    folder: '.',
    names: MESH_FILES,
    readable: ['old', 'new'],
    mixed: true,
  },
};

describe('a server killed at each change of files of', () => {
  test.each(Object.entries(SCENARIOS))('%s: the next one makes it whole', async (_, scenario) => {
    const { folder, names, readable, mixed } = scenario;
    using space = scratch();
    const attack = async (at: number, moment: Moment) => {
      const place = new Place(join(space.folder, randomUUID()));
      await scenario.before(place);
      const begun = await dying({ at, moment }, () => scenario.work(place, 1, 'new'));
      const where = `killed ${moment} ${at}: ${begun[at]?.replaceAll(space.folder, '') ?? 'the end'}`;
      const whose = await place.readers(folder, names).catch((error: Error) => {
        throw new Error(`${where}: ${error.message}`);
      });
      for (const by of whose) expect(readable, where).toContain(by);
      if (!mixed) expect(whose.size, where).toBeLessThanOrEqual(1);

      await scenario.work(place, 2, 'again');
      const shown = folder === '.' ? MESH_FILES : names;
      const after = await place.readers(folder, shown);
      // A continuation that had taken its place already is not done a second time.
      expect(['again', 'new'], where).toContain([...after].join());
      expect((await place.files.list(PROJECT)).map(({ path }) => path).filter(isHalf), where).toEqual([]);
      for (const name of shown)
        expect(await place.files.facts(PROJECT, join(folder, name)), where).toBeDefined();
      expect(namesIn(place.folder).filter(isHalf), where).toEqual([]);
      const attempts = join(place.folder, '.attempts');
      expect(namesIn(attempts).filter((name) => !name.startsWith('edit-')).length, where).toBeLessThanOrEqual(
        1,
      );
      return begun;
    };
    const changes = await attack(Infinity, 'before');
    expect(changes.length).toBeGreaterThan(5);
    for (const [at, change] of changes.entries()) {
      await attack(at, 'before');
      if (canBeHalf(change)) await attack(at, 'halfway');
    }
  });
});

const isHalf = (path: string) =>
  path.endsWith('.part') || path.endsWith('.before') || path.includes('.link-');
const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

test('what an attempt was writing when it stood still is not shared with its successor', async () => {
  using space = scratch();
  const place = new Place(space.folder);
  await withMesh(place);
  const first = place.files.attempt({ projectId: PROJECT, token: 'run-1' });
  const fence: Fence = (work) => work(undefined as never);
  await first.open([]);
  const results = join(first.folder, 'results');
  mkdirSync(results);
  writeFileSync(join(results, '.run'), 'run');
  writeFileSync(join(results, 'far.json.part'), 'half of');
  await first.expose([{ what: 'results', as: 'results' }], [], fence);
  const second = place.files.attempt({ projectId: PROJECT, token: 'run-2' });
  await second.open([{ from: 'results', to: 'results' }]);
  expect(readdirSync(join(second.folder, 'results'))).toEqual(['.run']);
  expect(readFileSync(join(results, 'far.json.part'), 'utf8')).toBe('half of');
});

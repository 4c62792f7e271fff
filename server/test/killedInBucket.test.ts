import type { User } from '@pace/contract';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteProject, finishDeletions } from '../src/commands/deleteProject.ts';
import { duplicateProject } from '../src/commands/duplicateProject.ts';
import { receiveChunk } from '../src/commands/receiveChunk.ts';
import type { Services } from '../src/services.ts';
import { Bucket } from '../src/storage/bucket.ts';
import { BucketFiles } from '../src/storage/bucketFiles.ts';
import { writeMeshChecksums } from '../src/storage/checksums.ts';
import { findRecords, projectsOf } from '../src/storage/projectRows.ts';
import { MESH_FILES, MESH_WITH_RECORD, MODEL_FILES, type Fence } from '../src/storage/projectFiles.ts';
import { storedFiles, users, type RunInput, type UserRow } from '../src/storage/schema.ts';
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
import { BucketServer } from './support/bucketServer.ts';
import { DyingStore, Refusal, type End } from './support/dyingStore.ts';
import { unvModel } from './support/fakeEngines.ts';
import { chunksOf, TestServer, type Client } from './support/testServer.ts';

/**
 * Of project files in a bucket: the process is killed at every single change of the bucket and of the table that says which
 * objects are whose, before it and while an object is on its way; or the store refuses that one change and the process
 * lives. Then the next worker, on the same machine or on another, does the work again. Whoever reads in between gets whole
 * files of one run; every file that is named has its objects; and in the end the bucket holds what is named, no more.
 * For files in a folder: killedWhileWriting.test.ts.
 */

const ENDS: readonly End[] = ['killed', 'cut off', 'refused'];
const PATIENCE_MS = 400_000;
const FOREVER = Date.now() + 2 * 24 * 3_600_000;

let store: BucketServer;
/** Of all machines whose process lives */
let direct: Bucket;
let before: NodeJS.ProcessEnv;
let server: TestServer;
let user: Client;
let row: UserRow;
beforeAll(async () => {
  store = await BucketServer.create();
  before = { ...process.env };
  // Where the SDK finds who may.
  Object.assign(process.env, store.environment);
  direct = new Bucket(settings());
  server = await TestServer.start({ environment: store.environment });
  user = await server.newUser();
  const { id } = (await user.call('getUserInfo')).result as User;
  [row] = (await server.db.select().from(users).where(eq(users.id, id))) as [UserRow];
});
afterAll(async () => {
  await server.stop();
  direct.close();
  for (const name of Object.keys(store.environment)) delete process.env[name];
  Object.assign(process.env, before);
  await store.remove();
});

const settings = () => ({
  bucket: 'pace',
  endpoint: store.environment['PACE_S3_ENDPOINT'],
  region: 'us-east-1',
  prefix: 'test/',
});

/** A machine as far as it sees project files. */
interface Machine {
  files: BucketFiles;
  services: Services;
  fence: Fence;
  requireLife: () => void;
}

function machine(folder: string, dying?: DyingStore): Machine {
  const db = dying?.db ?? server.db;
  const files = new BucketFiles(db, dying?.bucket ?? direct, folder);
  const runs = { start: () => Promise.resolve(), cancelAll: () => Promise.resolve() };
  return {
    files,
    services: { ...server.services, db, files, runs } as unknown as Services,
    fence: (work) => db.transaction(work),
    requireLife: dying?.requireLife ?? (() => undefined),
  };
}

const runOn = ({ files, fence, requireLife }: Machine, projectId: string, run: RunOf, by: string) =>
  attemptRun({
    files,
    projectId,
    run,
    by,
    fence,
    // What the solver has written is brought while it works; a store that says no is asked again.
    meanwhile: (attempt) =>
      attempt.upload(fence).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
      }),
    warn: requireLife,
  });

const withMesh = (on: Machine, projectId: string) =>
  on.files.edit(projectId, [], [MODEL_FILES.STEP, MODEL_FILES.UNV, ...MESH_WITH_RECORD], async (folder) => {
    putFiles(folder, [MODEL_FILES.STEP, MODEL_FILES.UNV, ...MESH_FILES], 'old');
    await writeMeshChecksums(folder);
  });
const withResults = async (on: Machine, projectId: string) => {
  await withMesh(on, projectId);
  await runOn(on, projectId, { id: 'old', input: SOLVE }, 'old');
};

/** Every file that is named has all its objects, whole. */
async function requireWhole(projectId: string, where: string): Promise<void> {
  const rows = await server.db.select().from(storedFiles).where(eq(storedFiles.projectId, projectId));
  const ends = new Map<string, number>();
  for (const { path, fromByte, bytes, objectKey } of rows.sort((a, b) => a.fromByte - b.fromByte)) {
    expect(await store.sizeOf(objectKey), `${where}: ${path}`).toBe(bytes);
    expect(fromByte, `${where}: ${path}`).toBeLessThanOrEqual(ends.get(path) ?? 0);
    ends.set(path, Math.max(ends.get(path) ?? 0, fromByte + bytes));
  }
}

/** The bucket holds the objects that are named, and no others once the house is kept. */
async function requireTidy(): Promise<void> {
  using space = scratch();
  await machine(space.folder).files.runMaintenance(FOREVER);
  const named = (await server.db.select().from(storedFiles)).map(({ objectKey }) => objectKey);
  const there: string[] = [];
  for await (const { key } of direct.list()) there.push(key);
  expect(there.sort()).toEqual([...new Set(named)].sort());
}

/** A project with the files of another one, in objects of its own: much quicker than what made the first. */
async function copyFiles(from: string, to: string): Promise<void> {
  const rows = await server.db.select().from(storedFiles).where(eq(storedFiles.projectId, from));
  const copies = rows.map((row) => ({
    ...row,
    projectId: to,
    objectKey: `projects/${to}/${randomUUID()}`,
  }));
  for (const [i, { objectKey }] of copies.entries()) await store.copy(rows[i]!.objectKey, objectKey);
  await server.db.insert(storedFiles).values(copies);
}

/** What nobody names stays: it goes when the house is kept. */
async function forgetFiles(projectId: string): Promise<void> {
  const rows = await server.db.delete(storedFiles).where(eq(storedFiles.projectId, projectId)).returning();
  for (const { objectKey } of rows) await store.forget(objectKey);
}

/** Does the work once for every change that it makes and every way to end there. */
async function atEveryChange(
  attack: (on: { at: number; end: End; folder: string }) => Promise<readonly string[]>,
): Promise<void> {
  using space = scratch();
  const once = (at: number, end: End) => attack({ at, end, folder: join(space.folder, randomUUID()) });
  const changes = await once(Infinity, 'killed');
  // A copy, which shares its objects, is two: the rows of its files, then those of the project.
  expect(changes.length).toBeGreaterThanOrEqual(2);
  for (const [at, change] of changes.entries())
    for (const end of ENDS) if (end !== 'cut off' || change === 'put') await once(at, end);
  await requireTidy();
}

interface Scenario {
  before(on: Machine, projectId: string): Promise<unknown>;
  work(on: Machine, projectId: string, attempt: number, by: string): Promise<unknown>;
  folder: string;
  names: readonly string[];
  readable: readonly string[];
}

const SCENARIOS: Record<string, Scenario> = {
  'a run in the place of one whose results are damaged': {
    before: withResults,
    work: (on, id, attempt, by) => runOn(on, id, { attempt, input: SOLVE }, by),
    folder: 'results',
    names: RESULTS,
    readable: ['old', 'new'],
  },
  'a run that continues a finished one': {
    before: withResults,
    work: (on, id, attempt, by) => runOn(on, id, { attempt, input: CONTINUE }, by),
    folder: 'results',
    names: RESULTS,
    readable: ['old', 'new'],
  },
  // One transaction names the new files: of several runs at once there is never a mesh, as there may be in a folder.
  'meshing a model again': {
    before: withMesh,
    work: (on, id, attempt, by) =>
      runOn(on, id, { attempt, input: { kind: 'mesher', options: {} } as unknown as RunInput }, by),
    folder: '.',
    names: MESH_FILES,
    readable: ['old', 'new'],
  },
  'new units of an uploaded mesh': {
    before: withMesh,
    work: ({ files }, id, _, by) =>
      files.edit(id, [MODEL_FILES.UNV], MESH_WITH_RECORD, async (folder) => {
        putFiles(folder, MESH_FILES, by);
        await writeMeshChecksums(folder);
      }),
    folder: '.',
    names: MESH_FILES,
    readable: ['old', 'new'],
  },
};

describe('a server that dies at each change of the bucket, of', { timeout: PATIENCE_MS }, () => {
  test.each(Object.entries(SCENARIOS))('%s: the next one makes it whole', async (_, scenario) => {
    const { folder: shownIn, names, readable } = scenario;
    using first = scratch();
    const model = randomUUID();
    await scenario.before(machine(first.folder), model);
    await atEveryChange(async ({ at, end, folder }) => {
      const id = randomUUID();
      await copyFiles(model, id);
      const dying = new DyingStore({ settings: settings(), server: store, db: server.db, at, end });
      await dying.live(() => scenario.work(machine(join(folder, 'dying'), dying), id, 1, 'new'));
      const where = `${end} ${at}: ${dying.begun.slice(0, at + 1).join(', ')}`;
      await requireWhole(id, where);
      const readers = () => {
        const fresh = machine(join(folder, randomUUID()));
        return readersOf(fresh.files, id, shownIn, names).catch((error: Error) => {
          throw new Error(`${where}: ${error.message}`);
        });
      };
      const whose = await readers();
      for (const by of whose) expect(readable, where).toContain(by);
      expect(whose.size, where).toBeLessThanOrEqual(1);

      // On the machine whose process died, with what is left there, or on one that has nothing.
      const next = machine(join(folder, at % 2 === 0 ? 'dying' : 'next'));
      await scenario.work(next, id, 2, 'again');
      expect(['again', 'new'], where).toContain([...(await readers())].join());
      for (const name of names) expect(await next.files.facts(id, join(shownIn, name)), where).toBeDefined();
      expect((await next.files.list(id)).map(({ path }) => path).filter(isLeftOver), where).toEqual([]);
      await requireWhole(id, where);
      await forgetFiles(id);
      return dying.begun;
    });
    await forgetFiles(model);
  });

  test('an upload in chunks: the model is complete and whole, or the rest is asked for', async () => {
    const content = unvModel({ padding: 3000 });
    await atEveryChange(async ({ at, end, folder }) => {
      const { id } = await user.newProject();
      const chunks = chunksOf(id, 'model.unv', content, Math.ceil(content.length / 3));
      const answered = new Set<number>();
      const send = async ({ services, requireLife }: Machine) => {
        for (const chunk of chunks) {
          if (answered.has(chunk.index)) continue;
          await receiveChunk(services, row, chunk);
          requireLife();
          answered.add(chunk.index);
        }
      };
      const dying = new DyingStore({ settings: settings(), server: store, db: server.db, at, end });
      await dying.live(() => send(machine(join(folder, 'dying'), dying)));
      const where = `${end} ${at}: ${dying.begun.slice(0, at + 1).join(', ')}`;
      const next = machine(join(folder, 'next'));
      const model = () => next.files.read(id, MODEL_FILES.UNV);
      const isComplete = async () => (await findRecords(server.db, id))?.upload?.completedAt instanceof Date;
      if (await isComplete()) expect((await model()).equals(content), where).toBe(true);
      await requireWhole(id, where);

      await send(next);
      expect(await isComplete(), where).toBe(true);
      expect((await model()).equals(content), where).toBe(true);
      expect(
        (await next.files.list(id)).map(({ path }) => path),
        where,
      ).toEqual([MODEL_FILES.UNV]);
      return dying.begun;
    });
  });

  test('a copy of a project: it is there with all its files, or not at all', async () => {
    const { id } = await user.projectWithMesh(unvModel());
    const paths = [MODEL_FILES.UNV, ...MESH_WITH_RECORD].sort();
    await atEveryChange(async ({ at, end, folder }) => {
      const name = randomUUID();
      const copies = async () => (await projectsOf(server.db, row.id)).filter((one) => one.name === name);
      const dying = new DyingStore({ settings: settings(), server: store, db: server.db, at, end });
      await dying.live(() => duplicateProject(machine(join(folder, 'dying'), dying).services, row, id, name));
      const where = `${end} ${at}: ${dying.begun.slice(0, at + 1).join(', ')}`;
      const next = machine(join(folder, 'next'));
      await duplicateProject(next.services, row, id, name);
      for (const copy of await copies()) {
        expect((await next.files.list(copy.id)).map(({ path }) => path).sort(), where).toEqual(paths);
        await requireWhole(copy.id, where);
        await deleteProject(next.services, row, copy.id);
      }
      await requireWhole(id, where);
      return dying.begun;
    });
  });

  test('a deletion: the project is whole or not shown, and gone at the next start', async () => {
    const model = await user.projectWithMesh(unvModel());
    await atEveryChange(async ({ at, end, folder }) => {
      const next = machine(join(folder, 'next'));
      const { id } = await duplicateProject(next.services, row, model.id, 'To be deleted');
      const dying = new DyingStore({ settings: settings(), server: store, db: server.db, at, end });
      await dying.live(() => deleteProject(machine(join(folder, 'dying'), dying).services, row, id));
      const where = `${end} ${at}: ${dying.begun.slice(0, at + 1).join(', ')}`;
      const isShown = (await projectsOf(server.db, row.id)).some((project) => project.id === id);
      if (isShown) {
        expect(
          (await next.files.list(id)).map(({ path }) => path),
          where,
        ).toContain(MODEL_FILES.UNV);
        await requireWhole(id, where);
        await deleteProject(next.services, row, id);
      } else await finishDeletions(next.services);
      expect(await findRecords(server.db, id), where).toBeUndefined();
      expect(await next.files.list(id), where).toEqual([]);
      await requireWhole(model.id, where);
      return dying.begun;
    });
  });

  test('keeping the house: what is named stays', async () => {
    const { id } = await user.projectWithMesh(unvModel());
    await atEveryChange(async ({ at, end, folder }) => {
      for (let i = 0; i < 3; i++) await direct.put(`projects/gone/${randomUUID()}`, Buffer.from('x'), 1);
      const dying = new DyingStore({ settings: settings(), server: store, db: server.db, at, end });
      await dying.live(() => machine(join(folder, 'dying'), dying).files.runMaintenance(FOREVER));
      await requireWhole(id, `${end} ${at}`);
      await requireTidy();
      return dying.begun;
    });
  });
});

const isLeftOver = (path: string) => path.endsWith('.part') || path.startsWith('results.');

import type { AdminQueue, LiveState } from '@pace/contract';
import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Room } from '../src/policies/scheduling.ts';
import type { Engines } from '../src/runs/enginePort.ts';
import { endRun, requeueRun } from '../src/runs/runRows.ts';
import { claimNext, queuePosition, type Claim } from '../src/runs/schedule.ts';
import { reservedBytes } from '../src/runs/scheduleRows.ts';
import { openDatabase, type Database, type OpenDatabase } from '../src/storage/database.ts';
import { projects, runs, users, type RunRow } from '../src/storage/schema.ts';
import { fakeEngines, unvModel } from './support/fakeEngines.ts';
import { Cluster } from '../../testing/postgresql.ts';
import { newDataDir, TestServer, type Client } from './support/testServer.ts';

const LONG = { numberofiterations: 6000 };
const finished = ({ solverState }: LiveState) => solverState.status === 'Finished';
const running = ({ solverState }: LiveState) => solverState.status === 'Running';

describe('a server with one slot', () => {
  /** The estimate follows the number of iterations: a hundredth of a second and a thousand bytes each. */
  const engines: Engines = {
    ...fakeEngines,
    estimate: async (request) => {
      const { reason: folder, ...facts } = await fakeEngines.estimate(request);
      const { solverInput } = JSON.parse(await readFile(join(folder, 'job.json'), 'utf8')) as {
        solverInput: { numberofiterations: number };
      };
      const n = solverInput.numberofiterations;
      return { ...facts, reason: 'test', seconds: n / 100, memoryBytes: 1000 * n };
    },
  };
  let server: TestServer;
  let ada: Client;
  let bob: Client;
  let admin: Client;
  beforeAll(async () => {
    server = await TestServer.start({
      engines,
      environment: { PACE_MEMORY_LIMIT_BYTES: '9000000', PACE_SHORT_SECONDS: '1', PACE_LEASE_SECONDS: '3' },
    });
    [ada, bob, admin] = [await server.newUser(), await server.newUser(), await server.newUser(1)];
  });
  afterAll(() => server.stop());

  async function started(person: Client, input: object): Promise<string> {
    const { id } = await person.projectWithMesh(unvModel());
    expect((await person.startSolver(id, input)).status).toBe(200);
    return id;
  }
  const cancel = (person: Client, projectId: string) => person.call('cancel', { body: { projectId } });

  test('a long run of one person does not keep out the short one of another, but their own', async () => {
    const long = await started(ada, LONG);
    await ada.waitFor(long, running);
    const own = await started(ada, { numberofiterations: 50 });
    const other = await started(bob, { numberofiterations: 50 });
    await bob.waitFor(other, finished);
    // The order of the queue is kept for a second.
    await expect
      .poll(async () => (await ada.state(own)).solverState)
      .toMatchObject({ status: 'Queued', queuePosition: 1, waitingFor: 'slot' });
    await cancel(ada, long);
    await ada.waitFor(own, finished);
  });

  test('who comes last with their first run is before the second of somebody else; a priority goes before both', async () => {
    const first = await started(ada, LONG);
    await ada.waitFor(first, running);
    const [second, third] = [await started(ada, LONG), await started(ada, LONG)];
    const other = await started(bob, LONG);
    const position = async (person: Client, id: string) => (await person.state(id)).solverState.queuePosition;
    await expect.poll(() => position(bob, other)).toBe(1);
    await expect.poll(() => position(ada, second)).toBe(2);

    const queue = (await admin.call('adminQueue')).result as AdminQueue;
    const run = queue.active.find(({ projectId }) => projectId === third);
    expect(run).toMatchObject({
      priority: 0,
      queuePosition: 3,
      estimate: { seconds: 60, memoryBytes: 6_000_000 },
    });
    expect(queue.workers[0]?.memory).toEqual({ reservedBytes: 6_000_000, budgetBytes: 9_000_000 });
    const priority = { id: run?.id, priority: 1 };
    expect((await bob.call('adminSetPriority', { body: priority })).status).toBe(403);
    expect((await admin.call('adminSetPriority', { body: priority })).status).toBe(200);
    await expect.poll(() => position(ada, third)).toBe(1);
    await expect.poll(() => position(bob, other)).toBe(2);
    expect((await admin.call('adminSetPriority', { body: { ...priority, id: 'none' } })).code).toBe(
      'RUN_NOT_ACTIVE',
    );

    for (const [person, id] of [
      [bob, other],
      [ada, second],
      [ada, third],
      [ada, first],
    ] as const)
      await cancel(person, id);
  });

  test('a run that never fits into the memory ends with both numbers and never starts', async () => {
    const id = await started(ada, { numberofiterations: 20_000 });
    const { solverState } = await ada.waitFor(id, ({ solverState: { status } }) => status === 'Error');
    expect(solverState).toMatchObject({ code: 'MEMORY' });
    expect(solverState.detail).toMatch(/^The run needs about 0\.019 GB, but only 0\.0084 GB may be used/);
  });
});

test('runs wait for memory, and say so, even when slots are free', async () => {
  const server = await TestServer.start({
    engines: {
      ...fakeEngines,
      estimate: async (r) => ({ ...(await fakeEngines.estimate(r)), memoryBytes: 700 }),
    },
    environment: { PACE_MEMORY_LIMIT_BYTES: '1000', PACE_SOLVER_RUNS: '4' },
  });
  try {
    const user = await server.newUser();
    const [one, two] = [await user.projectWithMesh(unvModel()), await user.projectWithMesh(unvModel())];
    await user.startSolver(one.id, LONG);
    await user.waitFor(one.id, running);
    await user.startSolver(two.id);
    const state = await user.waitFor(two.id, ({ solverState }) => solverState.waitingFor === 'memory');
    expect(state.solverState.queuePosition).toBe(1);
    expect(state.solverState.waitingBytes).toEqual({ free: 300, needed: 700 });
    expect(state.solverState.detail).toBe('');
    await user.call('cancel', { body: { projectId: one.id } });
    await user.waitFor(two.id, finished);
  } finally {
    await server.stop();
  }
});

describe.each(['PGlite', 'PostgreSQL'])('the queue on %s', (kind) => {
  let cluster: Cluster | undefined;
  let folder: string;
  let workers: OpenDatabase[];

  beforeAll(async () => {
    folder = await newDataDir({ embedded: kind === 'PGlite' });
    if (kind === 'PostgreSQL') {
      cluster = await Cluster.create();
      const url = cluster.url();
      const open = () => openDatabase({ dataDir: folder, databaseUrl: url });
      workers = [await open(), await open(), await open(), await open()];
    } else workers = [await openDatabase({ dataDir: folder })];
  });
  afterAll(async () => {
    for (const worker of workers) await worker.close();
    await cluster?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const ROOM: Room = {
    hasSlot: true,
    hasShortSlot: false,
    shortSeconds: 0,
    runningPerPerson: 1000,
    memoryBytes: 1000,
    patienceSeconds: 1e6,
  };
  const CLAIM: Claim = { slot: 'solver', owner: 'w', leaseSeconds: 60, room: ROOM, cores: 8, host: 'here' };
  const db = () => (workers[0] as OpenDatabase).db;

  async function person(): Promise<string> {
    const id = randomUUID();
    await db()
      .insert(users)
      .values({ id, email: `${id}@x.example`, passwordHash: '', name: '', surname: '', company: '' });
    return id;
  }
  async function waiting(ownerId: string, bytes: number): Promise<RunRow> {
    const projectId = randomUUID();
    await db().insert(projects).values({ id: projectId, ownerId, name: '', programType: 1, coreType: 1 });
    const [row] = await db()
      .insert(runs)
      .values({
        id: randomUUID(),
        projectId,
        uploadId: '',
        kind: 'solver',
        input: { kind: 'solver', threads: 4, job: {} },
        assessedAt: new Date(),
        estimatedBytes: bytes,
        estimatedSeconds: 10,
      })
      .returning();
    return row as RunRow;
  }
  const claim = (worker: Database, name: string) => claimNext(worker, { ...CLAIM, owner: name });

  test('four workers that take at once never take one run twice, and never more than fits', async () => {
    const people = [await person(), await person(), await person()];
    for (let i = 0; i < 30; i++) await waiting(people[i % 3] ?? '', 90);
    const taken: RunRow[] = [];
    let most = 0;
    await Promise.all(
      Array.from({ length: 4 }, async (_, i) => {
        const { db: worker } = workers[i % workers.length] as OpenDatabase;
        for (let idle = 0; idle < 20 && taken.length < 30;) {
          const claimed = await claim(worker, `worker ${i}`);
          most = Math.max(most, await reservedBytes(worker, 'here'));
          if (!claimed) {
            idle += 1;
            continue;
          }
          taken.push(claimed.run);
          expect(claimed.run).toMatchObject({
            status: 'Starting',
            attempt: 1,
            cores: 4,
            leaseOwner: `worker ${i}`,
          });
          await endRun(worker, claimed.run, { status: 'Finished' });
        }
      }),
    );
    expect(taken).toHaveLength(30);
    expect(new Set(taken.map(({ id }) => id)).size).toBe(30);
    expect(most).toBeLessThanOrEqual(1000);
  });

  test('memory is kept for what runs and free again when it ends or goes back', async () => {
    const owner = await person();
    const [one, two] = [await waiting(owner, 600), await waiting(owner, 600)];
    const first = await claim(db(), 'w');
    expect(first?.run.id).toBe(one.id);
    expect(await claim(db(), 'w')).toBeUndefined();
    expect(await queuePosition(db(), two)).toBe(1);
    expect(await reservedBytes(db(), 'here')).toBe(600);
    await requeueRun(db(), first?.run as RunRow, { countAttempt: true });
    expect(await reservedBytes(db(), 'here')).toBe(0);
    const again = await claim(db(), 'w');
    await endRun(db(), again?.run as RunRow, { status: 'Finished' });
    const last = await claim(db(), 'w');
    expect([again?.run.id, last?.run.id].sort()).toEqual([one.id, two.id].sort());
    await endRun(db(), last?.run as RunRow, { status: 'Finished' });
  });

  test('what somebody has used in the last hours puts them after others', async () => {
    const [heavy, light] = [await person(), await person()];
    const done = await waiting(heavy, 1);
    const claimed = await claim(db(), 'w');
    expect(claimed?.run.id).toBe(done.id);
    await endRun(db(), claimed?.run as RunRow, { status: 'Finished' });
    await db().update(runs).set({ coreSeconds: 5000 });
    const [early, late] = [await waiting(heavy, 1), await waiting(light, 1)];
    expect(await queuePosition(db(), late)).toBe(1);
    expect(await queuePosition(db(), early)).toBe(2);
    expect((await claim(db(), 'w'))?.run.id).toBe(late.id);
    expect((await claim(db(), 'w'))?.run.id).toBe(early.id);
  });
});

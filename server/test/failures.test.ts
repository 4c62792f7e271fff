import type { AdminQueue, LiveState } from '@pace/contract';
import { eq } from 'drizzle-orm';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { availableParallelism, hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import { sphereMesh } from '../src/demo/sphereMesh.ts';
import { unvText } from '../src/demo/unvText.ts';
import { localEngines } from '../src/engines/select.ts';
import { identify, isAlive } from '../src/storage/processIdentity.ts';
import { runs } from '../src/storage/schema.ts';
import { startWorker, type RunningWorker } from '../src/worker.ts';
import { Cluster } from '../../testing/postgresql.ts';
import { CutWire } from './support/cutWire.ts';
import { fakeEngines, stepModel, unvModel } from './support/fakeEngines.ts';
import { PaceProcess } from './support/paceProcess.ts';
import { startedPids } from './support/startedPrograms.ts';
import { chunksOf, newDataDir, TestServer, type Client } from './support/testServer.ts';

/** The table of failures in docs/operations.md, one test a row, on both databases where both can fail that way. */

const LEASE_SECONDS = 2;
const PATIENCE = { interval: 100 };
const LONG = { numberofiterations: 60_000 };
const isFinished = ({ solverState }: LiveState) => solverState.status === 'Finished';
const isFailed = ({ solverState }: LiveState) => solverState.status === 'Error';
const isAtWork = ({ solverState }: LiveState) =>
  solverState.status === 'Running' && solverState.detail !== '';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.create();
});
afterAll(() => cluster.remove());

const COMMON = {
  PACE_DEMO: '0',
  PORT: '0',
  PACE_LOG: 'silent',
  PACE_LEASE_SECONDS: String(LEASE_SECONDS),
  PACE_PUBLIC_CALLS_PER_MINUTE: '10000',
  PACE_MIN_FREE_BYTES: '0',
};

/** Settings of an installation of its own. */
async function installation(kind: 'pglite' | 'postgresql'): Promise<Record<string, string>> {
  if (kind === 'pglite')
    return { ...COMMON, DATA_DIR: await newDataDir({ embedded: true }), DATABASE_URL: '' };
  const dataDir = await mkdtemp(join(tmpdir(), 'pace-test-'));
  return { ...COMMON, DATA_DIR: dataDir, DATABASE_URL: cluster.url(await cluster.newDatabase()) };
}

const folderOf = (place: Record<string, string>, projectId: string) =>
  join(place['PACE_PROJECTS_DIR'] ?? join(place['DATA_DIR']!, 'projects'), projectId);

/** Process numbers of the solvers that were started, in order. */
const starts = (place: Record<string, string>, projectId: string) =>
  startedPids(join(folderOf(place, projectId), 'starts.log'));

/** What the results that the user sees were made by. */
async function madeBy(user: Client, projectId: string): Promise<number> {
  return Number(/^process (\d+)$/.exec((await user.project(projectId)).resultSummary!.version)![1]);
}

const letFinish = (place: Record<string, string>, projectId: string) =>
  writeFile(join(folderOf(place, projectId), 'quick'), '');

const newWorker = (place: Record<string, string>, engines = fakeEngines): Promise<RunningWorker> =>
  startWorker(readConfig({ ...place, PACE_WORKER_PORT: '0' }), engines, pino({ level: 'silent' }));

describe.each(['pglite', 'postgresql'] as const)('on %s', (kind) => {
  let place: Record<string, string>;
  beforeAll(async () => {
    place = await installation(kind);
  });
  afterAll(() => rm(place['DATA_DIR']!, { recursive: true, force: true }));

  test('a server killed with kill -9 during an upload: chunks that were answered need not come again', async () => {
    let server = await PaceProcess.start('all', place);
    const user = await server.asServer(place['DATA_DIR']!).newUser();
    const { id } = await user.newProject();
    const content = stepModel('#1=X\n'.repeat(3000));
    const chunks = chunksOf(id, 'big.step', content, 2000);
    for (const body of chunks.slice(0, 4)) expect((await user.call('upload', { body })).status).toBe(200);
    // One is on its way while the server dies.
    const cut = user.call('upload', { body: chunks[4] }).catch(() => undefined);
    await server.end('SIGKILL');
    await cut;
    server = await PaceProcess.start('all', place);
    try {
      const again = server.asServer(place['DATA_DIR']!).as(user.token ?? '');
      for (const body of chunks.slice(4)) await again.call('upload', { body });
      expect((await again.project(id)).state.model).toMatchObject({
        complete: true,
        received: content.length,
      });
      expect((await readFile(join(folderOf(place, id), 'model.step'))).equals(content)).toBe(true);
      // And a file whose last words were lost on the way back is complete all the same.
      expect((await again.call('upload', { body: chunks.at(-1) })).result).toMatchObject({ complete: true });
    } finally {
      await server.end();
    }
  });

  test('a lease lost while the solver still runs: its results are never taken', async () => {
    const server = await TestServer.start({ dataDir: place['DATA_DIR']!, environment: place });
    try {
      const user = await server.newUser();
      const { id } = await user.projectWithMesh(unvModel());
      await user.startSolver(id, { numberofiterations: 600 });
      await user.waitFor(id, isAtWork);
      const [first] = await starts(place, id);
      // Somebody else has taken the run up, and is gone before long.
      await server.db
        .update(runs)
        .set({ leaseOwner: 'somebody else', attempt: 2, leaseExpiresAt: new Date(Date.now() + 3000) })
        .where(eq(runs.projectId, id));
      await letFinish(place, id);
      await user.waitFor(id, isFinished);
      const [, second, ...more] = await starts(place, id);
      expect(more).toEqual([]);
      expect(await madeBy(user, id)).toBe(second);
      expect(isAlive(identify(first ?? 0))).toBe(false);
      const [run] = await server.db.select().from(runs).where(eq(runs.kind, 'solver'));
      expect(run).toMatchObject({ status: 'Finished', attempt: 3 });
    } finally {
      await server.stop({ keepData: true });
    }
  });

  test('a solver that crashes (SIGSEGV) ends in an error with its sentence and is not started again', async () => {
    const engines = localEngines;
    const server = await TestServer.start({ dataDir: place['DATA_DIR']!, environment: place, engines });
    try {
      const user = await server.newUser();
      const mesh = unvText(sphereMesh(1, [0, 0, 0], 12), 'sphere');
      const { id } = await user.projectWithMesh(Buffer.from(mesh));
      await user.startSolver(id, { ...LONG, frequency: [3e8, -1, -1], residualerror: 1e-6 });
      await user.waitFor(id, isAtWork);
      const attempts = join(folderOf(place, id), '.attempts');
      const [attempt] = execFileSync('ls', [attempts], { encoding: 'utf8' }).trim().split('\n');
      const children = await readFile(join(attempts, attempt ?? '', '.children'), 'utf8');
      const { pid } = JSON.parse(children.trim().split('\n').at(-1) ?? '') as { pid: number };
      process.kill(pid, 'SIGSEGV');
      const { solverState } = await user.waitFor(id, isFailed);
      expect(solverState).toMatchObject({ code: 'SOLVER_FAILED' });
      expect(solverState.detail).toContain('crashed (SIGSEGV)');
      const [run] = await server.db
        .select()
        .from(runs)
        .where(eq(runs.projectId, id))
        .orderBy(runs.sequence)
        .offset(1);
      expect(run?.attempt).toBe(1);
    } finally {
      await server.stop({ keepData: true });
    }
  });

  describe('a disk that is full', () => {
    let disk: string;
    let on: Record<string, string>;
    const MEGABYTE = 2 ** 20;
    const SIZE = 100 * MEGABYTE;
    beforeAll(async () => {
      disk = await mkdtemp(join(tmpdir(), 'pace-disk-'));
      // A disk of its own that is really full; needs root, as CI has.
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', disk]);
      on = {
        ...place,
        PACE_PROJECTS_DIR: join(disk, 'projects'),
        PACE_MIN_FREE_BYTES: String(40 * MEGABYTE),
      };
    });
    afterAll(async () => {
      execFileSync('umount', ['-l', disk]);
      await rm(disk, { recursive: true, force: true });
    });
    const ballast = () => join(disk, 'ballast');
    const fill = () => {
      try {
        execFileSync('dd', ['if=/dev/zero', `of=${ballast()}`, 'bs=64k'], { stdio: 'ignore' });
      } catch {
        // It ends where the disk does.
      }
    };

    test('the run ends with its sentence, uploads are refused, nothing begins; with room again everything goes on', async () => {
      const server = await TestServer.start({ dataDir: on['DATA_DIR']!, environment: on });
      try {
        const user = await server.newUser();
        const { id } = await user.projectWithMesh(unvModel());
        const other = await user.projectWithMesh(unvModel());
        const ready = async () => (await fetch(`${server.url}/ready`)).status;
        expect(await ready()).toBe(200);
        await user.startSolver(id, { numberofiterations: 150 });
        await user.waitFor(id, isAtWork);
        fill();
        const { solverState } = await user.waitFor(id, isFailed);
        expect(solverState).toMatchObject({ code: 'DISK_FULL' });
        expect(solverState.detail).toContain('start the run again when there is room');
        await expect.poll(ready, PATIENCE).toBe(503);

        const { id: third } = await user.newProject();
        const refused = await user.upload(third, 'a.step', stepModel('x'.repeat(300_000)));
        expect(refused).toMatchObject({ status: 507, code: 'DISK_FULL' });
        await user.startSolver(other.id);
        const waits = await user.waitFor(
          other.id,
          ({ solverState: { waitingFor } }) => waitingFor === 'disk',
        );
        expect(waits.solverState.status).toBe('Queued');
        const { free, needed } = waits.solverState.waitingBytes ?? { free: NaN, needed: NaN };
        expect(free).toBeLessThan(needed);

        await truncate(ballast(), 0);
        await user.waitFor(other.id, isFinished);
        expect((await user.upload(third, 'a.step', stepModel('x'.repeat(300_000)))).status).toBe(200);
        expect((await user.startSolver(id)).status).toBe(200);
        await user.waitFor(id, isFinished);
        await expect.poll(ready, PATIENCE).toBe(200);
        expect(await starts(on, id)).toHaveLength(2);
        expect(await starts(on, other.id)).toHaveLength(1);
      } finally {
        await server.stop({ keepData: true });
      }
    });
  });
});

describe('with web and workers as processes of their own', () => {
  let place: Record<string, string>;
  let api: TestServer;
  let user: Client;
  beforeAll(async () => {
    place = await installation('postgresql');
    api = await TestServer.start({ dataDir: place['DATA_DIR']!, environment: place, role: 'api' });
    user = await api.newUser(1);
  });
  afterAll(() => api.stop());

  /** With a mesh, which some worker has read. */
  async function projects(count: number): Promise<string[]> {
    const worker = await newWorker(place);
    try {
      const ids: string[] = [];
      for (let i = 0; i < count; i++) ids.push((await user.projectWithMesh(unvModel())).id);
      return ids;
    } finally {
      await worker.stop();
    }
  }

  test('two workers and more never take one job: every run starts once and ends once', async () => {
    const ids = await projects(10);
    for (const id of ids) await user.startSolver(id, { numberofiterations: 5 });
    // No lease runs out however busy the machine: a run that was lost to another worker would rightly start twice.
    const many = { ...place, PACE_SOLVER_RUNS: '3', PACE_LEASE_SECONDS: '600' };
    const workers = await Promise.all([1, 2, 3].map(() => newWorker(many)));
    try {
      for (const id of ids) await user.waitFor(id, isFinished);
      for (const id of ids) {
        expect(await starts(place, id)).toHaveLength(1);
        expect(await madeBy(user, id)).toBe((await starts(place, id))[0]);
      }
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()));
    }
  });

  test('a worker killed with kill -9: another one takes its run up, and a wish to cancel reaches it within seconds', async () => {
    const [id = ''] = await projects(1);
    const first = await PaceProcess.start('worker', place);
    await user.startSolver(id, LONG);
    await user.waitFor(id, isAtWork);
    await first.end('SIGKILL');
    const second = await PaceProcess.start('worker', place);
    try {
      await expect.poll(() => starts(place, id), PATIENCE).toHaveLength(2);
      const [orphan, solver] = await starts(place, id);
      expect(isAlive(identify(orphan ?? 0))).toBe(false);
      await user.waitFor(id, isAtWork);
      const asked = await user.call('cancel', { body: { projectId: id } });
      expect(asked.result).toMatchObject({ solverState: { status: 'Cancelled' } });
      expect(isAlive(identify(solver ?? 0))).toBe(false);
      expect(await starts(place, id)).toHaveLength(2);
    } finally {
      await second.end();
    }
  });

  test('a worker that stands still loses its run to another; when it goes on, what its solver has made is not taken', async () => {
    const [id = ''] = await projects(1);
    // One run at a time: whatever it takes up next, it has let go of this one before.
    const slow = await PaceProcess.start('worker', { ...place, PACE_SHORT_RUNS: '0' });
    // Its solver ends by itself while the worker stands still.
    await user.startSolver(id, { numberofiterations: 400 });
    await user.waitFor(id, isAtWork);
    slow.signal('SIGSTOP');
    const other = await newWorker(place);
    try {
      await expect.poll(() => starts(place, id), PATIENCE).toHaveLength(2);
      const [, second] = await starts(place, id);
      await user.waitFor(id, isFinished);
      slow.signal('SIGCONT');
      // The slow one is none the worse for it.
      await other.stop();
      const [next = ''] = await projects(1);
      await user.startSolver(next);
      await user.waitFor(next, isFinished);
      expect(await madeBy(user, id)).toBe(second);
      expect((await user.state(id)).solverState).toMatchObject({ status: 'Finished' });
      expect(await starts(place, id)).toHaveLength(2);
    } finally {
      slow.signal('SIGCONT');
      await slow.end();
      await other.stop().catch(() => undefined);
    }
  });

  test('administrators see who works on what; a worker that stands still is shown as silent, one that has stopped is gone', async () => {
    const [id = ''] = await projects(1);
    const worker = await PaceProcess.start('worker', { ...place, PACE_SOLVER_RUNS: '3' });
    // One that an earlier test killed may be listed for a while.
    const workers = async () =>
      ((await user.call('adminQueue')).result as AdminQueue).workers.filter(({ name }) =>
        name.endsWith(`process ${worker.pid}`),
      );
    try {
      await user.startSolver(id, LONG);
      await user.waitFor(id, isAtWork);
      const [alive] = await workers();
      expect(alive).toMatchObject({
        name: `${hostname()}, process ${worker.pid}`,
        isThisServer: false,
        isSilent: false,
        engine: 'local',
        runs: [{ kind: 'solver', projectName: 'Test' }],
        slots: { mesher: 2, solver: 3, short: 1 },
        cores: availableParallelism(),
      });
      expect(alive?.memory?.reservedBytes).toBeGreaterThan(0);
      worker.signal('SIGSTOP');
      await expect
        .poll(async () => (await workers()).map(({ isSilent }) => isSilent), PATIENCE)
        .toEqual([true]);
      worker.signal('SIGCONT');
      await expect
        .poll(async () => (await workers()).map(({ isSilent }) => isSilent), PATIENCE)
        .toEqual([false]);
    } finally {
      worker.signal('SIGCONT');
      await worker.end();
    }
    expect(await workers()).toEqual([]);
    await user.call('cancel', { body: { projectId: id } });
  });

  test('a database that is restarted, away for longer than a lease: the solver goes on and runs once', async () => {
    const [one = '', two = ''] = await projects(2);
    const worker = await newWorker({ ...place, PACE_SOLVER_RUNS: '2' });
    try {
      // One ends while the database is away, one after it is back.
      await user.startSolver(one, { numberofiterations: 300 });
      await user.startSolver(two, LONG);
      await user.waitFor(one, isAtWork);
      await user.waitFor(two, isAtWork);
      await cluster.stop('immediate');
      const away = await user.call('storageStateLive', { body: { projectId: one } });
      expect(away).toMatchObject({ status: 503, code: 'DATABASE_UNAVAILABLE' });
      expect(away.headers.get('retry-after')).toBe('10');
      expect((await fetch(`${worker.url}/health`)).status).toBe(200);
      const ready = await fetch(`${worker.url}/ready`);
      expect([ready.status, await ready.json()]).toMatchObject([503, { checks: { solver: 'ok' } }]);
      await new Promise((done) => setTimeout(done, 2000 * LEASE_SECONDS));
      await cluster.start();
      await user.waitFor(one, isFinished);
      await letFinish(place, two);
      expect(await user.state(two)).toMatchObject({ solverState: { status: 'Running' } });
      await user.call('cancel', { body: { projectId: two } });
      for (const id of [one, two]) expect(await starts(place, id)).toHaveLength(1);
    } finally {
      await worker.stop();
    }
  });

  test('a network cut between worker and database: another worker takes over, and the first lets go when it hears of it', async () => {
    const [id = ''] = await projects(1);
    const wire = await CutWire.to(cluster.port);
    const url = new URL(place['DATABASE_URL']!);
    url.port = String(wire.port);
    const beyond = await newWorker({ ...place, DATABASE_URL: url.href });
    let near: RunningWorker | undefined;
    try {
      await user.startSolver(id, LONG);
      await user.waitFor(id, isAtWork);
      const [first] = await starts(place, id);
      wire.cut();
      near = await newWorker(place);
      await expect.poll(() => starts(place, id), PATIENCE).toHaveLength(2);
      wire.mend();
      await expect.poll(() => isAlive(identify(first ?? 0)), PATIENCE).toBe(false);
      await user.waitFor(id, isAtWork);
      await user.call('cancel', { body: { projectId: id } });
      expect(await starts(place, id)).toHaveLength(2);
    } finally {
      wire.mend();
      await beyond.stop();
      await near?.stop();
      wire.close();
    }
  });
});

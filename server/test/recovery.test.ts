import type { LiveState } from '@pace/contract';
import { eq } from 'drizzle-orm';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identify, isAlive } from '../src/storage/processIdentity.ts';
import { lockDirectory } from '../src/storage/directoryLock.ts';
import { projects, runs } from '../src/storage/schema.ts';
import { EngineError } from '../src/engines/errors.ts';
import type { Engines } from '../src/runs/enginePort.ts';
import { wordsOf } from './support/builtPrograms.ts';
import { fakeEngines, unvModel } from './support/fakeEngines.ts';
import { killGroup, startedPids } from './support/startedPrograms.ts';
import { TestServer, environmentOf, newDataDir, type Client } from './support/testServer.ts';

const LONG = { numberofiterations: 60_000 };

const isAtWork = ({ solverState }: LiveState) =>
  solverState.status === 'Running' && solverState.detail !== '';
const isFinished = ({ solverState }: LiveState) => solverState.status === 'Finished';

const pidsOf = (dataDir: string, projectId: string) =>
  startedPids(join(dataDir, 'projects', projectId, 'starts.log'));

describe('when a worker dies', () => {
  let server: TestServer;
  let user: Client;
  beforeAll(async () => {
    server = await TestServer.start({ environment: { PACE_LEASE_SECONDS: '2' } });
    user = await server.newUser();
  });
  afterAll(() => server.stop());

  test('a solver killed from outside is started again and the run finishes', async () => {
    const { id } = await user.projectWithMesh(unvModel());
    await user.startSolver(id, LONG);
    await user.waitFor(id, isAtWork);
    await writeFile(join(server.dataDir, 'projects', id, 'quick'), '');
    killGroup((await pidsOf(server.dataDir, id))[0]);
    await user.waitFor(id, isFinished);
    expect(await pidsOf(server.dataDir, id)).toHaveLength(2);
  });

  test('a solver killed three times ends in an error with its sentence, and is not started a fourth time', async () => {
    const { id } = await user.projectWithMesh(unvModel());
    await user.startSolver(id, LONG);
    for (let round = 1; round <= 3; round++) {
      await expect.poll(async () => (await pidsOf(server.dataDir, id)).length).toBe(round);
      killGroup((await pidsOf(server.dataDir, id)).at(-1));
    }
    const { solverState } = await user.waitFor(id, ({ solverState: { status } }) => status === 'Error');
    expect(solverState).toMatchObject({ code: 'WORKER_LOST' });
    expect(solverState.detail).toContain('3 times');
  });
});

describe('when the server dies', () => {
  let dataDir: string;
  let child: ChildProcess;
  let projectId: string;
  let token: string;
  let orphan: number;

  beforeAll(async () => {
    dataDir = await newDataDir();
    const environment = { ...process.env, ...(await environmentOf(dataDir)) };
    child = spawn(process.execPath, wordsOf('crashServer'), {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [url] = (await once(child.stdout ?? child, 'data')) as [Buffer];
    const user = await accountOn(dataDir, url.toString().trim());
    token = user.token ?? '';
    projectId = (await user.projectWithMesh(unvModel())).id;
    await user.startSolver(projectId, LONG);
    await user.waitFor(projectId, isAtWork);
    orphan = (await pidsOf(dataDir, projectId))[0] ?? 0;
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  // Only of the embedded database; on a server there is nothing to refuse.
  if (!process.env['PACE_TEST_POSTGRES'])
    test('a second server on the same embedded database is refused with a sentence while the first lives', async () => {
      await expect(TestServer.start({ dataDir })).rejects.toThrow(
        `The database is in use by another Pace (process ${child.pid ?? 0}).`,
      );
    });

  test('after kill -9 the next server ends the orphan, runs the job again to its end, and the token still holds', async () => {
    const solver = identify(orphan);
    expect(isAlive(solver)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await writeFile(join(dataDir, 'projects', projectId, 'quick'), '');
    const server = await TestServer.start({ dataDir });
    try {
      expect(isAlive(solver)).toBe(false);
      const user = server.as(token);
      await user.waitFor(projectId, isFinished);
      expect(await pidsOf(dataDir, projectId)).toHaveLength(2);
      expect((await user.project(projectId)).state.solverResultReady).toBe(true);
    } finally {
      await server.stop({ keepData: true });
    }
  });
});

describe('when the server is stopped and started', () => {
  test('it stops within seconds, ends the solver, keeps every row and file, and takes the run up again without counting it', async () => {
    const dataDir = await newDataDir();
    let server = await TestServer.start({ dataDir });
    const user = await server.newUser();
    const { id } = await user.projectWithMesh(unvModel({ parts: 2 }));
    const other = await user.newProject({ name: 'Kept' });
    await user.startSolver(id, LONG);
    await user.waitFor(id, isAtWork);
    const solver = identify((await pidsOf(dataDir, id)).at(-1) ?? 0);
    const start = Date.now();
    await server.stop({ keepData: true });
    // Its run would take minutes.
    expect(Date.now() - start).toBeLessThan(60_000);
    expect(isAlive(solver)).toBe(false);
    server = await TestServer.start({ dataDir });
    const again = server.as(user.token ?? '');
    await again.waitFor(id, isAtWork);
    expect(
      await server.db.select({ attempt: runs.attempt }).from(runs).where(eq(runs.kind, 'solver')),
    ).toEqual([{ attempt: 1 }]);
    expect((await again.project(other.id)).name).toBe('Kept');
    expect((await again.project(id)).state.meshReport?.parts).toHaveLength(2);
    await again.call('cancel', { body: { projectId: id } });
    await server.stop();
  });

  test('a solver that fails because everything around it stops is taken up again without counting it', async () => {
    const dataDir = await newDataDir();
    const engines: Engines = {
      ...fakeEngines,
      solve: ({ signal, onEvent }) =>
        new Promise((_, reject) => {
          onEvent?.({
            event: 'stage',
            stage: 'SOLUTION STAGE',
            fraction: 0.1,
            seconds: 1,
            memoryBytes: 1000,
          });
          // A stop of the machine reaches the solver too, which says what it knows.
          signal.addEventListener('abort', () =>
            reject(new EngineError('SOLVER_FAILED', 'The solver crashed.')),
          );
        }),
    };
    let server = await TestServer.start({ dataDir, engines });
    const user = await server.newUser();
    const { id } = await user.projectWithMesh(unvModel());
    await user.startSolver(id);
    await user.waitFor(id, ({ solverState }) => solverState.status === 'Running');
    await server.stop({ keepData: true });
    server = await TestServer.start({ dataDir });
    const again = server.as(user.token ?? '');
    await again.waitFor(id, isFinished);
    expect(
      await server.db.select({ attempt: runs.attempt }).from(runs).where(eq(runs.kind, 'solver')),
    ).toEqual([{ attempt: 1 }]);
    await server.stop();
  });

  test('a deletion that was interrupted is finished, and its run is not taken up again', async () => {
    const dataDir = await newDataDir();
    let server = await TestServer.start({ dataDir });
    const user = await server.newUser();
    const { id } = await user.projectWithMesh(unvModel());
    await user.startSolver(id, LONG);
    await user.waitFor(id, isAtWork);
    await server.db.update(projects).set({ deletedAt: new Date() }).where(eq(projects.id, id));
    await server.stop({ keepData: true });
    server = await TestServer.start({ dataDir });
    expect(await server.db.select().from(projects)).toEqual([]);
    expect(existsSync(join(dataDir, 'projects', id))).toBe(false);
    await server.stop();
  });
});

describe('the lock on the database', () => {
  test('a lock of a dead process, and one whose number was given to another process, are taken over', async () => {
    const dataDir = await newDataDir();
    const path = join(dataDir, 'db.lock');
    const dead = spawn(process.execPath, ['-e', '']);
    await once(dead, 'exit');
    for (const stale of [
      { ...identify(process.pid), pid: dead.pid },
      { ...identify(process.pid), started: '1' },
      'garbage',
    ]) {
      await writeFile(`${path}-7`, JSON.stringify(stale));
      const lock = await lockDirectory(path);
      await expect(lockDirectory(path)).rejects.toThrow('in use');
      await lock.release();
    }
    await rm(dataDir, { recursive: true, force: true });
  });

  test('of ten that find a stale lock at once, one gets it', async () => {
    const dataDir = await newDataDir();
    const path = join(dataDir, 'db.lock');
    await writeFile(`${path}-1`, JSON.stringify({ ...identify(process.pid), started: '1' }));
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => lockDirectory(path)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await rm(dataDir, { recursive: true, force: true });
  });
});

/** Signs up on a server of another process. */
function accountOn(dataDir: string, url: string): Promise<Client> {
  const remote = Object.create(TestServer.prototype, {
    url: { value: url },
    dataDir: { value: dataDir },
  }) as TestServer;
  return remote.newUser();
}

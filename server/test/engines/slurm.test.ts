import type { SolverEvent } from '@pace/contract';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { mkdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { sphereMesh } from '../../src/demo/sphereMesh.ts';
import { unvText } from '../../src/demo/unvText.ts';
import { solverCommand } from '../../src/engines/programs.ts';
import { CANCEL, SlurmEngine, type SlurmSolveRequest } from '../../src/engines/slurm/engine.ts';
import { SLURM_DEFAULTS, type SlurmSettings } from '../../src/engines/slurm/settings.ts';
import { enginesOf } from '../../src/engines/select.ts';
import type { Engines } from '../../src/runs/enginePort.ts';
import { requestCancel } from '../../src/runs/runRows.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { fakeEngines, unvModel } from '../support/fakeEngines.ts';
import { TestServer, environmentOf, newDataDir } from '../support/testServer.ts';
import { missingSlurmPrograms, SlurmCluster } from '../support/slurmCluster.ts';
import { unless } from '../support/unless.ts';
import { script } from './programs.ts';

/** What takes longer than this hangs: time limits here are no measure of speed. */
const HANGS_MS = 180_000;
const QUICK: SlurmSettings = { ...SLURM_DEFAULTS, pollMs: 300, slowestPollMs: 600, memoryExtraBytes: 0 };
const STAGE = '{"event":"stage","stage":"SOLUTION STAGE","fraction":0.5,"seconds":1,"memoryBytes":1000}';
const FINISHED = '{"event":"finished","converged":true,"seconds":2,"memoryBytes":1000}';
/** Before it says that it began: the test writes `go` as soon as it has, for the next start alone. */
const LOOK = '[ -e go ] && go=1';
const RESULT = `mkdir -p results; echo '{}' > results/result.json`;

const missing = missingSlurmPrograms();
const reason =
  missing.length > 0
    ? `${missing.join(', ')} not installed (Debian, Ubuntu: apt-get install slurm-wlm munge)`
    : undefined;

let cluster: SlurmCluster;

/** A run in a folder of its own, with a stand-in for the solver unless `solver` is undefined. */
class Run {
  readonly runId: string;
  readonly folder: string;
  readonly events: SolverEvent[] = [];
  readonly waiting: string[] = [];
  readonly #settings: SlurmSettings;

  constructor(runId: string, body: string | undefined, change: Partial<SlurmSettings> = {}) {
    this.runId = runId;
    this.folder = join(cluster.folder, `run-${runId}`);
    mkdirSync(this.folder, { recursive: true });
    this.#settings = {
      ...QUICK,
      ...(body === undefined ? {} : { solver: script(this.folder, body, 'pace') }),
      ...change,
    };
  }

  /** @returns the failure, or undefined */
  solve(change: Partial<SlurmSolveRequest> = {}): Promise<unknown> {
    return new SlurmEngine(this.#settings)
      .solve({
        runId: this.runId,
        folder: this.folder,
        threads: 1,
        expected: { seconds: 10, memoryBytes: 100 * 2 ** 20 },
        signal: new AbortController().signal,
        onEvent: (event) => this.events.push(event),
        onWaiting: (text) => this.waiting.push(text),
        ...change,
      })
      .then(
        () => undefined,
        (error: unknown) => error,
      );
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  get jobs(): string[] {
    return cluster.jobsNamed(`pace-${this.runId}`);
  }

  async untilThere(name: string): Promise<void> {
    await expect.poll(() => existsSync(this.path(name)), { timeout: HANGS_MS, interval: 50 }).toBe(true);
  }
}

describe('a Slurm cluster of one machine', unless(reason), () => {
  let atLimit: Run;
  let atLimitEnded: Promise<unknown>;
  beforeAll(async () => {
    cluster = await SlurmCluster.start();
    useCluster();
    // Slurm looks at the time of jobs twice a minute only: this run goes on beside the tests that leave the node alone.
    atLimit = new Run(
      'slow',
      `echo $$ >> starts; trap 'touch checkpoint; exit 4' TERM; while :; do sleep 0.1; done`,
      { mostMinutes: 1, warnSeconds: 59, continuations: 1 },
    );
    atLimitEnded = atLimit.solve();
  });
  afterAll(() => cluster.stop());
  afterEach(() => {
    vi.unstubAllEnvs();
    useCluster();
  });

  function useCluster() {
    for (const [name, value] of Object.entries(cluster.environment)) vi.stubEnv(name, value);
  }

  test('says how large its nodes are', async () => {
    const node = await new SlurmEngine(QUICK).largestNode();
    expect(node).toMatchObject({ memoryBytes: 3000 * 2 ** 20 });
    expect(node.cores).toBeGreaterThanOrEqual(1);
    await expect(new SlurmEngine({ ...QUICK, partition: 'nowhere' }).largestNode()).rejects.toMatchObject({
      code: 'CLUSTER_REFUSED',
    });
  });

  test('solves a small sphere with the real solver, and its events come while it runs', async () => {
    if (!existsSync(solverCommand()))
      throw new Error(
        `This test needs the solver at ${solverCommand()}; build it with: npm run build:solver`,
      );
    const run = new Run('sphere', undefined);
    await writeFile(run.path('mesh.unv'), unvText(sphereMesh(0.25, [0, 0, 0], 4), 'sphere'));
    await writeFile(run.path('job.json'), JSON.stringify(sphereJob()));
    expect(await run.solve()).toBeUndefined();
    expect(run.events.at(-1)).toMatchObject({ event: 'finished', converged: true });
    expect(existsSync(run.path('results/result.json'))).toBe(true);
    const log = (await readFile(run.path('events.ndjson'), 'utf8')).trim().split('\n');
    expect(log.map((line) => JSON.parse(line) as unknown)).toEqual(run.events);
    expect(run.jobs).toHaveLength(1);
  });

  test('a job gets its threads, time and memory, and none of the secrets of the server', async () => {
    vi.stubEnv('PACE_SECRET', 'do not tell');
    const run = new Run(
      'demand',
      `${RESULT}; echo '${FINISHED}'; echo "$OMP_NUM_THREADS/$SLURM_CPUS_PER_TASK/$SLURM_MEM_PER_NODE/$PACE_SECRET" > said; scontrol show job $SLURM_JOB_ID > facts`,
    );
    expect(await run.solve({ expected: { seconds: 1000, memoryBytes: 80 * 2 ** 20 } })).toBeUndefined();
    expect(readFileSync(run.path('said'), 'utf8')).toBe('1/1/100/\n');
    expect(readFileSync(run.path('facts'), 'utf8')).toMatch(
      /TimeLimit=00:50:00[\s\S]*Comment=Pace run demand/,
    );
  });

  test('cancelling ends the job on the cluster', async () => {
    const run = new Run('cancel', `echo '${STAGE}'; touch begun; sleep 600`);
    const cancel = new AbortController();
    const solving = run.solve({ signal: cancel.signal });
    await run.untilThere('begun');
    cancel.abort(CANCEL);
    expect(await solving).toBe(CANCEL);
    expect(cluster.run('squeue', '-h', '--name=pace-cancel')).toBe('');
    expect(run.events).toHaveLength(1);
  });

  test('a worker that was restarted follows the job that runs, and submits no second one', async () => {
    const body = `echo '${STAGE}'; echo $$ >> starts; until [ -e go ]; do sleep 0.1; done; ${RESULT}; echo '${FINISHED}'`;
    const run = new Run('restart', body);
    const worker = new AbortController();
    const first = run.solve({ signal: worker.signal });
    await run.untilThere('starts');
    worker.abort('shutdown');
    expect(await first).toBe('shutdown');
    // A crash may also come after the job was handed over and before its number was written down.
    const { jobId: _unwritten, ...record } = JSON.parse(
      readFileSync(run.path('.slurm/job.json'), 'utf8'),
    ) as Record<string, unknown>;
    await writeFile(run.path('.slurm/job.json'), JSON.stringify(record));
    const second = run.solve();
    await writeFile(run.path('go'), '');
    expect(await second).toBeUndefined();
    expect(run.jobs).toHaveLength(1);
    expect(readFileSync(run.path('starts'), 'utf8').trim().split('\n')).toHaveLength(1);
    expect(run.events.at(-1)).toMatchObject({ event: 'finished' });
  });

  test('a job that ended while no worker looked is found by what it left', async () => {
    const run = new Run(
      'away',
      `touch begun; until [ -e go ]; do sleep 0.1; done; ${RESULT}; echo '${FINISHED}'`,
    );
    const worker = new AbortController();
    const first = run.solve({ signal: worker.signal });
    await run.untilThere('begun');
    worker.abort('shutdown');
    await first;
    await writeFile(run.path('go'), '');
    await run.untilThere('.slurm/exit');
    expect(await run.solve()).toBeUndefined();
    expect(run.jobs).toHaveLength(1);
    expect(run.events.map(({ event }) => event)).toEqual(['finished']);
  });

  test('jobs of runs that are over are ended, those of others are left alone', async () => {
    const [over, alive] = [
      new Run('over', 'touch begun; sleep 600'),
      new Run('alive', 'touch begun; sleep 600'),
    ];
    const worker = new AbortController();
    const solving = [over.solve({ signal: worker.signal }), alive.solve({ signal: worker.signal })];
    await over.untilThere('begun');
    await alive.untilThere('begun');
    worker.abort('shutdown');
    await Promise.all(solving);
    const engine = new SlurmEngine(QUICK);
    const active = () => Promise.resolve(new Set([alive.runId, atLimit.runId]));
    expect(await engine.endLeftovers('/somewhere/else', active)).toEqual([]);
    expect(await engine.endLeftovers(cluster.folder, active)).toEqual(over.jobs);
    await expect
      .poll(() => cluster.run('squeue', '-h', '--states=all', '--format=%j %T'), { timeout: HANGS_MS })
      .toMatch(/pace-over CANCELLED/);
    expect(cluster.run('squeue', '-h', '--format=%j %T')).toContain('pace-alive RUNNING');
    cluster.run('scancel', ...alive.jobs);
  });

  test('a solver that takes more memory than was asked for ends with a sentence that names it', async () => {
    const hungry = `exec node -e 'const a = Buffer.alloc(3e8, 1); setTimeout(() => a, 300000)'`;
    const run = new Run('hungry', hungry);
    const failure = await run.solve({ expected: { seconds: 60, memoryBytes: 80 * 2 ** 20 } });
    expect(failure).toMatchObject({ code: 'MEMORY' });
    expect((failure as Error).message).toMatch(
      /^Job \d+ of this run needed more memory than the 100 MB that were asked for/,
    );
  });

  test.each([
    [
      'a code and sentence of the solver',
      `echo '{"event":"error","code":"MATRIX_SINGULAR","detail":"At part 2."}'; exit 2`,
      'MATRIX_SINGULAR',
      /At part 2/,
    ],
    ['a crash', 'kill -SEGV $$', 'SOLVER_FAILED', /crashed/],
    ['no results', 'exit 0', 'SOLVER_FAILED', /without writing/],
  ])('%s comes through the cluster', async (_, body, code, sentence) => {
    const failure = await new Run(`fail-${code}-${body.length}`, body).solve();
    expect(failure).toMatchObject({ code });
    expect((failure as Error).message).toMatch(sentence);
  });

  test(
    'a server that is stopped and started again continues with the job, and one cancelled while it was away is ended',
    async () => {
      const slurm = enginesOf({
        engine: 'slurm',
        memoryLimitBytes: 1e9,
        slurm: {
          ...QUICK,
          memoryExtraBytes: 2 ** 26,
          solver: script(
            cluster.folder,
            `echo '${STAGE}'; echo $$ >> starts; until [ -e go ]; do sleep 0.1; done; echo '{}' > results/result.json; echo '${FINISHED}'`,
            'waiting-pace',
          ),
        },
      });
      const engines: Engines = {
        ...fakeEngines,
        outlivesWorker: true,
        site: () => slurm.site!(),
        solve: (request) => slurm.solve(request),
        endLeftovers: (root, activeRuns) => slurm.endLeftovers!(root, activeRuns),
      };
      const dataDir = await newDataDir();
      const environment = { PACE_SOLVER_RUNS: '2', PACE_ENGINE: 'slurm' };
      const squeue = () =>
        cluster
          .run('squeue', '-h', '--format=%j %T %Z')
          .split('\n')
          .filter((line) => line.includes(dataDir));
      let server = await TestServer.start({ dataDir, engines, environment });
      try {
        const user = await server.newUser();
        const [kept, cancelled] = [
          await user.projectWithMesh(unvModel()),
          await user.projectWithMesh(unvModel()),
        ];
        for (const { id } of [kept, cancelled]) {
          await user.startSolver(id);
          await user.waitFor(id, ({ solverState }) => solverState.detail === 'SOLUTION STAGE');
        }
        expect(squeue()).toHaveLength(2);
        await server.stop({ keepData: true });
        expect(squeue()).toHaveLength(2);

        const database = await openDatabase({
          dataDir,
          databaseUrl: (await environmentOf(dataDir))['DATABASE_URL'],
        });
        await requestCancel(database.db, { projectId: cancelled.id });
        await database.close();
        server = await TestServer.start({ dataDir, engines, environment });
        const again = server.as(user.token ?? '');
        await again.waitFor(kept.id, ({ solverState }) => solverState.detail === 'SOLUTION STAGE');
        await expect.poll(() => squeue().length, { timeout: HANGS_MS }).toBe(1);
        const folder = /(\/\S+)$/.exec(squeue()[0] ?? '')?.[1] ?? '';
        await writeFile(join(folder, 'go'), '');
        await again.waitFor(kept.id, ({ solverState }) => solverState.status === 'Finished');
        expect(readFileSync(join(folder, 'starts'), 'utf8').trim().split('\n')).toHaveLength(1);
        expect((await again.state(cancelled.id)).solverState.status).toBe('Cancelled');
      } finally {
        await server.stop();
      }
    },
    5 * HANGS_MS,
  );

  test('a solver that the nodes do not have is named', async () => {
    const run = new Run('nowhere', undefined, { solver: '/nowhere/pace' });
    expect(await run.solve()).toMatchObject({ code: 'SOLVER_NOT_AVAILABLE' });
  });

  test('what the cluster refuses is told in its own words', async () => {
    const failure = await new Run('refused', 'true', { partition: 'nowhere' }).solve();
    expect(failure).toMatchObject({ code: 'CLUSTER_REFUSED' });
    expect((failure as Error).message).toMatch(/invalid partition/);
  });

  test(
    'a run at its time limit leaves a checkpoint and goes on in another job, so often as is allowed',
    async () => {
      const failure = await atLimitEnded;
      expect(failure).toMatchObject({ code: 'TIME_LIMIT' });
      expect((failure as Error).message).toMatch(
        /^Job \d+ of this run reached its time limit of 1 minute, the last of 2 /,
      );
      expect(existsSync(atLimit.path('checkpoint'))).toBe(true);
      expect(atLimit.jobs).toHaveLength(2);
      expect(readFileSync(atLimit.path('starts'), 'utf8').trim().split('\n')).toHaveLength(2);
    },
    5 * HANGS_MS,
  );

  // From here on the node goes, or its jobs have to.

  test('after the failure of a node the cluster starts the job again, and it is one run all the same', async () => {
    const run = new Run(
      'node',
      `${LOOK}; echo $$ >> starts; [ "$go" ] || sleep 600; ${RESULT}; echo '${FINISHED}'`,
    );
    const solving = run.solve();
    await run.untilThere('starts');
    await writeFile(run.path('go'), '');
    cluster.run(
      'scontrol',
      'update',
      `NodeName=${hostname().split('.')[0] ?? ''}`,
      'State=down',
      'Reason=test',
    );
    await expect.poll(() => run.waiting.length, { timeout: HANGS_MS }).toBeGreaterThan(0);
    // Slurm lets a job rest for two minutes before it tries again; whoever runs the cluster may shorten that.
    const state = () => cluster.run('squeue', '-h', '--name=pace-node', '--format=%T %r').trim();
    await expect.poll(state, { timeout: HANGS_MS }).toBe('PENDING BeginTime');
    cluster.run('scontrol', 'update', `JobId=${run.jobs[0] ?? ''}`, 'StartTime=now');
    expect(await solving).toBeUndefined();
    expect(run.jobs).toHaveLength(1);
    expect(readFileSync(run.path('starts'), 'utf8').trim().split('\n')).toHaveLength(2);
    expect(run.waiting.every((text) => text.startsWith('WAITING FOR THE CLUSTER: '))).toBe(true);
  });

  test(
    'a job that has to leave for an urgent one is started again by the cluster, and it is one run all the same',
    async () => {
      const run = new Run(
        'leaves',
        `${LOOK}; echo $$ >> starts; [ "$go" ] || sleep 600; ${RESULT}; echo '${FINISHED}'`,
        {
          partition: 'again',
        },
      );
      const solving = run.solve();
      await run.untilThere('starts');
      await writeFile(run.path('go'), '');
      const urgent = cluster.preempt();
      const state = () => cluster.run('squeue', '-h', '--name=pace-leaves', '--format=%T').trim();
      await expect.poll(state, { timeout: HANGS_MS }).toBe('PENDING');
      cluster.run('scancel', urgent);
      await cluster.startAgain(run.jobs[0] ?? '');
      expect(await solving).toBeUndefined();
      expect(run.jobs).toHaveLength(1);
      expect(readFileSync(run.path('starts'), 'utf8').trim().split('\n')).toHaveLength(2);
    },
    5 * HANGS_MS,
  );

  test(
    'a job that is ended for an urgent one (PREEMPTED) is lost, not wrong: the run may be tried again',
    async () => {
      const run = new Run('taken', `echo $$ >> starts; sleep 600`, { partition: 'lost' });
      const solving = run.solve();
      await run.untilThere('starts');
      const urgent = cluster.preempt();
      const failure = await solving;
      cluster.run('scancel', urgent);
      expect(failure).toMatchObject({ code: 'WORKER_LOST' });
      expect((failure as Error).message).toMatch(
        /^The cluster took the machine of job \d+ away \(PREEMPTED\)/,
      );
      expect(cluster.run('squeue', '-h', '--states=all', '--name=pace-taken', '--format=%T').trim()).toBe(
        'PREEMPTED',
      );
    },
    5 * HANGS_MS,
  );

  test(
    'memory that runs out, a scancel by hand and a node that dies: each run ends in a state and a sentence that are true, and may be started again',
    async () => {
      const how = (text: string) => `case "$(cat ../../how)" in ${text} esac;`;
      const slurm = enginesOf({
        engine: 'slurm',
        memoryLimitBytes: 1e9,
        slurm: {
          ...QUICK,
          memoryExtraBytes: 2 ** 26,
          solver: script(
            cluster.folder,
            `mkdir -p results; echo '${STAGE}'; [ -e ../../go ] && go=1; echo $$ >> ../../starts; ${how(`
            hungry) exec node -e 'const a = Buffer.alloc(3e8, 1); setTimeout(() => a, 300000)';;
            plain) exec sleep 300;;
            careful) trap 'echo kept > results/.checkpoint_1.bin; exit 4' TERM; while :; do sleep 0.1; done;;
            node) [ "$go" ] || exec sleep 300;;
          `)} ${RESULT}; echo '${FINISHED}'`,
            'failing-pace',
          ),
        },
      });
      const engines: Engines = {
        ...fakeEngines,
        outlivesWorker: true,
        site: () => slurm.site!(),
        solve: (request) => slurm.solve(request),
        endLeftovers: (root, activeRuns) => slurm.endLeftovers!(root, activeRuns),
      };
      const server = await TestServer.start({
        engines,
        environment: { PACE_ENGINE: 'slurm', PACE_SOLVER_RUNS: '3', PACE_SHORT_RUNS: '0' },
      });
      try {
        const user = await server.newUser();
        const at = (id: string, ...path: string[]) => join(server.dataDir, 'projects', id, ...path);
        const begin = async (kind: string) => {
          const { id } = await user.projectWithMesh(unvModel());
          await writeFile(at(id, 'how'), kind);
          await user.startSolver(id);
          await expect
            .poll(() => existsSync(at(id, 'starts')), { timeout: HANGS_MS, interval: 50 })
            .toBe(true);
          return id;
        };
        const jobOf = (id: string) =>
          cluster
            .run('squeue', '-h', '--states=all', '--format=%A %T %Z')
            .split('\n')
            .filter((line) => line.includes(id))
            .map((line) => line.split(' ') as [id: string, state: string]);
        const ended = (id: string) => user.waitFor(id, ({ solverState }) => solverState.status === 'Error');
        const startsAgain = async (id: string) => {
          await writeFile(at(id, 'how'), 'well');
          const body = { projectId: id, formulationType: 1, core: 1 };
          expect((await user.call('solverRun', { body })).status).toBe(200);
          await user.waitFor(id, ({ solverState }) => solverState.status === 'Finished');
        };

        const runsOutOfMemory = async () => {
          const id = await begin('hungry');
          const memory = (await ended(id)).solverState;
          expect(memory).toMatchObject({ code: 'MEMORY' });
          expect(memory.detail).toMatch(/needed more memory than the \d+ MB .* Use a coarser mesh/);
          await startsAgain(id);
        };
        const isCancelledByHand = async (kind: 'plain' | 'careful') => {
          const id = await begin(kind);
          cluster.run('scancel', jobOf(id)[0]?.[0] ?? '');
          const cancelled = (await ended(id)).solverState;
          expect(cancelled, kind).toMatchObject({ code: 'SOLVER_FAILED' });
          expect(cancelled.detail).toMatch(/was cancelled on the cluster, not by Pace.* start the run again/);
          expect(readFileSync(at(id, 'starts'), 'utf8').trim().split('\n')).toHaveLength(1);
          if (kind === 'careful') expect(existsSync(at(id, 'results', '.checkpoint_1.bin'))).toBe(true);
          await startsAgain(id);
        };
        await Promise.all([runsOutOfMemory(), isCancelledByHand('plain'), isCancelledByHand('careful')]);

        const id = await begin('node');
        await writeFile(at(id, 'go'), '');
        await cluster.killNode();
        await cluster.waitForNode('down');
        const waiting = await user.state(id);
        expect(waiting.solverState.status).toBe('Running');
        cluster.startNode();
        await cluster.waitForNode('idle');
        await expect.poll(() => jobOf(id).at(-1)?.[1], { timeout: HANGS_MS }).toBe('PENDING');
        await cluster.startAgain(jobOf(id).at(-1)?.[0] ?? '');
        await user.waitFor(id, ({ solverState }) => solverState.status === 'Finished');
        expect(jobOf(id)).toHaveLength(1);
        expect(readFileSync(at(id, 'starts'), 'utf8').trim().split('\n')).toHaveLength(2);
      } finally {
        await server.stop();
      }
    },
    5 * HANGS_MS,
  );
});

test('without the programs of Slurm a run says which one is missing', async () => {
  vi.stubEnv('PATH', '/nowhere');
  const failure: unknown = await new SlurmEngine(QUICK)
    .solve({
      runId: 'x',
      folder: '/tmp',
      threads: 1,
      expected: {},
      signal: new AbortController().signal,
      onEvent: () => undefined,
    })
    .catch((error: unknown) => error);
  vi.unstubAllEnvs();
  expect(failure).toMatchObject({ code: 'SOLVER_NOT_AVAILABLE' });
  expect((failure as Error).message).toContain('squeue of Slurm is not installed');
});

function sphereJob() {
  return {
    schema: 'pace-job-1',
    programType: 1,
    mesh: 'mesh.unv',
    threads: 1,
    solverInput: { frequency: [3e8, -1, -1], excitation: [60, 30, 1] },
  };
}

import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { refusal } from '../mesher/index.ts';
import { engineProblem } from '../problem.ts';
import { identify, isAlive, isOnThisHost, parseIdentity } from '../storage/processIdentity.ts';
import type { RunRow } from '../storage/schema.ts';
import { freeBytes, isDiskFull } from '../storage/diskSpace.ts';
import { retryWhileDatabaseUnavailable } from '../storage/databaseUnavailable.ts';
import type { Attempt } from '../storage/projectFiles.ts';
import { fenceOf, LeaseLost } from './lease.ts';
import { attemptToken, performRun } from './perform.ts';
import type { WorkerContext } from './workerContext.ts';
import { endChildren, forgetChildren } from './processRecord.ts';
import { ProgressWriter } from './progressWriter.ts';
import { endsServer } from '../policies/runRules.ts';
import { writeDiskReason } from './schedule.ts';
import { Scheduler, type Scheduling } from './scheduler.ts';
import { forgetWorkers, removeWorker, reportWorker } from './workerRows.ts';
import { endRun, renewLeases, requeueRun, slotOf, type RunEnd, type Slot } from './runRows.ts';
import { activeRunIds, cancelledOf, heldRuns } from './readRuns.ts';

/** A run whose worker died so often is not tried again. */
const MAX_ATTEMPTS = 3;
/** A file that may be the reason why the server ended is not read once more. */
const STARTS_OF_A_READER = 2;
const KILL_AFTER_MS = 10_000;
const SHUTDOWN_GRACE_MS = 3000;
const HEARTBEATS_A_LEASE = 3;
/** How long a wish from another process, to begin or to stop a run, may wait. */
const LOOK_EVERY_MS = 1000;
/** No run begins on a disk that has less left: it would end in the middle. */
const LEAST_FREE_BYTES = 64 * 2 ** 20;

type StopReason = 'cancel' | 'shutdown' | 'lease lost';

interface ActiveRun {
  run: RunRow;
  isInShortSlot: boolean;
  attempt: Attempt;
  stop: AbortController;
  ended: Promise<void>;
}

export interface DispatcherOptions extends Omit<WorkerContext, 'site'> {
  log: Logger;
  leaseSeconds: number;
  slots: Record<Slot, number>;
  scheduling: Scheduling;
  /** Told of every attempt that ended here */
  onEnded?: (outcome: AttemptEnd) => void;
}

export interface AttemptEnd {
  kind: RunRow['kind'];
  /** Finished, Error, Cancelled, again, released, lost */
  outcome: string;
  code: string | undefined;
  seconds: number;
  cores: number;
}

/** Takes waiting runs as slots are free, keeps their leases, and takes up what dead workers left behind. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #scheduler: Scheduler;
  readonly #process = identify(process.pid);
  readonly #owner = JSON.stringify({ ...this.#process, nonce: randomUUID() });
  readonly #active = new Map<string, ActiveRun>();
  #stopping = false;
  #turn: Promise<void> = Promise.resolve();
  #heartbeat: NodeJS.Timeout | undefined;
  #look: NodeJS.Timeout | undefined;
  #isLooking = false;
  #isDiskFull = false;
  readonly #closing = new AbortController();

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#scheduler = new Scheduler({
      ...options,
      onChange: () => void this.pump(),
    });
  }

  /** First ends what a dead predecessor left running, then begins to work. */
  async start(): Promise<void> {
    await forgetWorkers(this.#options.db);
    await this.#report();
    await this.takeUpLost();
    const interval = (this.#options.leaseSeconds * 1000) / HEARTBEATS_A_LEASE;
    this.#heartbeat = setInterval(() => void this.#beat(), interval);
    this.#look = setInterval(() => void this.#lookAround(), LOOK_EVERY_MS);
    await this.pump();
  }

  get owner(): string {
    return this.#owner;
  }

  /** Whether runs are worked on now. */
  get activeRuns(): number {
    return this.#active.size;
  }

  /** Starts as many waiting runs as there are free slots. */
  pump(): Promise<void> {
    return this.#inTurn(() => this.#fillSlots());
  }

  /** Stops a run of this process, if it is one; resolves when its programs have ended and its row says so. */
  async stop(runId: string): Promise<void> {
    const active = this.#active.get(runId);
    if (!active) return;
    active.stop.abort('cancel' satisfies StopReason);
    await active.ended;
  }

  /** Puts every run whose worker is gone back into the queue, after ending what that worker left running. */
  takeUpLost(): Promise<void> {
    return this.#inTurn(() => this.#takeUpEachLost());
  }

  async #takeUpEachLost(): Promise<void> {
    const { db, log } = this.#options;
    for (const run of await heldRuns(db)) {
      if (this.#stopping) return;
      if (this.#active.has(run.id) || !this.#isLost(run)) continue;
      log.warn(
        { run: run.id, project: run.projectId, attempt: run.attempt },
        'the worker of a run is gone; taking it up',
      );
      await endChildren(this.#attemptAt(run).folder, KILL_AFTER_MS);
      if (run.cancelRequestedAt) await endRun(db, run, { status: 'Cancelled' });
      else if (run.kind !== 'solver' && run.attempt >= STARTS_OF_A_READER)
        await endRun(db, run, { status: 'Error', ...endsServer(run.attempt) });
      else await this.#tryAgain(run);
    }
    await this.#endLeftovers();
  }

  /** Of runs that were cancelled or given up while no worker followed their programs. */
  async #endLeftovers(): Promise<void> {
    const { db, files, engines, log } = this.#options;
    try {
      const ended = await engines.endLeftovers?.(files.workRoot, () => activeRunIds(db));
      if (ended && ended.length > 0) log.warn({ ended }, 'programs of runs that are over were ended');
    } catch (error) {
      log.warn({ err: error }, 'programs of runs that are over could not be looked for');
    }
  }

  /** Ends every program at once and leaves its run to the next start. */
  async shutdown(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#heartbeat);
    clearInterval(this.#look);
    await this.#scheduler.close();
    await this.#turn;
    const all = [...this.#active.values()];
    for (const { stop } of all) stop.abort('shutdown' satisfies StopReason);
    await Promise.all(
      all.map(async ({ run, ended }) => {
        const tooLate = setTimeout(() => {
          void this.#endProgramsOf(run, 0);
          this.#closing.abort();
        }, SHUTDOWN_GRACE_MS);
        await ended;
        clearTimeout(tooLate);
      }),
    );
    this.#closing.abort();
    await removeWorker(this.#options.db, this.#owner).catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'the list of workers still names this one');
    });
  }

  /** Claiming and taking up never overlap: a run just claimed must not look like one that was left behind. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(work).catch((error: unknown) => {
      this.#options.log.error({ err: error }, 'the runs could not be looked after');
    });
    return this.#turn;
  }

  /** The lease ran out, or its holder was a process of this machine that no longer lives, or this very one that gave up. */
  #isLost(run: RunRow & { expired: boolean }): boolean {
    if (run.expired || run.leaseOwner === this.#owner) return true;
    const owner = parseIdentity(run.leaseOwner ?? '');
    return owner !== undefined && isOnThisHost(owner) && !isAlive(owner);
  }

  async #fillSlots(): Promise<void> {
    if (this.#stopping || (await this.#hasFullDisk())) return;
    for (const slot of ['mesher', 'solver'] as const) {
      while (!this.#stopping) {
        const claimed = await this.#scheduler.claim(slot, this.#owner, this.#busy(slot));
        if (!claimed) break;
        const { run, isInShortSlot } = claimed;
        const stop = new AbortController();
        const attempt = this.#attemptAt(run);
        const ended = this.#work(run, attempt, stop.signal);
        this.#active.set(run.id, { run, isInShortSlot, attempt, stop, ended });
      }
    }
  }

  #busy(slot: Slot): { ordinary: number; short: number } {
    const all = [...this.#active.values()].filter(({ run }) => slotOf(run.kind) === slot);
    const short = all.filter(({ isInShortSlot }) => isInShortSlot).length;
    return { ordinary: all.length - short, short };
  }

  #attemptAt(run: RunRow): Attempt {
    const { files, engines } = this.#options;
    return files.attempt({ projectId: run.projectId, token: attemptToken(engines, run) });
  }

  async #hasFullDisk(): Promise<boolean> {
    const { db, files, log } = this.#options;
    const free = await freeBytes(files.workRoot);
    const isFull = free !== undefined && free < LEAST_FREE_BYTES;
    if (isFull && !this.#isDiskFull)
      log.error(
        { folder: files.workRoot, free },
        'the disk is nearly full: no run begins until there is room',
      );
    if (isFull)
      // The database may stand on the same disk.
      await writeDiskReason(db, { free, needed: LEAST_FREE_BYTES }).catch((error: unknown) =>
        log.debug({ err: error }, 'why runs wait was not written'),
      );
    this.#isDiskFull = isFull;
    return isFull;
  }

  /** Never rejects. */
  async #work(run: RunRow, attempt: Attempt, signal: AbortSignal): Promise<void> {
    const { db, engines } = this.#options;
    const log = this.#options.log.child({ run: run.id, project: run.projectId, request: run.requestId });
    const fence = fenceOf(db, run, this.#closing.signal);
    const progress = new ProgressWriter(db, run, (error) =>
      log.error({ err: error }, 'progress was not written'),
    );
    // A program that does not follow SIGTERM is ended even if its engine forgets it.
    const kill = () => {
      killTimer = setTimeout(() => void this.#endProgramsOf(run, 0), KILL_AFTER_MS);
    };
    let killTimer: NodeJS.Timeout | undefined;
    // The clock of the wall may be set back; a duration is never negative.
    const begun = performance.now();
    let stage: string | undefined;
    signal.addEventListener('abort', kill, { once: true });
    log.info({ kind: run.kind, attempt: run.attempt }, 'run started');
    try {
      let end: RunEnd | 'again' | 'released' | 'lost';
      try {
        const { converged } = await performRun(
          { ...this.#options, site: () => this.#scheduler.site() },
          run,
          { attempt, fence },
          {
            signal,
            report: (update) => {
              if (update.detail !== undefined && update.detail !== stage) {
                stage = update.detail;
                log.info({ stage }, 'stage');
              }
              progress.report(update);
            },
            warn: (error, message) => log.warn({ err: error }, message),
          },
        );
        end = { status: 'Finished', converged };
      } catch (error) {
        end = await this.#endOfFailed(run, error, signal);
      }
      await progress.flush();
      if (end !== 'lost') await forgetChildren(attempt.folder);
      const goesOn = run.kind === 'solver' && engines.outlivesWorker === true;
      const keepsFolder = goesOn && (end === 'released' || end === 'lost');
      if (!keepsFolder) await attempt.close();
      if (end !== 'lost' && !(await this.#settle(run, end))) end = 'lost';
      log.info({ end }, 'run ended');
      this.#options.onEnded?.({
        kind: run.kind,
        outcome: typeof end === 'string' ? end : end.status,
        code: typeof end === 'object' && end.status === 'Error' ? end.code : undefined,
        seconds: (performance.now() - begun) / 1000,
        cores: run.cores,
      });
    } catch (error) {
      // The database is away and this process stops: the lease runs out and somebody takes the run up.
      log.error({ err: error }, 'the end of a run could not be written');
    } finally {
      clearTimeout(killTimer);
      signal.removeEventListener('abort', kill);
      this.#active.delete(run.id);
      if (!this.#stopping) void this.pump();
    }
  }

  /** Writes down how a run ended, as soon as the database can be asked. @returns false if the lease was lost before */
  #settle(run: RunRow, end: RunEnd | 'again' | 'released'): Promise<boolean> {
    const { db } = this.#options;
    return retryWhileDatabaseUnavailable(() => {
      if (end === 'again') return this.#tryAgain(run);
      return end === 'released' ? requeueRun(db, run, { countAttempt: false }) : endRun(db, run, end);
    }, this.#closing.signal);
  }

  async #endOfFailed(
    run: RunRow,
    error: unknown,
    signal: AbortSignal,
  ): Promise<RunEnd | 'again' | 'released' | 'lost'> {
    if (error instanceof LeaseLost) return 'lost';
    // A stop of the whole machine reaches the programs as well, and may end them before this process does.
    if (signal.aborted || this.#stopping) {
      const reason = signal.aborted ? (signal.reason as StopReason) : 'shutdown';
      return reason === 'cancel' ? { status: 'Cancelled' } : reason === 'shutdown' ? 'released' : 'lost';
    }
    const known = engineProblem(error);
    if (known?.code === 'WORKER_LOST') return 'again';
    if (isDiskFull(error) || (await this.#hasFullDisk()))
      return { status: 'Error', ...refusal(isSolver(run) ? 'DISK_FULL.solver' : 'DISK_FULL.mesher') };
    if (known) return { status: 'Error', ...known };
    this.#options.log.error({ err: error, run: run.id }, 'a run failed for an unknown reason');
    return {
      status: 'Error',
      ...refusal(isSolver(run) ? 'SOLVER_FAILED.unexpected' : 'MESHER_FAILED.unexpected', { run: run.id }),
    };
  }

  async #tryAgain(run: RunRow): Promise<boolean> {
    if (run.attempt < MAX_ATTEMPTS) return requeueRun(this.#options.db, run, { countAttempt: true });
    return endRun(this.#options.db, run, {
      status: 'Error',
      ...refusal('WORKER_LOST.attempts', { attempts: run.attempt }),
    });
  }

  async #beat(): Promise<void> {
    const { db, leaseSeconds, log } = this.#options;
    const mine = [...this.#active.keys()];
    try {
      const renewed = new Set((await renewLeases(db, this.#owner, leaseSeconds)).map(({ id }) => id));
      for (const id of mine)
        if (!renewed.has(id)) this.#active.get(id)?.stop.abort('lease lost' satisfies StopReason);
      await this.#report();
      await this.takeUpLost();
      await this.pump();
    } catch (error) {
      // The programs go on: until somebody else has taken their runs, the leases can be renewed when the database is
      // back; and what is made without a lease is let through by no fence.
      log.error({ err: error }, 'leases could not be renewed');
    }
  }

  async #report(): Promise<void> {
    const { db, leaseSeconds, slots, scheduling } = this.#options;
    const { engine, cores, memoryBytes, hasOwnQueue } = await this.#scheduler.site();
    if (this.#stopping) return;
    await reportWorker(db, {
      owner: this.#owner,
      host: this.#process.host,
      pid: this.#process.pid,
      engine,
      mesherRuns: slots.mesher,
      solverRuns: slots.solver,
      shortRuns: scheduling.shortRuns,
      cores,
      memoryBytes: hasOwnQueue ? null : memoryBytes,
      leaseSeconds,
    });
  }

  /** What other processes wish: to stop a run of this one, to begin one that waits. */
  async #lookAround(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      if (this.#active.size > 0)
        for (const id of await cancelledOf(this.#options.db, this.#owner))
          this.#active.get(id)?.stop.abort('cancel' satisfies StopReason);
      await this.pump();
    } catch (error) {
      this.#options.log.debug({ err: error }, 'the runs could not be looked at');
    } finally {
      this.#isLooking = false;
    }
  }

  async #endProgramsOf(run: RunRow, graceMs: number): Promise<void> {
    try {
      await endChildren(this.#attemptAt(run).folder, graceMs);
    } catch (error) {
      this.#options.log.error({ err: error, run: run.id }, 'programs of a run could not be ended');
    }
  }
}

const isSolver = (run: RunRow) => run.kind === 'solver';

import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { engineProblem } from '../problem.ts';
import { identify, isAlive, isOnThisHost, parseIdentity } from '../storage/processIdentity.ts';
import type { RunRow } from '../storage/schema.ts';
import { performRun, type Workshop } from './perform.ts';
import { endChildren, forgetChildren } from './processRecord.ts';
import { mendResults } from './resultFolders.ts';
import { ProgressWriter } from './progressWriter.ts';
import { Scheduler, type Scheduling } from './scheduler.ts';
import {
  activeRunIds,
  endRun,
  heldRuns,
  renewLeases,
  requeueRun,
  slotOf,
  type RunEnd,
  type Slot,
} from './runRows.ts';

/** A run whose worker died so often is not tried again. */
const MAX_ATTEMPTS = 3;
const KILL_AFTER_MS = 10_000;
const SHUTDOWN_GRACE_MS = 3000;
const HEARTBEATS_A_LEASE = 3;

type StopReason = 'cancel' | 'shutdown' | 'lease lost';

interface ActiveRun {
  run: RunRow;
  isInShortSlot: boolean;
  stop: AbortController;
  ended: Promise<void>;
}

export interface DispatcherOptions extends Omit<Workshop, 'site'> {
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
  readonly #owner = JSON.stringify({ ...identify(process.pid), nonce: randomUUID() });
  readonly #active = new Map<string, ActiveRun>();
  #stopping = false;
  #turn: Promise<void> = Promise.resolve();
  #heartbeat: NodeJS.Timeout | undefined;
  #lastBeat = Date.now();

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#scheduler = new Scheduler({
      ...options,
      meshPath: (projectId) => options.files.mesh(projectId),
      onChange: () => void this.pump(),
    });
  }

  /** First ends what a dead predecessor left running, then begins to work. */
  async start(): Promise<void> {
    await this.takeUpLost();
    const interval = (this.#options.leaseSeconds * 1000) / HEARTBEATS_A_LEASE;
    this.#heartbeat = setInterval(() => void this.#beat(), interval);
    await this.pump();
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
    const { db, files, log } = this.#options;
    for (const run of await heldRuns(db)) {
      if (this.#stopping) return;
      if (this.#active.has(run.id) || !this.#isLost(run)) continue;
      log.warn(
        { run: run.id, project: run.projectId, attempt: run.attempt },
        'the worker of a run is gone; taking it up',
      );
      await endChildren(files.folder(run.projectId), KILL_AFTER_MS);
      await mendResults(files.folder(run.projectId));
      if (run.cancelRequestedAt) await endRun(db, run, { status: 'Cancelled' });
      else await this.#tryAgain(run);
    }
    await this.#endLeftovers();
  }

  /** Of runs that were cancelled or given up while no worker followed their programs. */
  async #endLeftovers(): Promise<void> {
    const { db, files, engines, log } = this.#options;
    try {
      const ended = await engines.endLeftovers?.(files.root, () => activeRunIds(db));
      if (ended && ended.length > 0) log.warn({ ended }, 'programs of runs that are over were ended');
    } catch (error) {
      log.warn({ err: error }, 'programs of runs that are over could not be looked for');
    }
  }

  /** Ends every program at once and leaves its run to the next start. */
  async shutdown(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#heartbeat);
    await this.#scheduler.close();
    await this.#turn;
    const all = [...this.#active.values()];
    for (const { stop } of all) stop.abort('shutdown' satisfies StopReason);
    await Promise.all(
      all.map(async ({ run, ended }) => {
        const tooLate = setTimeout(() => void this.#endProgramsOf(run, 0), SHUTDOWN_GRACE_MS);
        await ended;
        clearTimeout(tooLate);
      }),
    );
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
    for (const slot of ['mesher', 'solver'] as const) {
      while (!this.#stopping) {
        const claimed = await this.#scheduler.claim(slot, this.#owner, this.#busy(slot));
        if (!claimed) break;
        const { run, isInShortSlot } = claimed;
        const stop = new AbortController();
        this.#active.set(run.id, { run, isInShortSlot, stop, ended: this.#work(run, stop.signal) });
      }
    }
  }

  #busy(slot: Slot): { ordinary: number; short: number } {
    const all = [...this.#active.values()].filter(({ run }) => slotOf(run.kind) === slot);
    const short = all.filter(({ isInShortSlot }) => isInShortSlot).length;
    return { ordinary: all.length - short, short };
  }

  /** Never rejects. */
  async #work(run: RunRow, signal: AbortSignal): Promise<void> {
    const { db, files, log } = this.#options;
    const progress = new ProgressWriter(db, run, (error) =>
      log.error({ err: error, run: run.id }, 'progress was not written'),
    );
    // A program that does not follow SIGTERM is ended even if its engine forgets it.
    const kill = () => {
      killTimer = setTimeout(() => void this.#endProgramsOf(run, 0), KILL_AFTER_MS);
    };
    let killTimer: NodeJS.Timeout | undefined;
    signal.addEventListener('abort', kill, { once: true });
    const begun = Date.now();
    log.info({ run: run.id, kind: run.kind, project: run.projectId, attempt: run.attempt }, 'run started');
    try {
      let end: RunEnd | 'again' | 'released' | 'lost';
      try {
        const { converged } = await performRun(
          { ...this.#options, site: () => this.#scheduler.site() },
          run,
          {
            signal,
            report: (update) => progress.report(update),
          },
        );
        end = { status: 'Finished', converged };
      } catch (error) {
        end = this.#endOfFailed(run, error, signal);
      }
      await progress.flush();
      // After losing the lease the record is the successor's.
      if (end !== 'lost') await forgetChildren(files.folder(run.projectId));
      if (end === 'again') await this.#tryAgain(run);
      else if (end === 'released') await requeueRun(db, run, { countAttempt: false });
      else if (end !== 'lost') await endRun(db, run, end);
      log.info({ run: run.id, end }, 'run ended');
      this.#options.onEnded?.({
        kind: run.kind,
        outcome: typeof end === 'string' ? end : end.status,
        code: typeof end === 'object' && end.status === 'Error' ? end.code : undefined,
        seconds: (Date.now() - begun) / 1000,
        cores: run.cores,
      });
    } catch (error) {
      // The database is away: the lease runs out and somebody takes the run up.
      log.error({ err: error, run: run.id }, 'the end of a run could not be written');
    } finally {
      clearTimeout(killTimer);
      signal.removeEventListener('abort', kill);
      this.#active.delete(run.id);
      if (!this.#stopping) void this.pump();
    }
  }

  #endOfFailed(run: RunRow, error: unknown, signal: AbortSignal): RunEnd | 'again' | 'released' | 'lost' {
    if (signal.aborted) {
      const reason = signal.reason as StopReason;
      return reason === 'cancel' ? { status: 'Cancelled' } : reason === 'shutdown' ? 'released' : 'lost';
    }
    const known = engineProblem(error);
    if (known?.code === 'WORKER_LOST') return 'again';
    if (known) return { status: 'Error', ...known };
    this.#options.log.error({ err: error, run: run.id }, 'a run failed for an unknown reason');
    return {
      status: 'Error',
      code: run.kind === 'solver' ? 'SOLVER_FAILED' : 'MESHER_FAILED',
      detail: `The ${run.kind === 'solver' ? 'solver' : 'mesher'} stopped for a reason of its own. The files of the run are kept (run ${run.id}); please report it.`,
    };
  }

  async #tryAgain(run: RunRow): Promise<void> {
    if (run.attempt < MAX_ATTEMPTS) return requeueRun(this.#options.db, run, { countAttempt: true });
    await endRun(this.#options.db, run, {
      status: 'Error',
      code: 'WORKER_LOST',
      detail: `The program of this run was ended from outside ${run.attempt} times, often because the memory ran out. Try a coarser mesh or a larger machine.`,
    });
  }

  async #beat(): Promise<void> {
    const { db, leaseSeconds, log } = this.#options;
    const mine = [...this.#active.keys()];
    try {
      const renewed = new Map(
        (await renewLeases(db, this.#owner, leaseSeconds)).map(({ id, cancel }) => [id, cancel]),
      );
      this.#lastBeat = Date.now();
      for (const id of mine) {
        const cancel = renewed.get(id);
        if (cancel === undefined) this.#active.get(id)?.stop.abort('lease lost' satisfies StopReason);
        else if (cancel) this.#active.get(id)?.stop.abort('cancel' satisfies StopReason);
      }
      await this.takeUpLost();
      await this.pump();
    } catch (error) {
      log.error({ err: error }, 'leases could not be renewed');
      // Somebody else may take the runs up now; two programs on one run would be worse than none.
      if (Date.now() - this.#lastBeat > leaseSeconds * 1000)
        for (const id of mine) this.#active.get(id)?.stop.abort('lease lost' satisfies StopReason);
    }
  }

  async #endProgramsOf(run: RunRow, graceMs: number): Promise<void> {
    try {
      await endChildren(this.#options.files.folder(run.projectId), graceMs);
    } catch (error) {
      this.#options.log.error({ err: error, run: run.id }, 'programs of a run could not be ended');
    }
  }
}

import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { STAGES } from '@pace/contract';
import { EventReader, refuseUnlessDone } from '../outcome.ts';
import { solverCommand } from '../programs.ts';
import { requireResult, type SolveRequest } from '../solver.ts';
import { EventTail } from './eventTail.ts';
import { JobList } from './jobList.ts';
import {
  accountedState,
  cancelJob,
  ClusterSilent,
  isActiveState,
  largestNode,
  submit,
  type SlurmJob,
} from './jobs.ts';
import { clearRecord, readEnd, readRecord, readText, writeRecord, type JobRecord } from './record.ts';
import { batchScript, jobName, runIdOf, sbatchArguments, SLURM_FILES } from './script.ts';
import { demandOf, type Expected, type SlurmSettings } from './settings.ts';
import { isLost, timeExceeded, verdictOf } from './verdict.ts';

/** The reason of an abort that is to end the job; any other leaves it to whoever takes the run up. */
export const CANCEL = 'cancel';

/** Slurm takes less to put a job that had to leave back into the queue. */
const REQUEUE_MS = 4000;
const LOOK_MS = 500;
/** Files of a node may come late over a shared file system. */
const FILES_LATE_MS = 5000;
const CANCEL_PATIENCE_MS = 90_000;
const LOG_CHARACTERS = 4000;

export interface SlurmSolveRequest extends SolveRequest {
  runId: string;
  expected: Expected;
  /** Why it does not compute yet */
  onWaiting?: (text: string) => void;
}

/**
 * Runs the solver as jobs of a Slurm cluster. The run folder lies on a file system that the nodes see under the same path.
 * A run has one job at a time, found again by its name and folder: a worker that was restarted follows it and submits none.
 */
export class SlurmEngine {
  readonly #settings: SlurmSettings;
  readonly #list = new JobList();

  constructor(settings: SlurmSettings) {
    this.#settings = settings;
  }

  /** What one run may have. @throws EngineError, ClusterSilent */
  largestNode(): Promise<{ cores: number; memoryBytes: number }> {
    return largestNode(this.#settings.partition);
  }

  /** @throws EngineError with a sentence; the signal's reason when aborted */
  async solve(request: SlurmSolveRequest): Promise<void> {
    const folder = resolve(request.folder);
    request.signal.throwIfAborted();
    let record = await this.#find(folder, request);
    for (;;) {
      record ??= await this.#submit(folder, request, 0);
      const verdict = await this.#follow(folder, record, request);
      if (verdict !== 'time') return;
      if (record.continued >= this.#settings.continuations) {
        await clearRecord(folder);
        throw timeExceeded(described(record), record.continued + 1);
      }
      record = await this.#submit(folder, request, record.continued + 1);
    }
  }

  /**
   * Ends jobs below a folder whose runs are over: cancelled while no worker followed them.
   * @param activeRuns  asked after the cluster was, so that a run that has just begun is among them
   * @returns the numbers of the jobs that were ended
   */
  async endLeftovers(root: string, activeRuns: () => Promise<ReadonlySet<string>>): Promise<string[]> {
    const below = resolve(root) + sep;
    const jobs = (await this.#list.read(Date.now())).filter(
      ({ state, workFolder }) => isActiveState(state) && workFolder.startsWith(below),
    );
    if (jobs.length === 0) return [];
    const active = await activeRuns();
    const left = jobs.filter(({ name }) => {
      const run = runIdOf(name);
      return run !== undefined && !active.has(run);
    });
    for (const { id } of left) await cancelJob(id);
    return left.map(({ id }) => id);
  }

  /** The job this run already has, or had while nobody looked. */
  async #find(folder: string, { runId, signal }: SlurmSolveRequest): Promise<JobRecord | undefined> {
    const record = await readRecord(folder, runId);
    const jobs = (await this.#retryWhileUnavailable(signal, () => this.#list.read(Date.now()))).filter(
      ({ name, workFolder }) => name === jobName(runId) && workFolder === folder,
    );
    const active = jobs.find(({ state }) => isActiveState(state));
    const id = active?.id ?? record?.jobId ?? (record && ((await readEnd(folder))?.jobId ?? jobs.at(-1)?.id));
    if (id === undefined) return undefined;
    const found = { eventsFrom: 0, continued: 0, demand: {}, ...record, runId, jobId: id };
    await writeRecord(folder, found);
    return found;
  }

  async #submit(folder: string, request: SlurmSolveRequest, continued: number): Promise<JobRecord> {
    const { runId, expected, threads } = request;
    const demand = demandOf(expected, this.#settings, 2 ** continued);
    await clearRecord(folder);
    const record: JobRecord = {
      runId,
      eventsFrom: await sizeOf(join(folder, 'events.ndjson')),
      continued,
      demand: JSON.parse(JSON.stringify(demand)) as JobRecord['demand'],
    };
    await writeRecord(folder, record);
    const script = join(folder, SLURM_FILES.folder, SLURM_FILES.script);
    await mkdir(join(folder, SLURM_FILES.folder), { recursive: true });
    await writeFile(
      script,
      batchScript({
        solver: this.#settings.solver ?? solverCommand(),
        out: request.out ?? 'results',
        environment: {
          OMP_NUM_THREADS: String(threads),
          OPENBLAS_NUM_THREADS: String(threads),
          OMP_WAIT_POLICY: 'PASSIVE',
        },
      }),
    );
    await chmod(script, 0o755);
    const args = sbatchArguments({ runId, folder, cores: threads, demand }, this.#settings);
    const jobId = await this.#handOver(folder, args, request).catch(async (error: unknown) => {
      if (!(request.signal.aborted && error === request.signal.reason)) await clearRecord(folder);
      throw error;
    });
    const submitted = { ...record, jobId };
    await writeRecord(folder, submitted);
    return submitted;
  }

  /** An answer of sbatch may be lost after the job was taken: it is looked for before it is handed over again. */
  async #handOver(folder: string, args: string[], request: SlurmSolveRequest): Promise<string> {
    let first = true;
    return this.#retryWhileUnavailable(request.signal, async () => {
      if (!first) {
        const jobs = await this.#list.read(Date.now());
        const taken = jobs.find(
          ({ name, state, workFolder }) =>
            name === jobName(request.runId) && workFolder === folder && isActiveState(state),
        );
        if (taken) return taken.id;
      }
      first = false;
      return submit(args, folder);
    });
  }

  /** Until the job has ended. @returns 'time' if it is to be resumed in another job */
  async #follow(folder: string, record: JobRecord, request: SlurmSolveRequest): Promise<'done' | 'time'> {
    const { signal } = request;
    const id = record.jobId ?? '';
    const events = new EventReader(request.onEvent);
    const tail = new EventTail(join(folder, 'events.ndjson'), record.eventsFrom, events);
    const pace = new Pace(this.#settings);
    // An answer from before the job was handed over would not name it.
    const begun = Date.now();
    let lostSince: number | undefined;
    for (;;) {
      await tail.read();
      if (signal.aborted) {
        if (signal.reason === CANCEL) await this.#cancel(folder, id);
        throw signal.reason;
      }
      if (pace.isDue || (await readEnd(folder))?.jobId === id) {
        const job = await this.#look(id, begun, request);
        if (job !== 'silent' && (job === undefined || !isActiveState(job.state))) {
          const verdict = await this.#verdict(folder, record, job);
          // Between leaving a machine and standing in the queue again a job seems to have ended.
          if (isLost(verdict) && Date.now() - (lostSince ??= Date.now()) < REQUEUE_MS) {
            await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
            continue;
          }
          await tail.read();
          if (verdict.kind === 'time') return 'time';
          await clearRecord(folder);
          if (verdict.kind === 'failed') throw verdict.error;
          const { exitCode, stderr } = verdict;
          refuseUnlessDone({ exitCode, signal: null, stderrTail: stderr }, events);
          await requireResult(folder, request.out ?? 'results');
          return 'done';
        }
        if (job !== 'silent') lostSince = undefined;
        pace.asked(job === 'silent' ? 'silent' : `${job.state} ${job.reason}`);
        if (job !== 'silent' && job.state !== 'RUNNING' && job.state !== 'COMPLETING')
          request.onWaiting?.(`${STAGES.cluster}: ${job.reason === 'None' ? job.state : job.reason}`);
      }
      await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** @returns undefined for a job that the cluster has forgotten */
  async #look(
    id: string,
    notBefore: number,
    request: SlurmSolveRequest,
  ): Promise<Pick<SlurmJob, 'state' | 'reason'> | 'silent' | undefined> {
    try {
      const jobs = await this.#list.read(Math.max(notBefore, Date.now() - this.#settings.pollMs / 2));
      const job = jobs.find((one) => one.id === id);
      if (job) return job;
      const state = await accountedState(id);
      return state === undefined ? undefined : { state, reason: 'None' };
    } catch (error) {
      if (!(error instanceof ClusterSilent)) throw error;
      request.onWaiting?.(`${STAGES.cluster}: no answer`);
      return 'silent';
    }
  }

  async #verdict(folder: string, record: JobRecord, job: Pick<SlurmJob, 'state'> | undefined) {
    const jobId = record.jobId ?? '';
    let script = await readEnd(folder);
    for (const deadline = Date.now() + FILES_LATE_MS; script?.jobId !== jobId && Date.now() < deadline;) {
      if (job?.state === 'CANCELLED') break;
      await sleep(LOOK_MS);
      script = await readEnd(folder);
    }
    const inside = (name: string) => join(folder, SLURM_FILES.folder, name);
    const verdict = verdictOf({
      ...described(record),
      state: job?.state,
      script: script?.jobId === jobId ? script : undefined,
      log: (await readText(inside(SLURM_FILES.log))).slice(-LOG_CHARACTERS),
      warnSeconds: this.#settings.warnSeconds,
    });
    if (verdict.kind !== 'exit') return verdict;
    const stderr = (await readText(inside(SLURM_FILES.stderr))).trimEnd().slice(-LOG_CHARACTERS);
    return { ...verdict, stderr };
  }

  async #cancel(folder: string, id: string): Promise<void> {
    const deadline = Date.now() + CANCEL_PATIENCE_MS;
    let isAsked = false;
    while (Date.now() < deadline) {
      try {
        if (!isAsked) await cancelJob(id);
        isAsked = true;
        const job = (await this.#list.read(Date.now())).find((one) => one.id === id);
        if (!job || !isActiveState(job.state)) break;
      } catch (error) {
        // A job that has just ended cannot be cancelled; one of a silent cluster is ended by a later look for leftovers.
        if (!(error instanceof ClusterSilent)) break;
      }
      await sleep(LOOK_MS);
    }
    await clearRecord(folder);
  }

  /** Asks again while the cluster is silent. */
  async #retryWhileUnavailable<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
    for (let wait = this.#settings.pollMs; ; wait = Math.min(2 * wait, this.#settings.slowestPollMs)) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof ClusterSilent)) throw error;
      }
      await sleep(wait, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) throw signal.reason;
    }
  }
}

/** When to ask the cluster next: seldom while nothing changes. */
class Pace {
  readonly #settings: Pick<SlurmSettings, 'pollMs' | 'slowestPollMs'>;
  #wait: number;
  #next = 0;
  #last = '';

  constructor(settings: Pick<SlurmSettings, 'pollMs' | 'slowestPollMs'>) {
    this.#settings = settings;
    this.#wait = settings.pollMs;
  }

  get isDue(): boolean {
    return Date.now() >= this.#next;
  }

  asked(answer: string): void {
    const { pollMs, slowestPollMs } = this.#settings;
    this.#wait = answer === this.#last ? Math.min(1.5 * this.#wait, slowestPollMs) : pollMs;
    this.#last = answer;
    this.#next = Date.now() + this.#wait;
  }
}

function described({ jobId, demand }: JobRecord) {
  return { jobId: jobId ?? '', demand: { minutes: demand.minutes, megabytes: demand.megabytes } };
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

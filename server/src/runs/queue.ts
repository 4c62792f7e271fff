import { setTimeout as delay } from 'node:timers/promises';
import PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import type { ExecuteSql } from '../storage/database.ts';

const LAUNCH = 'launch-run';
const RECONCILE = 'reconcile-runs';

/**
 * Durable short jobs: "a run waits" and "look for lost runs". A job never lasts as long as a solver does: the queue
 * would take an hour-long job for dead and start a second solver. What runs for hours is known by the `runs` table.
 */
export interface RunQueue {
  announce(runId: string): Promise<void>;
  close(): Promise<void>;
}

export interface QueueWork {
  launch(): Promise<void>;
  reconcile(): Promise<void>;
}

/** How often reconciling is asked for, by whichever process is first. */
const RECONCILE_SECONDS = 60;
const EXPIRE_SECONDS = 60;

/** @param work absent in a process that only announces */
export async function openQueue(
  executeSql: ExecuteSql,
  work: QueueWork | undefined,
  log: Logger,
): Promise<RunQueue> {
  // Its own schedule and workers do not wait for the answer when a job is marked as done: a database that is away just then
  // would end the process by a rejection that nobody handles (pg-boss issue 577; the version that waits needs Node 22).
  const boss = new PgBoss({ db: { executeSql }, schedule: false });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  await boss.start();
  await boss.createQueue(LAUNCH, {
    name: LAUNCH,
    retryLimit: 5,
    retryBackoff: true,
    expireInSeconds: EXPIRE_SECONDS,
  });
  await boss.createQueue(RECONCILE, { name: RECONCILE, retryLimit: 0, expireInSeconds: EXPIRE_SECONDS });
  const workers = work
    ? [
        new JobWorker({ boss, queue: LAUNCH, pollingSeconds: 2, work: () => work.launch(), log }),
        new JobWorker({ boss, queue: RECONCILE, pollingSeconds: 10, work: () => work.reconcile(), log }),
      ]
    : [];
  const askToReconcile = (): void => {
    boss
      .send(RECONCILE, {}, { singletonSeconds: RECONCILE_SECONDS })
      .catch((error: unknown) => log.warn({ err: error }, 'reconciling could not be asked for'));
  };
  const clock = work && setInterval(askToReconcile, (RECONCILE_SECONDS / 2) * 1000);
  if (work) askToReconcile();
  return {
    announce: async (runId) => {
      await boss.send(LAUNCH, { runId });
      workers[0]?.wake();
    },
    close: async () => {
      clearInterval(clock);
      await Promise.all(workers.map((worker) => worker.stop()));
      await boss.stop({ graceful: false, close: false });
    },
  };
}

/** How long a process that stops waits for the job that it does now. */
const LAST_JOB_MS = 5_000;

interface Jobs {
  readonly boss: PgBoss;
  readonly queue: string;
  readonly pollingSeconds: number;
  readonly work: () => Promise<void>;
  readonly log: Logger;
}

/** Takes the jobs of a queue one after the other. Whatever the database answers, it only ends when it is stopped. */
class JobWorker {
  readonly #jobs: Jobs;
  readonly #ended: Promise<void>;
  #stopped = false;
  #wake = (): void => undefined;

  constructor(jobs: Jobs) {
    this.#jobs = jobs;
    this.#ended = this.#run();
  }

  /** Looks for a job now, and not only at its next turn. */
  wake(): void {
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake();
    await Promise.race([this.#ended, delay(LAST_JOB_MS, undefined, { ref: false })]);
  }

  async #run(): Promise<void> {
    const { boss, queue, pollingSeconds, log } = this.#jobs;
    while (!this.#stopped) {
      const woken = new AbortController();
      this.#wake = () => woken.abort();
      const turn = delay(pollingSeconds * 1000, undefined, { signal: woken.signal }).catch(() => undefined);
      try {
        for (const job of await boss.fetch(queue)) await this.#do(job.id);
      } catch (error) {
        // The job expires and comes again, or reconciling finds its run.
        log.error({ err: error, queue }, 'job queue');
      }
      await turn;
    }
  }

  async #do(jobId: string): Promise<void> {
    const { boss, queue, work } = this.#jobs;
    try {
      await work();
    } catch (error) {
      this.#jobs.log.error({ err: error, queue }, 'job queue');
      await boss.fail(queue, jobId, { message: String(error) });
      return;
    }
    await boss.complete(queue, jobId);
  }
}

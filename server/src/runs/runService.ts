import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../storage/database.ts';
import type { RunInput, RunRow } from '../storage/schema.ts';
import type { Dispatcher } from './dispatcher.ts';
import { currentRequest } from '../requestContext.ts';
import type { RunQueue } from './queue.ts';
import { insertRun, requestCancel } from './runRows.ts';
import { isActive } from './readRuns.ts';

const LOOK_AGAIN_MS = 200;

/** Where commands start and stop runs. */
export class RunService {
  readonly #db: Database;
  readonly #queue: RunQueue;
  readonly #dispatcher: Pick<Dispatcher, 'stop'> | undefined;

  /** @param dispatcher of this process, if it works on runs itself; others see in the row what is wished */
  constructor(db: Database, queue: RunQueue, dispatcher?: Pick<Dispatcher, 'stop'>) {
    this.#db = db;
    this.#queue = queue;
    this.#dispatcher = dispatcher;
  }

  /** @throws Problem RUN_ACTIVE */
  async start(upload: { id: string; projectId: string }, input: RunInput): Promise<RunRow> {
    const run = await insertRun(
      this.#db,
      { projectId: upload.projectId, uploadId: upload.id, requestId: currentRequest() },
      input,
    );
    await this.#queue.announce(run.id);
    return run;
  }

  /**
   * Cancels the active run of a project, its solver run first, or this one run, and waits up to `waitMs` for its programs
   * to end.
   * @returns false if there was none
   */
  async cancel(of: { projectId: string } | { runId: string }, waitMs: number): Promise<boolean> {
    const run = await requestCancel(this.#db, of);
    if (!run) return false;
    if (run.status === 'Cancelled') return true;
    const deadline = performance.now() + waitMs;
    void this.#dispatcher?.stop(run.id);
    while ((await isActive(this.#db, run.id)) && performance.now() < deadline) await sleep(LOOK_AGAIN_MS);
    return true;
  }

  /** Of a project that is to be gone: a solver run that waits for its mesher run, and that one too. */
  async cancelAll(projectId: string, waitMs: number): Promise<void> {
    if (await this.cancel({ projectId }, waitMs)) await this.cancel({ projectId }, waitMs);
  }
}

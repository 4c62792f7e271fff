import PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import type { ExecuteSql } from '../storage/database.ts';

const LAUNCH = 'launch-run';
const RECONCILE = 'reconcile-runs';

/**
 * Durable short jobs: "a run waits" and "look for lost runs". A job never lasts as long as a solver does: the queue
 * would take an hour-long job for dead and start a second solver. What runs for hours is told by the `runs` table.
 */
export interface RunQueue {
  announce(runId: string): Promise<void>;
  close(): Promise<void>;
}

export interface QueueWork {
  launch(): Promise<void>;
  reconcile(): Promise<void>;
}

/** @param work absent in a process that only announces */
export async function openQueue(
  executeSql: ExecuteSql,
  work: QueueWork | undefined,
  log: Logger,
): Promise<RunQueue> {
  const boss = new PgBoss({ db: { executeSql } });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  await boss.start();
  await boss.createQueue(LAUNCH, { name: LAUNCH, retryLimit: 5, retryBackoff: true, expireInSeconds: 60 });
  await boss.createQueue(RECONCILE, { name: RECONCILE, retryLimit: 0, expireInSeconds: 60 });
  const worker = work && (await boss.work(LAUNCH, { pollingIntervalSeconds: 2 }, () => work.launch()));
  if (work) await boss.work(RECONCILE, { pollingIntervalSeconds: 10 }, () => work.reconcile());
  await boss.schedule(RECONCILE, '* * * * *');
  return {
    announce: async (runId) => {
      await boss.send(LAUNCH, { runId });
      if (worker !== undefined) boss.notifyWorker(worker);
    },
    close: () => boss.stop({ graceful: false, close: false }),
  };
}

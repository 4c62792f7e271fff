import { ACTIVE_STATUSES, type Priority } from '@pace/contract';
import type { QueueFacts, RunFacts, WorkerFacts } from '../../presenters/admin.ts';
import { problem } from '../../problem.ts';
import { activeRuns, endedRuns, findRun } from '../../runs/readRuns.ts';
import { setPriority } from '../../runs/runRows.ts';
import { queuePosition } from '../../runs/schedule.ts';
import { reservedBytes } from '../../runs/scheduleRows.ts';
import { listWorkers } from '../../runs/workerRows.ts';
import type { Caller, Services } from '../../services.ts';
import { recordAudit } from '../../storage/audit.ts';
import { identify } from '../../storage/processIdentity.ts';
import type { UserRow } from '../../storage/schema.ts';

const RECENT = 20;

/** What waits, runs and has just ended, and who works on it. */
export async function readQueue(services: Services): Promise<QueueFacts> {
  const activeRows: RunFacts[] = [];
  for (const row of await activeRuns(services.db))
    activeRows.push({
      ...row,
      queuePosition: row.run.status === 'Queued' ? await queuePosition(services.db, row.run) : undefined,
    });
  const recent = await endedRuns(services.db, RECENT);
  return {
    active: activeRows,
    recent: recent.map((row) => ({ ...row, queuePosition: undefined })),
    workers: await readWorkers(services),
    thisServer: identify(process.pid),
  };
}

async function readWorkers({ db }: Services): Promise<WorkerFacts[]> {
  const workers = await listWorkers(db);
  const hosts = [...new Set(workers.map(({ host }) => host))];
  const reserved = new Map<string, number>();
  for (const host of hosts) reserved.set(host, await reservedBytes(db, host));
  return workers.map((worker) => ({ ...worker, reservedBytes: reserved.get(worker.host) ?? 0 }));
}

/** Stops a run, whoever started it. */
export async function cancelAnyRun(
  services: Services,
  admin: UserRow,
  runId: string,
  caller: Caller,
): Promise<void> {
  const run = await findRun(services.db, runId);
  if (!run) throw problem('NOT_FOUND.run');
  if (!ACTIVE_STATUSES.includes(run.status) || !(await services.runs.cancel({ runId }, 0)))
    throw problem('RUN_NOT_ACTIVE.ended');
  await recordAudit(services.db, {
    action: 'run cancelled by an administrator',
    userId: admin.id,
    subject: run.projectId,
    address: caller.address,
  });
}

/** Puts a waiting run before or after everybody else's. */
export async function prioritizeRun(
  services: Services,
  admin: UserRow,
  { id, priority }: { id: string; priority: Priority },
  caller: Caller,
): Promise<void> {
  const run = await setPriority(services.db, id, priority);
  if (!run) throw problem('RUN_NOT_ACTIVE.notWaiting');
  await recordAudit(services.db, {
    action: 'priority of a run set',
    userId: admin.id,
    subject: run.projectId,
    address: caller.address,
  });
}

import { ACTIVE_STATUSES, type Priority } from '@pace/contract';
import { asc, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { QueueFacts, RunFacts, WorkerFacts } from '../../presenters/admin.ts';
import { problem } from '../../problem.ts';
import { queuePosition, reservedBytes } from '../../runs/schedule.ts';
import { setPriority } from '../../runs/runRows.ts';
import { listWorkers } from '../../runs/workerRows.ts';
import type { Caller, Services } from '../../services.ts';
import { recordAudit } from '../../storage/audit.ts';
import { identify } from '../../storage/processIdentity.ts';
import { projects, runs, users, type UserRow } from '../../storage/schema.ts';

const RECENT = 20;
const active = [...ACTIVE_STATUSES];

/** What waits, runs and has just ended, and who works on it. */
export async function readQueue(services: Services): Promise<QueueFacts> {
  const rows = () =>
    services.db
      .select({ run: runs, projectName: projects.name, ownerEmail: users.email })
      .from(runs)
      .innerJoin(projects, eq(projects.id, runs.projectId))
      .innerJoin(users, eq(users.id, projects.ownerId));
  const activeRows: RunFacts[] = [];
  for (const row of await rows().where(inArray(runs.status, active)).orderBy(asc(runs.sequence)))
    activeRows.push({
      ...row,
      queuePosition: row.run.status === 'Queued' ? await queuePosition(services.db, row.run) : undefined,
    });
  const recent = await rows()
    .where(notInArray(runs.status, active))
    .orderBy(desc(sql`coalesce(${runs.endedAt}, ${runs.createdAt})`), desc(runs.sequence))
    .limit(RECENT);
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
  const [run] = await services.db.select().from(runs).where(eq(runs.id, runId));
  if (!run) throw problem('NOT_FOUND.run');
  if (!active.includes(run.status) || !(await services.runs.cancel({ runId }, 0)))
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

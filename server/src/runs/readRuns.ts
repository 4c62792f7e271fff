import { ACTIVE_STATUSES } from '@pace/contract';
import { and, asc, count, desc, eq, inArray, isNotNull, lt, min, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../storage/database.ts';
import { projects, RUN_KINDS, runs, users, type RunKind, type RunRow } from '../storage/schema.ts';

/** Runs of all projects, as workers, administrators and metrics look at them. What changes a run is in runRows. */

const active = [...ACTIVE_STATUSES];
const leased = inArray(runs.status, ['Starting', 'Running']);

export async function findRun(db: Database, id: string): Promise<RunRow | undefined> {
  const [run] = await db.select().from(runs).where(eq(runs.id, id));
  return run;
}

export async function isActive(db: Database, runId: string): Promise<boolean> {
  const [row] = await db.select({ status: runs.status }).from(runs).where(eq(runs.id, runId));
  return row !== undefined && ACTIVE_STATUSES.includes(row.status);
}

/** Runs of this owner that are to be cancelled. */
export async function cancelledOf(db: Database, owner: string): Promise<string[]> {
  const rows = await db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.leaseOwner, owner), leased, isNotNull(runs.cancelRequestedAt)));
  return rows.map(({ id }) => id);
}

/** Runs somebody holds, with whether the lease has run out. */
export async function heldRuns(db: Database): Promise<(RunRow & { expired: boolean })[]> {
  const rows = await db
    .select({ run: runs, expired: sql<boolean>`${lt(runs.leaseExpiresAt, sql`now()`)}` })
    .from(runs)
    .where(leased);
  return rows.map(({ run, expired }) => ({ ...run, expired }));
}

/** Runs that have not ended. */
export async function activeRunIds(db: Database): Promise<Set<string>> {
  const rows = await db
    .select({ id: runs.id })
    .from(runs)
    .where(inArray(runs.status, [...ACTIVE_STATUSES]));
  return new Set(rows.map(({ id }) => id));
}

export interface OwnedRun {
  run: RunRow;
  projectName: string;
  ownerEmail: string;
}

const ownedRuns = (db: Database) =>
  db
    .select({ run: runs, projectName: projects.name, ownerEmail: users.email })
    .from(runs)
    .innerJoin(projects, eq(projects.id, runs.projectId))
    .innerJoin(users, eq(users.id, projects.ownerId));

/** Runs that have not ended, in the order in which they were started. */
export async function activeRuns(db: Database): Promise<OwnedRun[]> {
  return ownedRuns(db).where(inArray(runs.status, active)).orderBy(asc(runs.sequence));
}

/** The runs that ended last. */
export async function endedRuns(db: Database, limit: number): Promise<OwnedRun[]> {
  return ownedRuns(db)
    .where(notInArray(runs.status, active))
    .orderBy(desc(sql`coalesce(${runs.endedAt}, ${runs.createdAt})`), desc(runs.sequence))
    .limit(limit);
}

/** Every run of a project, oldest first, without its input. */
export async function runHistoryOf(db: Database, projectId: string) {
  return db
    .select({
      kind: runs.kind,
      status: runs.status,
      detail: runs.detail,
      created: runs.createdAt,
      started: runs.startedAt,
      ended: runs.endedAt,
    })
    .from(runs)
    .where(eq(runs.projectId, projectId))
    .orderBy(asc(runs.sequence));
}

/** How many runs have one of these statuses; every kind is there. */
export async function countByKind(
  db: Database,
  statuses: readonly RunRow['status'][],
): Promise<Map<RunKind, number>> {
  const rows = await db
    .select({ kind: runs.kind, n: count() })
    .from(runs)
    .where(inArray(runs.status, [...statuses]))
    .groupBy(runs.kind);
  return ofEveryKind(rows.map(({ kind, n }) => [kind, n]));
}

/** How long the oldest waiting run of each kind has waited [s]; every kind is there. */
export async function longestWaits(db: Database): Promise<Map<RunKind, number>> {
  const rows = await db
    .select({
      kind: runs.kind,
      seconds: sql<number>`extract(epoch from now() - ${min(runs.createdAt)})::float8`,
    })
    .from(runs)
    .where(eq(runs.status, 'Queued'))
    .groupBy(runs.kind);
  return ofEveryKind(rows.map(({ kind, seconds }) => [kind, seconds]));
}

const ofEveryKind = (values: readonly [RunKind, number][]) =>
  new Map<RunKind, number>([...RUN_KINDS.map((kind): [RunKind, number] => [kind, 0]), ...values]);

/** How many runs wait for what; null where that is not known yet. */
export async function countWaiting(db: Database): Promise<{ reason: RunRow['waitingFor']; n: number }[]> {
  return db
    .select({ reason: runs.waitingFor, n: count() })
    .from(runs)
    .where(eq(runs.status, 'Queued'))
    .groupBy(runs.waitingFor);
}

/** Runs whose worker has not renewed its lease in time. */
export async function countExpiredLeases(db: Database): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(runs)
    .where(sql`${runs.status} in ('Starting', 'Running') and ${runs.leaseExpiresAt} < now()`);
  return row?.n ?? 0;
}

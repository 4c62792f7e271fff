import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../storage/database.ts';
import { projects, runs, users, type RunKind } from '../storage/schema.ts';

/** What the queue is decided by, as the database has it. */

/** What was used so long ago counts half. */
const HALF_LIFE_SECONDS = 6 * 3600;
const FORGOTTEN_AFTER_HALF_LIVES = 8;
/** Workers choose one after the other: two that chose at once would both give away the same memory. */
const TURN_KEY = 7_206_001;

/** Until the transaction ends, nobody else chooses. */
export async function takeTurn(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${TURN_KEY})`);
}

export async function isAnyWaiting(db: Database, kinds: readonly RunKind[]): Promise<boolean> {
  const rows = await db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.status, 'Queued'), inArray(runs.kind, [...kinds])))
    .limit(1);
  return rows.length > 0;
}

/** Of every run that has not ended, what its turn depends on. */
export async function activeRunsOf(db: Database, kinds: readonly RunKind[]) {
  return db
    .select({
      id: runs.id,
      kind: runs.kind,
      status: runs.status,
      input: runs.input,
      personId: projects.ownerId,
      userType: users.userType,
      priority: runs.priority,
      sequence: runs.sequence,
      waitingFor: runs.waitingFor,
      detail: runs.detail,
      assessedAt: runs.assessedAt,
      estimatedBytes: runs.estimatedBytes,
      estimatedSeconds: runs.estimatedSeconds,
      cores: runs.cores,
      reservedBytes: runs.reservedBytes,
      reservedOn: runs.reservedOn,
      waitedSeconds: sql<number>`extract(epoch from now() - ${runs.createdAt})::float8`,
      elapsedSeconds: sql<number>`coalesce(extract(epoch from now() - ${runs.claimedAt}), 0)::float8`,
    })
    .from(runs)
    .innerJoin(projects, eq(projects.id, runs.projectId))
    .innerJoin(users, eq(users.id, projects.ownerId))
    .where(and(inArray(runs.status, ['Queued', 'Starting', 'Running']), inArray(runs.kind, [...kinds])));
}

/** Memory that solvers have reserved on a machine. */
export async function reservedBytes(db: Database, host: string): Promise<number> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${runs.reservedBytes}), 0)::float8` })
    .from(runs)
    .where(and(eq(runs.reservedOn, host), inArray(runs.status, ['Starting', 'Running'])));
  return row?.sum ?? 0;
}

/** Core-seconds a person, less the longer ago. One person alone needs none: there is nobody to be fair to. */
export async function usedLately(
  db: Database,
  kinds: readonly RunKind[],
  people: string[],
): Promise<Map<string, number>> {
  if (people.length < 2) return new Map();
  const age = sql`extract(epoch from now() - coalesce(${runs.endedAt}, now()))`;
  const rows = await db
    .select({
      personId: projects.ownerId,
      coreSeconds: sql<number>`sum(${runs.coreSeconds} * power(0.5, ${age} / ${HALF_LIFE_SECONDS}))::float8`,
    })
    .from(runs)
    .innerJoin(projects, eq(projects.id, runs.projectId))
    .where(
      and(
        inArray(projects.ownerId, people),
        inArray(runs.kind, [...kinds]),
        sql`${age} < ${HALF_LIFE_SECONDS * FORGOTTEN_AFTER_HALF_LIVES}`,
      ),
    )
    .groupBy(projects.ownerId);
  return new Map(rows.map(({ personId, coreSeconds }) => [personId, coreSeconds]));
}

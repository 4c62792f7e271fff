import { asc, eq, lt, sql } from 'drizzle-orm';
import { SERVER_VERSION } from '../config/version.ts';
import type { Database } from '../storage/database.ts';
import { isAlive, isOnThisHost, parseIdentity } from '../storage/processIdentity.ts';
import { workers, type WorkerRow } from '../storage/schema.ts';

/** Who works on runs, to be seen by operators. Nothing is decided by it: whose a run is, its lease says. */

/** A worker that went without a word is shown for so long. */
const SEEN_HOURS = 24;

export type WorkerFacts = Omit<WorkerRow, 'startedAt' | 'heartbeatAt' | 'version'>;

/** Says that this worker lives, and what it can do. */
export async function reportWorker(db: Database, facts: WorkerFacts): Promise<void> {
  const { owner, ...rest } = facts;
  const now = { ...rest, version: SERVER_VERSION, heartbeatAt: sql`now()` };
  await db
    .insert(workers)
    .values({ owner, ...now })
    .onConflictDoUpdate({ target: workers.owner, set: now });
}

/** It has stopped in good order. */
export async function removeWorker(db: Database, owner: string): Promise<void> {
  await db.delete(workers).where(eq(workers.owner, owner));
}

/** Removes those that are known to be gone: processes of this machine that live no more, and those silent for a day. */
export async function forgetWorkers(db: Database): Promise<void> {
  await db.delete(workers).where(lt(workers.heartbeatAt, sql`now() - make_interval(hours => ${SEEN_HOURS})`));
  for (const { owner } of await db.select({ owner: workers.owner }).from(workers)) {
    const identity = parseIdentity(owner);
    if (identity && isOnThisHost(identity) && !isAlive(identity)) await removeWorker(db, owner);
  }
}

export interface ListedWorker extends WorkerRow {
  /** Since it last reported */
  silentSeconds: number;
  /** For longer than its leases last */
  isSilent: boolean;
}

/** In the order they came. */
export async function listWorkers(db: Database): Promise<ListedWorker[]> {
  const rows = await db
    .select({
      worker: workers,
      silentSeconds: sql<number>`extract(epoch from now() - ${workers.heartbeatAt})::float8`,
    })
    .from(workers)
    .orderBy(asc(workers.startedAt), asc(workers.owner));
  return rows.map(({ worker, silentSeconds }) => ({
    ...worker,
    silentSeconds,
    isSilent: silentSeconds > worker.leaseSeconds,
  }));
}

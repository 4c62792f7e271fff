import { ACTIVE_STATUSES, USER_TYPES, type ErrorCode } from '@pace/contract';
import { and, count, eq, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { randomUUID } from 'node:crypto';
import { Problem } from '../problem.ts';
import type { Database } from '../storage/database.ts';
import { projects, runs, users, type RunInput, type RunKind, type RunRow } from '../storage/schema.ts';
import { held } from './lease.ts';

/** Every change of a run's row. What its worker writes is fenced by the lease: after losing it, nothing is written. */

/** Kinds that share a slot: meshing and reading meshes, or solving. */
export const SLOTS = { mesher: ['mesher', 'import'], solver: ['solver'] } as const satisfies Record<
  string,
  readonly RunKind[]
>;
export type Slot = keyof typeof SLOTS;
export const slotOf = (kind: RunKind): Slot => (kind === 'solver' ? 'solver' : 'mesher');

const leased = inArray(runs.status, ['Starting', 'Running']);
const leaseEnd = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

/** @throws Problem RUN_ACTIVE if the project already has a run that has not ended */
export async function insertRun(
  db: Database,
  of: { projectId: string; uploadId: string; requestId?: string | undefined },
  input: RunInput,
): Promise<RunRow> {
  const [row] = await db
    .insert(runs)
    .values({ id: randomUUID(), ...of, kind: input.kind, input })
    .onConflictDoNothing()
    .returning();
  if (!row)
    throw new Problem(
      'RUN_ACTIVE',
      'This project is being computed. Wait for the end or cancel the run first.',
    );
  return row;
}

/**
 * Takes the oldest waiting run of a slot, if there is one; no two workers get the same. A person who has as many running
 * as one may have waits while others pass; administrators do not.
 */
export async function claimRun(
  db: Database,
  slot: Slot,
  owner: string,
  leaseSeconds: number,
  runningPerPerson: number = Number.MAX_SAFE_INTEGER,
): Promise<RunRow | undefined> {
  const others = alias(runs, 'others');
  const otherProjects = alias(projects, 'other_projects');
  const runningOfOwner = db
    .select({ n: count() })
    .from(others)
    .innerJoin(otherProjects, eq(otherProjects.id, others.projectId))
    .where(
      and(
        eq(otherProjects.ownerId, projects.ownerId),
        inArray(others.status, ['Starting', 'Running']),
        inArray(others.kind, [...SLOTS[slot]]),
      ),
    );
  const next = db
    .select({ id: runs.id })
    .from(runs)
    .innerJoin(projects, eq(projects.id, runs.projectId))
    .innerJoin(users, eq(users.id, projects.ownerId))
    .where(
      and(
        eq(runs.status, 'Queued'),
        inArray(runs.kind, [...SLOTS[slot]]),
        or(eq(users.userType, USER_TYPES.admin), sql`(${runningOfOwner}) < ${runningPerPerson}`),
      ),
    )
    .orderBy(runs.sequence)
    .limit(1)
    .for('update', { of: runs, skipLocked: true });
  const [row] = await db
    .update(runs)
    .set({
      status: 'Starting',
      detail: '',
      fraction: 0,
      attempt: sql`${runs.attempt} + 1`,
      leaseOwner: owner,
      leaseExpiresAt: leaseEnd(leaseSeconds),
      heartbeatAt: sql`now()`,
      startedAt: sql`coalesce(${runs.startedAt}, now())`,
    })
    .where(inArray(runs.id, next))
    .returning();
  return row;
}

/** Renews every lease of this owner; answers which runs it still holds and which of them are to be cancelled. */
export async function renewLeases(db: Database, owner: string, leaseSeconds: number) {
  const rows = await db
    .update(runs)
    .set({ leaseExpiresAt: leaseEnd(leaseSeconds), heartbeatAt: sql`now()` })
    .where(and(eq(runs.leaseOwner, owner), leased))
    .returning({ id: runs.id, cancelRequestedAt: runs.cancelRequestedAt });
  return rows.map((row) => ({ id: row.id, cancel: row.cancelRequestedAt !== null }));
}

export interface RunProgress {
  detail?: string;
  fraction?: number;
}

export async function writeProgress(db: Database, run: RunRow, progress: RunProgress): Promise<void> {
  await db
    .update(runs)
    .set({ status: 'Running', ...progress })
    .where(held(run));
}

export type RunEnd =
  | { status: 'Finished'; converged?: boolean | undefined }
  | { status: 'Error'; code: ErrorCode; detail: string }
  | { status: 'Cancelled' };

/** Ends a run its worker holds. @returns false if the lease was lost meanwhile */
export async function endRun(db: Database, run: RunRow, end: RunEnd): Promise<boolean> {
  const ended = await db
    .update(runs)
    .set({ ...endValues(end), ...released() })
    .where(held(run))
    .returning({ id: runs.id });
  return ended.length === 1;
}

/** Puts a run back into the queue, or ends it if it was to be cancelled; `countAttempt` false when its worker stopped in good order. */
export async function requeueRun(
  db: Database,
  run: RunRow,
  { countAttempt }: { countAttempt: boolean },
): Promise<boolean> {
  const again = await db
    .update(runs)
    .set({
      status: sql`case when ${runs.cancelRequestedAt} is null then 'Queued' else 'Cancelled' end`,
      endedAt: sql`case when ${runs.cancelRequestedAt} is null then null else now() end`,
      detail: '',
      fraction: null,
      attempt: countAttempt ? run.attempt : run.attempt - 1,
      ...released(),
    })
    .where(held(run))
    .returning({ id: runs.id });
  return again.length === 1;
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

/** Cancels at once what waits; of what runs, asks its worker. @returns the run, if there was one to cancel */
export async function requestCancel(db: Database, projectId: string): Promise<RunRow | undefined> {
  const [waiting] = await db
    .update(runs)
    .set({ ...endValues({ status: 'Cancelled' }), ...released() })
    .where(and(eq(runs.projectId, projectId), eq(runs.status, 'Queued')))
    .returning();
  if (waiting) return waiting;
  const [running] = await db
    .update(runs)
    .set({ cancelRequestedAt: sql`now()` })
    .where(and(eq(runs.projectId, projectId), leased))
    .returning();
  return running;
}

export async function isActive(db: Database, runId: string): Promise<boolean> {
  const [row] = await db.select({ status: runs.status }).from(runs).where(eq(runs.id, runId));
  return row !== undefined && ACTIVE_STATUSES.includes(row.status);
}

/** 1 for the next to start. */
export async function queuePosition(db: Database, run: Pick<RunRow, 'kind' | 'sequence'>): Promise<number> {
  const [row] = await db
    .select({ before: count() })
    .from(runs)
    .where(
      and(
        eq(runs.status, 'Queued'),
        inArray(runs.kind, [...SLOTS[slotOf(run.kind)]]),
        lt(runs.sequence, run.sequence),
      ),
    );
  return (row?.before ?? 0) + 1;
}

function released() {
  return { leaseOwner: null, leaseExpiresAt: null };
}

function endValues(end: RunEnd) {
  const endedAt = sql`now()`;
  switch (end.status) {
    case 'Finished':
      return {
        status: end.status,
        detail: 'Finished',
        fraction: 1,
        converged: end.converged ?? null,
        code: null,
        endedAt,
      };
    case 'Error':
      return { status: end.status, detail: end.detail, code: end.code, endedAt };
    case 'Cancelled':
      return { status: end.status, detail: 'Cancelled', endedAt };
  }
}

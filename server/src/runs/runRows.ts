import { ACTIVE_STATUSES, messageOf, type Priority, type WaitingFor } from '@pace/contract';
import { and, asc, desc, eq, inArray, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { randomUUID } from 'node:crypto';
import { runActive } from '../policies/runRules.ts';
import type { EngineProblem } from '../problem.ts';
import type { Database } from '../storage/database.ts';
import { projects, runs, type RunInput, type RunKind, type RunRow } from '../storage/schema.ts';
import { held } from './lease.ts';

/** Every change of a run's row, and none elsewhere. What its worker writes is fenced by the lease: after losing it, nothing is written. */

/** Kinds that share a slot: meshing and reading meshes, or solving. */
export const SLOTS = { mesher: ['mesher', 'import'], solver: ['solver'] } as const satisfies Record<
  string,
  readonly RunKind[]
>;
export type Slot = keyof typeof SLOTS;
export const slotOf = (kind: RunKind): Slot => (kind === 'solver' ? 'solver' : 'mesher');

/** A mesher run of the same project that has not ended. */
const meshers = alias(runs, 'meshers');
const isMeshing = and(
  eq(meshers.projectId, runs.projectId),
  ne(meshers.kind, 'solver'),
  inArray(meshers.status, [...ACTIVE_STATUSES]),
);

const leased = inArray(runs.status, ['Starting', 'Running']);
const leaseEnd = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

/**
 * A solver run may wait for the mesher run of its project; otherwise a project has one run at a time.
 * @throws Problem RUN_ACTIVE if the project already has a run that has not ended
 */
export async function insertRun(
  db: Database,
  of: { projectId: string; uploadId: string; requestId?: string | undefined },
  input: RunInput,
): Promise<RunRow> {
  return db.transaction(async (tx) => {
    // Two starts at the same time take their turns.
    await tx.select({ id: projects.id }).from(projects).where(eq(projects.id, of.projectId)).for('update');
    const others = await tx
      .select({ kind: runs.kind })
      .from(runs)
      .where(and(eq(runs.projectId, of.projectId), inArray(runs.status, [...ACTIVE_STATUSES])));
    const mayWait = input.kind === 'solver' && input.awaitsMesh === true;
    const inTheWay = others.find(({ kind }) => kind === 'solver' || !mayWait);
    if (inTheWay) throw runActive(inTheWay.kind);
    const [row] = await tx
      .insert(runs)
      .values({ id: randomUUID(), ...of, kind: input.kind, input })
      .returning();
    if (!row) throw new Error('the database did not return the new run');
    return row;
  });
}

/** A project's copy shows the run of the mesh that it has, as it was. */
export async function copyRun(
  db: Database,
  { kind, input, status, startedAt, endedAt }: RunRow,
  of: { projectId: string; uploadId: string },
): Promise<void> {
  await db.insert(runs).values({ id: randomUUID(), ...of, kind, input, status, startedAt, endedAt });
}

/** What the run is given when it begins. */
export interface Grant {
  cores: number;
  reservedBytes: number;
  /** '' where a cluster counts by itself */
  reservedOn: string;
}

/** Gives a waiting run to a worker. @returns undefined if somebody else has it, or it waits no more */
export async function takeRun(
  db: Database,
  runId: string,
  owner: string,
  leaseSeconds: number,
  grant: Grant,
): Promise<RunRow | undefined> {
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
      claimedAt: sql`now()`,
      waitingFor: null,
      ...grant,
    })
    .where(and(eq(runs.id, runId), eq(runs.status, 'Queued')))
    .returning();
  return row;
}

/**
 * Gives the next waiting solver run whose need is not known to whoever asks the solver for it, for so many seconds: after
 * them another may ask. One whose project is being meshed is not next.
 * @returns undefined if there is none
 */
export async function takeForAssessment(db: Database, seconds: number): Promise<RunRow | undefined> {
  const next = db
    .select({ id: runs.id })
    .from(runs)
    .where(
      and(
        notExists(db.select({ id: meshers.id }).from(meshers).where(isMeshing)),
        eq(runs.status, 'Queued'),
        eq(runs.kind, 'solver'),
        isNull(runs.assessedAt),
        or(isNull(runs.assessingUntil), lt(runs.assessingUntil, sql`now()`)),
      ),
    )
    .orderBy(desc(runs.priority), asc(runs.sequence))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await db
    .update(runs)
    .set({ assessingUntil: sql`now() + make_interval(secs => ${seconds})` })
    .where(inArray(runs.id, next))
    .returning();
  return row;
}

/** Another may ask at once. */
export async function releaseAssessment(db: Database, runId: string): Promise<void> {
  await db.update(runs).set({ assessingUntil: null }).where(eq(runs.id, runId));
}

/** @param estimate undefined where the solver could not say */
export async function writeAssessment(
  db: Database,
  runId: string,
  estimate: { method: string | null; memoryBytes: number; seconds: number } | undefined,
): Promise<void> {
  await db
    .update(runs)
    .set({
      assessedAt: sql`now()`,
      assessingUntil: null,
      method: estimate?.method ?? null,
      estimatedBytes: estimate?.memoryBytes ?? null,
      estimatedSeconds: estimate?.seconds ?? null,
    })
    .where(eq(runs.id, runId));
}

/** A run that waited for its mesh gets the whole of its job. */
export async function writeInput(db: Database, runId: string, input: RunInput): Promise<RunRow | undefined> {
  const [row] = await db.update(runs).set({ input }).where(eq(runs.id, runId)).returning();
  return row;
}

/** Why these runs, as far as they still wait, do. */
export async function writeWaitingFor(
  db: Database,
  runIds: readonly string[],
  reason: { waitingFor: WaitingFor; detail: string },
): Promise<void> {
  await db
    .update(runs)
    .set(reason)
    .where(and(inArray(runs.id, [...runIds]), eq(runs.status, 'Queued')));
}

/** Why every waiting run does; what says so already is not written again. */
export async function writeAllWaitingFor(
  db: Database,
  reason: { waitingFor: WaitingFor; detail: string },
): Promise<void> {
  await db
    .update(runs)
    .set(reason)
    .where(and(eq(runs.status, 'Queued'), sql`${runs.waitingFor} is distinct from ${reason.waitingFor}`));
}

/** Ends a run that never began. */
export async function refuseWaiting(db: Database, runId: string, problem: EngineProblem): Promise<void> {
  await db
    .update(runs)
    .set({ ...endValues({ status: 'Error', ...problem }), ...released() })
    .where(and(eq(runs.id, runId), eq(runs.status, 'Queued')));
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
  | ({ status: 'Error' } & EngineProblem)
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

/** @returns undefined if the run does not wait */
export async function setPriority(
  db: Database,
  runId: string,
  priority: Priority,
): Promise<RunRow | undefined> {
  const [row] = await db
    .update(runs)
    .set({ priority })
    .where(and(eq(runs.id, runId), eq(runs.status, 'Queued')))
    .returning();
  return row;
}

/**
 * Cancels at once what waits; of what runs, asks its worker. A solver run that waits for a mesher run goes first, and that
 * one goes on.
 * @returns the run, if there was one to cancel
 */
export async function requestCancel(
  db: Database,
  of: { projectId: string } | { runId: string },
): Promise<RunRow | undefined> {
  const which = 'runId' in of ? eq(runs.id, of.runId) : eq(runs.projectId, of.projectId);
  const [active] = await db
    .select({ id: runs.id })
    .from(runs)
    .where(and(which, inArray(runs.status, [...ACTIVE_STATUSES])))
    .orderBy(desc(sql`${runs.kind} = 'solver'`))
    .limit(1);
  if (!active) return undefined;
  const [waiting] = await db
    .update(runs)
    .set({ ...endValues({ status: 'Cancelled' }), ...released() })
    .where(and(eq(runs.id, active.id), eq(runs.status, 'Queued')))
    .returning();
  if (waiting) return waiting;
  const [running] = await db
    .update(runs)
    .set({ cancelRequestedAt: sql`now()` })
    .where(and(eq(runs.id, active.id), leased))
    .returning();
  return running;
}

function released() {
  return {
    leaseOwner: null,
    leaseExpiresAt: null,
    coreSeconds: sql`${runs.coreSeconds} + coalesce(${runs.cores} * extract(epoch from now() - ${runs.claimedAt}), 0)`,
    claimedAt: null,
    reservedBytes: 0,
    reservedOn: '',
    waitingFor: null,
  };
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
        message: null,
        endedAt,
      };
    case 'Error':
      return {
        status: end.status,
        detail: end.detail,
        code: end.code,
        message: messageOf(end) ?? null,
        endedAt,
      };
    case 'Cancelled':
      return { status: end.status, detail: 'Cancelled', endedAt };
  }
}

import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../storage/database.ts';
import { retryWhileDatabaseUnavailable } from '../storage/databaseUnavailable.ts';
import type { Fence } from '../storage/projectFiles.ts';
import { runs, type RunRow } from '../storage/schema.ts';

/** Somebody else has taken the run up meanwhile. */
export class LeaseLost extends Error {
  constructor(run: Pick<RunRow, 'id'>) {
    super(`the run ${run.id} is no longer this worker's`);
  }
}

/** The row is still this worker's, of this attempt. */
export function held(run: RunRow) {
  return and(
    eq(runs.id, run.id),
    eq(runs.leaseOwner, run.leaseOwner ?? ''),
    eq(runs.attempt, run.attempt),
    inArray(runs.status, ['Starting', 'Running']),
  );
}

/**
 * What the fence lets through happens while the row is locked: whoever takes the run up comes before it or after it.
 * A database that is away is waited for, so the work must bear to be done twice.
 */
export function fenceOf(db: Database, run: RunRow, giveUp: AbortSignal): Fence {
  return (work) =>
    retryWhileDatabaseUnavailable(
      () =>
        db.transaction(async (tx) => {
          const rows = await tx.select({ id: runs.id }).from(runs).where(held(run)).for('update');
          if (rows.length === 0) throw new LeaseLost(run);
          return work(tx);
        }),
      giveUp,
    );
}

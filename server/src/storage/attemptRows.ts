import { eq, lt, sql } from 'drizzle-orm';
import { daysAgo } from './clock.ts';
import type { Database } from './database.ts';
import { attempts } from './schema.ts';

/** Attempts that are counted, each subject by a key of its own. */

/** After `free` attempts the next has to wait `lockSeconds`, twice as long after each further one, up to `maxLockSeconds`. */
export interface Lock {
  free: number;
  lockSeconds: number;
  maxLockSeconds: number;
}

/** 2^30 seconds are more than any lock; the exponent must not grow beyond what numbers hold. */
const MAX_DOUBLINGS = 30;

/** Counts one attempt; after a quiet time of `memorySeconds` it is the first again. @returns false while the subject is locked */
export async function countAttempt(
  db: Database,
  key: string,
  limit: Lock,
  memorySeconds: number,
): Promise<boolean> {
  const count = sql`case when ${attempts.lastAt} < now() - make_interval(secs => ${memorySeconds}) then 1 else ${attempts.count} + 1 end`;
  const lock = (n: ReturnType<typeof sql>) =>
    sql`case when ${n} >= ${limit.free}::int then now() + make_interval(secs => least(${limit.maxLockSeconds}::float8, ${limit.lockSeconds}::float8 * power(2, least(${n} - ${limit.free}::int, ${MAX_DOUBLINGS}::int)))) end`;
  const counted = await db
    .insert(attempts)
    .values({ key, count: 1, lastAt: sql`now()`, lockedUntil: lock(sql`1`) })
    .onConflictDoUpdate({
      target: attempts.key,
      set: { count, lastAt: sql`now()`, lockedUntil: lock(sql`(${count})`) },
      setWhere: sql`${attempts.lockedUntil} is null or ${attempts.lockedUntil} <= now()`,
    })
    .returning({ key: attempts.key });
  return counted.length > 0;
}

/** One attempt less; a lock that it made goes with it. */
export async function takeBackAttempt(
  db: Database,
  key: string,
  { free }: Pick<Lock, 'free'>,
): Promise<void> {
  await db
    .update(attempts)
    .set({
      count: sql`greatest(${attempts.count} - 1, 0)`,
      lockedUntil: sql`case when ${attempts.count} - 1 >= ${free} then ${attempts.lockedUntil} end`,
    })
    .where(eq(attempts.key, key));
}

export async function clearAttempts(db: Database, key: string): Promise<void> {
  await db.delete(attempts).where(eq(attempts.key, key));
}

/** Whole seconds until the lock ends; undefined if there is none. */
export async function lockedSeconds(db: Database, key: string): Promise<number | undefined> {
  const [row] = await db
    .select({ seconds: sql<number>`ceil(extract(epoch from ${attempts.lockedUntil} - now()))::int` })
    .from(attempts)
    .where(eq(attempts.key, key));
  return row?.seconds;
}

/** Removes what was counted last so many days ago. */
export async function forgetAttempts(db: Database, days: number): Promise<void> {
  await db.delete(attempts).where(lt(attempts.lastAt, daysAgo(days)));
}

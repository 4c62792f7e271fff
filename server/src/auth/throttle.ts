import { message, type MessageKey } from '@pace/contract';
import { eq, sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import { type Problem, problem } from '../problem.ts';
import type { Database } from '../storage/database.ts';
import { attempts } from '../storage/schema.ts';

/** After `free` attempts the next has to wait `lockSeconds`, twice as long after each further one, up to `maxLockSeconds`. */
export interface Limit {
  /** What is counted, as the sentence of the refusal begins: "Too many log-in attempts". */
  what: Extract<MessageKey, `tooMany.${string}`>;
  free: number;
  lockSeconds: number;
  maxLockSeconds: number;
}

/** Attempts are forgotten after a quiet time of this length. */
const MEMORY_SECONDS = 24 * 3600;
/** 2^30 seconds are more than any lock; the exponent must not grow beyond what numbers hold. */
const MAX_DOUBLINGS = 30;

/**
 * Counts attempts in the database, so that neither a restart nor a second server forgets them. An attempt is counted
 * before its work is done: many at once gain nothing. The subject (an e-mail address, a network address) is kept as a
 * hash, and an unknown account counts like a known one.
 */
export class Throttle {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Counts one attempt. @throws Problem RATE_LIMITED while the subject is locked */
  async begin(limit: Limit, subject: string): Promise<void> {
    const key = keyOf(limit, subject);
    const count = sql`case when ${attempts.lastAt} < now() - make_interval(secs => ${MEMORY_SECONDS}) then 1 else ${attempts.count} + 1 end`;
    const lock = (n: ReturnType<typeof sql>) =>
      sql`case when ${n} >= ${limit.free}::int then now() + make_interval(secs => least(${limit.maxLockSeconds}::float8, ${limit.lockSeconds}::float8 * power(2, least(${n} - ${limit.free}::int, ${MAX_DOUBLINGS}::int)))) end`;
    const counted = await this.#db
      .insert(attempts)
      .values({ key, count: 1, lastAt: sql`now()`, lockedUntil: lock(sql`1`) })
      .onConflictDoUpdate({
        target: attempts.key,
        set: { count, lastAt: sql`now()`, lockedUntil: lock(sql`(${count})`) },
        setWhere: sql`${attempts.lockedUntil} is null or ${attempts.lockedUntil} <= now()`,
      })
      .returning({ key: attempts.key });
    if (counted.length === 0) throw await this.#refusal(limit, key);
  }

  /** The attempt was a good one: it does not count. */
  async takeBack(limit: Limit, subject: string): Promise<void> {
    await this.#db
      .update(attempts)
      .set({
        count: sql`greatest(${attempts.count} - 1, 0)`,
        lockedUntil: sql`case when ${attempts.count} - 1 >= ${limit.free} then ${attempts.lockedUntil} end`,
      })
      .where(eq(attempts.key, keyOf(limit, subject)));
  }

  /** All attempts on the subject are forgiven. */
  async clear(limit: Limit, subject: string): Promise<void> {
    await this.#db.delete(attempts).where(eq(attempts.key, keyOf(limit, subject)));
  }

  async #refusal(limit: Limit, key: string): Promise<Problem> {
    const [row] = await this.#db
      .select({ seconds: sql<number>`ceil(extract(epoch from ${attempts.lockedUntil} - now()))::int` })
      .from(attempts)
      .where(eq(attempts.key, key));
    const seconds = Math.max(1, row?.seconds ?? 1);
    const minutes = Math.ceil(seconds / 60);
    return problem(
      'RATE_LIMITED.attempts',
      { what: message(limit.what), wait: message('minutes', { count: minutes }) },
      { retryAfterSeconds: seconds },
    );
  }
}

function keyOf(limit: Limit, subject: string): string {
  return createHash('sha256').update(`${limit.what}\n${subject}`).digest('hex');
}

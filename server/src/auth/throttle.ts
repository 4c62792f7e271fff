import { message, type MessageKey } from '@pace/contract';
import { createHash } from 'node:crypto';
import { type Problem, problem } from '../problem.ts';
import type { Database } from '../storage/database.ts';
import {
  clearAttempts,
  countAttempt,
  lockedSeconds,
  takeBackAttempt,
  type Lock,
} from '../storage/attemptRows.ts';

export interface Limit extends Lock {
  /** What is counted, as the sentence of the refusal begins: "Too many log-in attempts". */
  what: Extract<MessageKey, `tooMany.${string}`>;
}

/** Attempts are forgotten after a quiet time of this length. */
const MEMORY_SECONDS = 24 * 3600;

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
    if (!(await countAttempt(this.#db, key, limit, MEMORY_SECONDS))) throw await this.#refusal(limit, key);
  }

  /** The attempt was a good one: it does not count. */
  takeBack(limit: Limit, subject: string): Promise<void> {
    return takeBackAttempt(this.#db, keyOf(limit, subject), limit);
  }

  /** All attempts on the subject are forgiven. */
  clear(limit: Limit, subject: string): Promise<void> {
    return clearAttempts(this.#db, keyOf(limit, subject));
  }

  async #refusal(limit: Limit, key: string): Promise<Problem> {
    const seconds = Math.max(1, (await lockedSeconds(this.#db, key)) ?? 1);
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

import { setTimeout as sleep } from 'node:timers/promises';

/** SQLSTATE classes of a server that stops, starts, is full or was cut off (PostgreSQL, appendix A). */
const AWAY_STATES = /^(08...|57P0[1-4]|53300)$/;
const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const AWAY_WORDS =
  /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client was closed/i;

/** Whether an error says that the database cannot be asked now, rather than that it refused. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : '';
    if (AWAY_STATES.test(code) || AWAY_CODES.has(code) || AWAY_WORDS.test(at.message)) return true;
    if (at instanceof AggregateError && at.errors.some(isDatabaseUnavailable)) return true;
  }
  return false;
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5000;

/** Asks again while the database is away, until told to give up. */
export async function retryWhileDatabaseUnavailable<T>(
  work: () => Promise<T>,
  giveUp: AbortSignal,
): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || giveUp.aborted) throw error;
      await sleep(pause, undefined, { signal: giveUp }).catch(() => undefined);
    }
  }
}

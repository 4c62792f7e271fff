import { problem } from '../problem.ts';

const WINDOW_MS = 60_000;

/**
 * Calls of each logged-in person within the running minute: one account cannot keep the server busy for all. The minute is
 * of a clock that nobody sets.
 */
export class CallRate {
  readonly #max: number;
  #windowStart = -WINDOW_MS;
  #counts = new Map<string, number>();

  constructor(maxPerMinute: number) {
    this.#max = maxPerMinute;
  }

  /** @throws Problem RATE_LIMITED */
  count(userId: string, now = performance.now()): void {
    if (now - this.#windowStart >= WINDOW_MS) {
      this.#windowStart = now;
      this.#counts = new Map();
    }
    const count = (this.#counts.get(userId) ?? 0) + 1;
    this.#counts.set(userId, count);
    if (count > this.#max)
      throw problem(
        'RATE_LIMITED.account',
        {},
        { retryAfterSeconds: Math.ceil((this.#windowStart + WINDOW_MS - now) / 1000) },
      );
  }
}

import { Problem } from '../problem.ts';

const WINDOW_MS = 15 * 60_000;
/** Beyond it the oldest are forgotten, so that a flood of made-up names cannot fill the memory. */
const MAX_KEYS = 50_000;

/**
 * Counts log-ins within the window, per account and per network address; a success clears the account's. It counts
 * before the password is looked at, so many at once gain nothing. Unknown accounts count like known ones.
 */
export class LoginThrottle {
  readonly #limits: { account: number; address: number };
  readonly #attempts = new Map<string, number[]>();

  constructor(limits: { account: number; address: number }) {
    this.#limits = limits;
  }

  /** @throws Problem RATE_LIMITED */
  begin(email: string, address: string, now = Date.now()): void {
    const account = this.#recent(`account ${email}`, now);
    const network = this.#recent(`address ${address}`, now);
    if (account.length >= this.#limits.account || network.length >= this.#limits.address)
      throw new Problem('RATE_LIMITED', 'Too many log-in attempts. Please wait 15 minutes and try again.');
    account.push(now);
    network.push(now);
  }

  succeeded(email: string, address: string): void {
    this.#attempts.delete(`account ${email}`);
    this.#attempts.get(`address ${address}`)?.pop();
  }

  #recent(key: string, now: number): number[] {
    const list = (this.#attempts.get(key) ?? []).filter((at) => now - at < WINDOW_MS);
    this.#attempts.delete(key);
    this.#attempts.set(key, list);
    if (this.#attempts.size > MAX_KEYS) {
      const oldest = this.#attempts.keys().next();
      if (!oldest.done) this.#attempts.delete(oldest.value);
    }
    return list;
  }
}

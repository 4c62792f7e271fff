import { createHmac, timingSafeEqual } from 'node:crypto';
import type { UserRow } from '../storage/schema.ts';

/** A browser in which somebody has logged in is known for so long, or until the password is another one. */
export const KNOWN_DEVICE_SECONDS = 180 * 24 * 3600;

type Account = Pick<UserRow, 'id' | 'passwordHash'>;

/**
 * Cookies by which a browser shows that the account's owner has logged in there before. They let nobody in: what others
 * guess elsewhere does not lock such a browser out, and its own guesses are counted apart.
 */
export class KnownDevices {
  readonly #key: Uint8Array;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  cookieOf(account: Account, now = Date.now()): string {
    const expires = Math.floor(now / 1000) + KNOWN_DEVICE_SECONDS;
    return `${expires}.${this.#sign(account, expires)}`;
  }

  /** Whether the cookie was given to a browser of this account, and is still good. */
  isKnown(cookie: string | undefined, account: Account | undefined, now = Date.now()): boolean {
    const [expires = '', signature = ''] = cookie?.split('.') ?? [];
    if (!account || !(Number(expires) > now / 1000)) return false;
    const right = Buffer.from(this.#sign(account, Number(expires)));
    const given = Buffer.from(signature);
    return right.length === given.length && timingSafeEqual(right, given);
  }

  /** Bound to the password's hash: a new password makes every cookie worthless. */
  #sign({ id, passwordHash }: Account, expires: number): string {
    return createHmac('sha256', this.#key)
      .update(['known device', id, passwordHash, expires].join('\n'))
      .digest('base64url');
  }
}

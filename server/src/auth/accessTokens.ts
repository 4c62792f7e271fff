import { and, eq, gt, isNull } from 'drizzle-orm';
import { jwtVerify, SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import { Problem } from '../problem.ts';
import type { Database } from '../storage/database.ts';
import { sessions, users, type UserRow } from '../storage/schema.ts';

const REMEMBERED_SECONDS = 30 * 24 * 3600;
const BROWSER_SESSION_SECONDS = 12 * 3600;
const ALGORITHM = 'HS256';

export interface SignedIn {
  user: UserRow;
  sessionId: string;
}

/** Hands out and checks access tokens: signed, expiring, and revocable because each names a row of `sessions`. */
export class AccessTokens {
  readonly #db: Database;
  readonly #secret: Uint8Array;

  constructor(db: Database, secret: Uint8Array) {
    this.#db = db;
    this.#secret = secret;
  }

  async issue(userId: string, rememberMe: boolean, now = new Date()): Promise<string> {
    const sessionId = randomUUID();
    const issued = Math.floor(now.getTime() / 1000);
    const expires = issued + (rememberMe ? REMEMBERED_SECONDS : BROWSER_SESSION_SECONDS);
    await this.#db.insert(sessions).values({ id: sessionId, userId, expiresAt: new Date(expires * 1000) });
    return new SignJWT()
      .setProtectedHeader({ alg: ALGORITHM })
      .setSubject(userId)
      .setJti(sessionId)
      .setIssuedAt(issued)
      .setExpirationTime(expires)
      .sign(this.#secret);
  }

  /** @throws Problem UNAUTHENTICATED, with one sentence for every reason */
  async check(header: string | undefined): Promise<SignedIn> {
    const sessionId = await this.#sessionId(header?.replace(/^Bearer\s+/i, '').trim() ?? '');
    const [row] = await this.#db
      .select({ user: users })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(
        and(
          eq(sessions.id, sessionId),
          isNull(sessions.revokedAt),
          gt(sessions.expiresAt, new Date()),
          isNull(users.disabledAt),
        ),
      );
    if (!row) throw unauthenticated();
    return { user: row.user, sessionId };
  }

  async revoke(sessionId: string): Promise<void> {
    await this.#db.update(sessions).set({ revokedAt: new Date() }).where(eq(sessions.id, sessionId));
  }

  async #sessionId(token: string): Promise<string> {
    try {
      const { payload } = await jwtVerify(token, this.#secret, {
        algorithms: [ALGORITHM],
        requiredClaims: ['exp', 'jti', 'sub'],
      });
      return payload.jti ?? '';
    } catch {
      throw unauthenticated();
    }
  }
}

function unauthenticated(): Problem {
  return new Problem('UNAUTHENTICATED', 'Please log in: the access token is missing, not valid or expired.');
}

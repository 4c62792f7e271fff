import { jwtVerify, SignJWT } from 'jose';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type Problem, problem } from '../problem.ts';
import type { Database } from '../storage/database.ts';
import type { UserRow } from '../storage/schema.ts';
import {
  insertSession,
  revokeSession,
  revokeSessionsOf,
  sessionOfCookie,
  userOfSession,
} from '../storage/sessionRows.ts';

const REMEMBERED_SECONDS = 30 * 24 * 3600;
const BROWSER_SESSION_SECONDS = 12 * 3600;
const ALGORITHM = 'HS256';
/**
 * A signature is checked on a thread that also waits for disks: asked for at every call, calls would wait behind uploads.
 * Whether the session still lives is asked of the database each time.
 */
const KEPT_TOKENS = 10_000;

/** Who calls, by a session or by an access key. */
export interface SignedIn {
  user: UserRow;
  accessKeyId?: string;
}

export interface SignedInBySession extends SignedIn {
  sessionId: string;
}

export interface NewSession {
  token: string;
  cookie: string;
  /** undefined: the cookie ends with the browser */
  cookieSeconds: number | undefined;
}

export const bearerToken = (header: string | undefined): string =>
  header?.replace(/^Bearer\s+/i, '').trim() ?? '';

const hashOf = (cookie: string): string => createHash('sha256').update(cookie).digest('hex');

/** Hands out and checks access tokens: signed, expiring, and revocable because each names a row of `sessions`. */
export class AccessTokens {
  readonly #db: Database;
  readonly #secret: Uint8Array;
  /** Tokens whose signature was found good; the one found last stands last. */
  readonly #verified = new Map<string, { sessionId: string; expiresAtMs: number }>();

  constructor(db: Database, secret: Uint8Array) {
    this.#db = db;
    this.#secret = secret;
  }

  /** Begins a session: a token for calls, and a cookie by which this browser may get another token. */
  async begin(userId: string, rememberMe: boolean, now = new Date()): Promise<NewSession> {
    const id = randomUUID();
    const cookie = randomBytes(32).toString('base64url');
    const seconds = rememberMe ? REMEMBERED_SECONDS : BROWSER_SESSION_SECONDS;
    const issued = Math.floor(now.getTime() / 1000);
    const expiresAt = new Date((issued + seconds) * 1000);
    await insertSession(this.#db, { id, userId, expiresAt, cookieHash: hashOf(cookie) });
    return {
      token: await this.#sign({ id, userId, expiresAt }, issued),
      cookie,
      cookieSeconds: rememberMe ? seconds : undefined,
    };
  }

  /** A further token of the living session that a cookie belongs to. */
  async resume(cookie: string): Promise<{ token: string; user: UserRow } | undefined> {
    const row = await sessionOfCookie(this.#db, hashOf(cookie));
    if (!row) return undefined;
    return { user: row.user, token: await this.#sign(row.session, Math.floor(Date.now() / 1000)) };
  }

  /** @throws Problem UNAUTHENTICATED, with one sentence for every reason */
  async check(header: string | undefined): Promise<SignedInBySession> {
    const sessionId = await this.#sessionId(bearerToken(header));
    const user = await userOfSession(this.#db, sessionId);
    if (!user) throw unauthenticated();
    return { user, sessionId };
  }

  revoke(sessionId: string): Promise<void> {
    return revokeSession(this.#db, sessionId);
  }

  /** Ends all sessions of a person, but not the one excepted. */
  revokeAll(userId: string, except?: string, db: Database = this.#db): Promise<void> {
    return revokeSessionsOf(db, userId, except);
  }

  #sign(session: { id: string; userId: string; expiresAt: Date }, issued: number): Promise<string> {
    return new SignJWT()
      .setProtectedHeader({ alg: ALGORITHM })
      .setSubject(session.userId)
      .setJti(session.id)
      .setIssuedAt(issued)
      .setExpirationTime(Math.floor(session.expiresAt.getTime() / 1000))
      .sign(this.#secret);
  }

  async #sessionId(token: string): Promise<string> {
    const known = this.#verified.get(token);
    if (known && known.expiresAtMs > Date.now()) return known.sessionId;
    this.#verified.delete(token);
    const found = await this.#verify(token);
    this.#verified.set(token, found);
    const [oldest] = this.#verified.keys();
    if (this.#verified.size > KEPT_TOKENS && oldest !== undefined) this.#verified.delete(oldest);
    return found.sessionId;
  }

  async #verify(token: string): Promise<{ sessionId: string; expiresAtMs: number }> {
    try {
      const { payload } = await jwtVerify(token, this.#secret, {
        algorithms: [ALGORITHM],
        requiredClaims: ['exp', 'jti', 'sub'],
      });
      return { sessionId: payload.jti ?? '', expiresAtMs: 1000 * (payload.exp ?? 0) };
    } catch {
      throw unauthenticated();
    }
  }
}

function unauthenticated(): Problem {
  return problem('UNAUTHENTICATED');
}

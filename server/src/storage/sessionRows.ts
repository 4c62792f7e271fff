import { and, asc, eq, gt, isNull, lt, ne, sql, type Placeholder, type SQL } from 'drizzle-orm';
import { daysAgo } from './clock.ts';
import type { Database } from './database.ts';
import { keptFor } from './keptStatements.ts';
import { sessions, users, type UserRow } from './schema.ts';

/** Sessions of users who have logged in. One is living until it expires or is revoked, of an account that is neither disabled nor deleted. */

export type NewSessionRow = Pick<typeof sessions.$inferSelect, 'id' | 'userId' | 'expiresAt' | 'cookieHash'>;

const isLiving = (which: SQL, now: Date | Placeholder = new Date()) =>
  and(
    which,
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, now),
    isNull(users.disabledAt),
    isNull(users.deletedAt),
  );

/** Asked with every call. */
const livingSession = keptFor((db) =>
  db
    .select({ user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(isLiving(eq(sessions.id, sql.placeholder('sessionId')), sql.placeholder('now')))
    .prepare('person_of_session'),
);

export async function insertSession(db: Database, session: NewSessionRow): Promise<void> {
  await db.insert(sessions).values(session);
}

/** @returns the user of a living session */
export async function userOfSession(db: Database, sessionId: string): Promise<UserRow | undefined> {
  const [row] = await livingSession(db).execute({ sessionId, now: new Date().toISOString() });
  return row?.user;
}

/** The living session that a cookie belongs to, with its user. */
export async function sessionOfCookie(db: Database, cookieHash: string) {
  const [row] = await db
    .select({ user: users, session: sessions })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(isLiving(eq(sessions.cookieHash, cookieHash)));
  return row;
}

export async function revokeSession(db: Database, id: string): Promise<void> {
  await db.update(sessions).set({ revokedAt: new Date() }).where(eq(sessions.id, id));
}

/** Ends all sessions of a user, but not the one excepted. */
export async function revokeSessionsOf(db: Database, userId: string, except?: string): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: new Date() })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        except === undefined ? undefined : ne(sessions.id, except),
      ),
    );
}

/** All of a user, oldest first. */
export async function sessionsOf(db: Database, userId: string) {
  return db
    .select({ begun: sessions.createdAt, expires: sessions.expiresAt, revoked: sessions.revokedAt })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.createdAt));
}

/** Removes what expired so many days ago. */
export async function forgetSessions(db: Database, days: number): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, daysAgo(days)));
}

import { and, count, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { daysAgo } from './clock.ts';
import type { Database } from './database.ts';
import { keptFor } from './keptStatements.ts';
import { accessKeys, users, type AccessKeyRow, type UserRow } from './schema.ts';

/** Access keys of users, each by the hash of the key. */

type NewAccessKey = Omit<typeof accessKeys.$inferInsert, 'id'>;

/** Asked with every call of a script. */
const keyByHash = keptFor((db) =>
  db
    .select({ user: users, accessKey: accessKeys })
    .from(accessKeys)
    .innerJoin(users, eq(users.id, accessKeys.userId))
    .where(
      and(eq(accessKeys.hash, sql.placeholder('hash')), isNull(users.disabledAt), isNull(users.deletedAt)),
    )
    .prepare('owner_of_access_key'),
);

export async function insertAccessKey(db: Database, key: NewAccessKey): Promise<AccessKeyRow> {
  const [row] = await db
    .insert(accessKeys)
    .values({ id: randomUUID(), ...key })
    .returning();
  if (!row) throw new Error('the access key was not stored');
  return row;
}

/** The key with its user, also if it has expired; undefined also if the account is closed. */
export async function ownerOfAccessKey(
  db: Database,
  hash: string,
): Promise<{ user: UserRow; accessKey: AccessKeyRow } | undefined> {
  const [row] = await keyByHash(db).execute({ hash });
  return row;
}

export async function isAccessKeyKept(db: Database, id: string): Promise<boolean> {
  const [row] = await db
    .select({ id: accessKeys.id })
    .from(accessKeys)
    .where(and(eq(accessKeys.id, id), gt(accessKeys.expiresAt, new Date())));
  return row !== undefined;
}

/** Of a user, newest first. */
export async function accessKeyRowsOf(db: Database, userId: string): Promise<AccessKeyRow[]> {
  return db
    .select()
    .from(accessKeys)
    .where(eq(accessKeys.userId, userId))
    .orderBy(desc(accessKeys.createdAt), desc(accessKeys.id));
}

/** Those that have not expired. */
export async function countActiveAccessKeys(db: Database, userId: string): Promise<number> {
  const [row] = await db
    .select({ all: count() })
    .from(accessKeys)
    .where(and(eq(accessKeys.userId, userId), gt(accessKeys.expiresAt, new Date())));
  return row?.all ?? 0;
}

/** @returns false if the user has no such key */
export async function removeAccessKey(db: Database, userId: string, keyId: string): Promise<boolean> {
  const gone = await db
    .delete(accessKeys)
    .where(and(eq(accessKeys.id, keyId), eq(accessKeys.userId, userId)))
    .returning({ id: accessKeys.id });
  return gone.length > 0;
}

export async function removeAccessKeysOf(db: Database, userId: string): Promise<void> {
  await db.delete(accessKeys).where(eq(accessKeys.userId, userId));
}

/** Writes down that a key is used now, unless that was done since `notedAfter`. */
export async function noteAccessKeyUse(db: Database, id: string, now: Date, notedAfter: Date): Promise<void> {
  await db
    .update(accessKeys)
    .set({ lastUsedAt: now })
    .where(
      and(eq(accessKeys.id, id), or(isNull(accessKeys.lastUsedAt), lt(accessKeys.lastUsedAt, notedAfter))),
    );
}

/** Removes what expired so many days ago. */
export async function forgetAccessKeys(db: Database, days: number): Promise<void> {
  await db.delete(accessKeys).where(lt(accessKeys.expiresAt, daysAgo(days)));
}

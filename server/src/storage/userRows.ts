import { and, asc, count, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { daysAgo } from './clock.ts';
import type { Database } from './database.ts';
import { users, type UserRow } from './schema.ts';
import { containing, type Search } from './search.ts';

/** Accounts. An address is in lower case. */

export type NewUser = Omit<typeof users.$inferInsert, 'id'>;

/** @returns undefined if the address has an account already */
export async function insertUser(db: Database, user: NewUser): Promise<UserRow | undefined> {
  const [row] = await db
    .insert(users)
    .values({ id: randomUUID(), ...user })
    .onConflictDoNothing({ target: users.email })
    .returning();
  return row;
}

/** Also one that is not confirmed, disabled or being deleted. */
export async function findUserByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.email, email));
  return row;
}

/** Also one that is not confirmed, disabled or being deleted. */
export async function findUser(db: Database, id: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row;
}

/** Within a transaction: others that lock the same user wait until it ends. */
export async function lockUser(db: Database, id: string): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update');
}

/** What is undefined stays as it is. @returns undefined if there is no such account */
export async function updateUser(
  db: Database,
  id: string,
  values: Partial<NewUser>,
): Promise<UserRow | undefined> {
  const [row] = await db
    .update(users)
    // drizzle refuses an update of nothing.
    .set({ ...values, id })
    .where(eq(users.id, id))
    .returning();
  return row;
}

/** Activates an account with what its sign-up said; one that is active already keeps what it has. */
export async function confirmUser(db: Database, id: string, pending: Partial<NewUser> | null): Promise<void> {
  await db
    .update(users)
    .set({ ...pending, confirmedAt: new Date() })
    .where(and(eq(users.id, id), isNull(users.confirmedAt), isNull(users.deletedAt)));
}

export async function removeUser(db: Database, id: string): Promise<void> {
  await db.delete(users).where(eq(users.id, id));
}

/** Accounts whose deletion has begun. */
export async function deletedUserIds(db: Database): Promise<string[]> {
  const rows = await db.select({ id: users.id }).from(users).where(isNotNull(users.deletedAt));
  return rows.map(({ id }) => id);
}

/** Removes sign-ups that nobody confirmed in so many days. */
export async function forgetUnconfirmed(db: Database, days: number): Promise<void> {
  await db.delete(users).where(and(isNull(users.confirmedAt), lt(users.createdAt, daysAgo(days))));
}

/** Newest first. */
export async function pageOfUsers(
  db: Database,
  { search, limit, offset }: Search,
): Promise<{ users: UserRow[]; total: number }> {
  const which = and(
    isNull(users.deletedAt),
    containing(search, users.email, users.name, users.surname, users.company),
  );
  const rows = await db
    .select()
    .from(users)
    .where(which)
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit)
    .offset(offset);
  const [all] = await db.select({ n: count() }).from(users).where(which);
  return { users: rows, total: all?.n ?? 0 };
}

/** Every account there is, by address. */
export async function usersByEmail(db: Database): Promise<UserRow[]> {
  return db.select().from(users).orderBy(asc(users.email));
}

export async function countUsers(db: Database): Promise<{ all: number; unconfirmed: number }> {
  const [row] = await db
    .select({
      all: count(),
      unconfirmed: sql<number>`(count(*) filter (where ${users.confirmedAt} is null))::int`,
    })
    .from(users)
    .where(isNull(users.deletedAt));
  return row ?? { all: 0, unconfirmed: 0 };
}

import { asc, count, desc, eq, isNull, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';
import { supportMessages, type SupportMessageRow } from './schema.ts';
import { containing, type Search } from './search.ts';

/** Messages to support; one is open until it is handled. */

export type NewSupportMessage = Omit<typeof supportMessages.$inferInsert, 'id'>;

export async function insertSupportMessage(db: Database, message: NewSupportMessage): Promise<void> {
  await db.insert(supportMessages).values({ id: randomUUID(), ...message });
}

/** Open ones first, then newest first. */
export async function listSupportMessages(
  db: Database,
  { search, limit, offset }: Search,
): Promise<{ messages: SupportMessageRow[]; total: number }> {
  const which = containing(search, supportMessages.name, supportMessages.email, supportMessages.message);
  const messages = await db
    .select()
    .from(supportMessages)
    .where(which)
    .orderBy(sql`${supportMessages.handledAt} is not null`, desc(supportMessages.createdAt))
    .limit(limit)
    .offset(offset);
  const [all] = await db.select({ n: count() }).from(supportMessages).where(which);
  return { messages, total: all?.n ?? 0 };
}

/** @returns undefined if there is no such message */
export async function markHandled(
  db: Database,
  id: string,
  handled: boolean,
): Promise<SupportMessageRow | undefined> {
  const [message] = await db
    .update(supportMessages)
    .set({ handledAt: handled ? new Date() : null })
    .where(eq(supportMessages.id, id))
    .returning();
  return message;
}

export async function countOpenMessages(db: Database): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(supportMessages)
    .where(isNull(supportMessages.handledAt));
  return row?.n ?? 0;
}

/** What a user has written, oldest first. */
export async function supportMessagesOf(db: Database, userId: string) {
  return db
    .select({ sent: supportMessages.createdAt, message: supportMessages.message })
    .from(supportMessages)
    .where(eq(supportMessages.userId, userId))
    .orderBy(asc(supportMessages.createdAt));
}

export async function removeSupportMessagesOf(db: Database, userId: string): Promise<void> {
  await db.delete(supportMessages).where(eq(supportMessages.userId, userId));
}

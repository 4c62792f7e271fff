import { asc, count, desc, eq, lt } from 'drizzle-orm';
import { daysAgo } from './clock.ts';
import type { Database } from './database.ts';
import { audit, users, type AuditRow } from './schema.ts';
import { containing, type Search } from './search.ts';

export interface AuditEntry {
  action: string;
  userId?: string | undefined;
  subject?: string | undefined;
  address?: string | undefined;
}

export async function recordAudit(db: Database, entry: AuditEntry): Promise<void> {
  await db.insert(audit).values(entry);
}

/** Newest first, each with the address of its user as far as the account is there. */
export async function listAuditEntries(
  db: Database,
  { search, limit, offset }: Search,
): Promise<{ entries: { entry: AuditRow; userEmail: string | null }[]; total: number }> {
  const which = containing(search, audit.action, audit.subject, audit.address, users.email);
  const entries = await db
    .select({ entry: audit, userEmail: users.email })
    .from(audit)
    .leftJoin(users, eq(users.id, audit.userId))
    .where(which)
    .orderBy(desc(audit.id))
    .limit(limit)
    .offset(offset);
  const [all] = await db
    .select({ n: count() })
    .from(audit)
    .leftJoin(users, eq(users.id, audit.userId))
    .where(which);
  return { entries, total: all?.n ?? 0 };
}

/** What was recorded of a user's actions, oldest first. */
export async function auditEntriesOf(db: Database, userId: string) {
  return db
    .select({ at: audit.at, action: audit.action, subject: audit.subject, address: audit.address })
    .from(audit)
    .where(eq(audit.userId, userId))
    .orderBy(asc(audit.id));
}

/** What remains of a deleted account says what happened, not who or from where. */
export async function forgetAddresses(db: Database, userId: string): Promise<void> {
  await db.update(audit).set({ address: null }).where(eq(audit.userId, userId));
}

/** Network addresses that were recorded so many days ago go; the entries stay. */
export async function forgetOldAddresses(db: Database, days: number): Promise<void> {
  await db
    .update(audit)
    .set({ address: null })
    .where(lt(audit.at, daysAgo(days)));
}

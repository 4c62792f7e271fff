import { eq } from 'drizzle-orm';
import type { Database } from './database.ts';
import { audit } from './schema.ts';

export interface AuditEntry {
  action: string;
  userId?: string | undefined;
  subject?: string | undefined;
  address?: string | undefined;
}

export async function recordAudit(db: Database, entry: AuditEntry): Promise<void> {
  await db.insert(audit).values(entry);
}

/** What remains of a deleted account says what happened, not who or from where. */
export async function forgetAddresses(db: Database, userId: string): Promise<void> {
  await db.update(audit).set({ address: null }).where(eq(audit.userId, userId));
}

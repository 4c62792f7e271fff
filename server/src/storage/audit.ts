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

import { and, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '../storage/database.ts';
import type { ProjectFiles } from '../storage/projectFiles.ts';
import { attempts, audit, sessions, tokens, users } from '../storage/schema.ts';

/** Sign-ups that nobody confirmed are forgotten after this time: they are personal data without a purpose. */
const UNCONFIRMED_DAYS = 30;
/** Expired sessions and links are of no use; a day more helps whoever reads the log. */
const EXPIRED_DAYS = 1;
const ATTEMPT_DAYS = 2;
/** Network addresses in the audit log are kept as long as an incident may take to be noticed. */
const ADDRESS_DAYS = 180;

/** Forgets what has served its time. */
export async function runMaintenance(
  db: Database,
  files: Pick<ProjectFiles, 'runMaintenance'>,
): Promise<void> {
  const before = (days: number) => sql`now() - make_interval(days => ${days})`;
  await db.delete(sessions).where(lt(sessions.expiresAt, before(EXPIRED_DAYS)));
  await db.delete(tokens).where(lt(tokens.expiresAt, before(EXPIRED_DAYS)));
  await db.delete(attempts).where(lt(attempts.lastAt, before(ATTEMPT_DAYS)));
  await db.delete(users).where(and(isNull(users.confirmedAt), lt(users.createdAt, before(UNCONFIRMED_DAYS))));
  await db
    .update(audit)
    .set({ address: null })
    .where(lt(audit.at, before(ADDRESS_DAYS)));
  await files.runMaintenance();
}

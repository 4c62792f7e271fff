import { eq, isNotNull } from 'drizzle-orm';
import { accountDeletedMessage, languageOf } from '../mail/messages.ts';
import type { Caller, Services } from '../services.ts';
import { forgetAddresses, recordAudit } from '../storage/audit.ts';
import type { Database } from '../storage/database.ts';
import { projects, supportMessages, users, type UserRow } from '../storage/schema.ts';
import { removeProject, WAIT_FOR_PROGRAMS_MS } from './deleteProject.ts';
import { requirePassword } from './requirePassword.ts';

/**
 * Deletes an account with everything of it: first nobody can use it any more, then its runs end, then files and rows
 * go. Of the audit log remains that an account of this number existed, without names or addresses.
 */
export async function deleteAccount(
  services: Services,
  user: UserRow,
  password: string,
  caller: Caller,
): Promise<void> {
  await requirePassword(services, user, password);
  const now = new Date();
  const owned = await services.db.transaction(async (tx) => {
    await tx.update(users).set({ deletedAt: now }).where(eq(users.id, user.id));
    await services.accessTokens.revokeAll(user.id, undefined, tx);
    await recordAudit(tx, { action: 'account deleted', userId: user.id });
    return tx
      .update(projects)
      .set({ deletedAt: now })
      .where(eq(projects.ownerId, user.id))
      .returning({ id: projects.id });
  });
  await Promise.all(owned.map(({ id }) => services.runs.cancelAll(id, WAIT_FOR_PROGRAMS_MS)));
  for (const { id } of owned) await removeProject(services.db, services.files, id);
  await removeAccount(services.db, user.id);
  await services.mailer.send(user.email, accountDeletedMessage(languageOf(caller.acceptLanguage), user.name));
}

/** Finishes deletions that a crash interrupted; the projects of such accounts are gone before. */
export async function finishAccountDeletions(db: Database): Promise<void> {
  const rows = await db.select({ id: users.id }).from(users).where(isNotNull(users.deletedAt));
  for (const { id } of rows) await removeAccount(db, id);
}

async function removeAccount(db: Database, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(supportMessages).where(eq(supportMessages.userId, userId));
    await forgetAddresses(tx, userId);
    await tx.delete(users).where(eq(users.id, userId));
  });
}

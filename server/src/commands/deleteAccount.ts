import { accountDeletedMessage, languageOf } from '../mail/messages.ts';
import type { Caller, Services } from '../services.ts';
import { removeAccessKeysOf } from '../storage/accessKeyRows.ts';
import { forgetAddresses, recordAudit } from '../storage/audit.ts';
import type { Database } from '../storage/database.ts';
import { markAllDeletedOf } from '../storage/projectChanges.ts';
import type { UserRow } from '../storage/schema.ts';
import { removeSupportMessagesOf } from '../storage/supportMessageRows.ts';
import { updateUser, deletedUserIds, removeUser } from '../storage/userRows.ts';
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
    await updateUser(tx, user.id, { deletedAt: now });
    await services.accessTokens.revokeAll(user.id, undefined, tx);
    await removeAccessKeysOf(tx, user.id);
    await recordAudit(tx, { action: 'account deleted', userId: user.id });
    return markAllDeletedOf(tx, user.id, now);
  });
  await Promise.all(owned.map((id) => services.runs.cancelAll(id, WAIT_FOR_PROGRAMS_MS)));
  for (const id of owned) await removeProject(services.db, services.files, id);
  await removeAccount(services.db, user.id);
  await services.mailer.send(user.email, accountDeletedMessage(languageOf(caller.acceptLanguage), user.name));
}

/** Finishes deletions that a crash interrupted; the projects of such accounts are gone before. */
export async function finishAccountDeletions(db: Database): Promise<void> {
  for (const id of await deletedUserIds(db)) await removeAccount(db, id);
}

async function removeAccount(db: Database, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await removeSupportMessagesOf(tx, userId);
    await forgetAddresses(tx, userId);
    await removeUser(tx, userId);
  });
}

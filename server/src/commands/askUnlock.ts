import { issueMailToken } from '../auth/mailTokens.ts';
import { languageOf, unlockMessage } from '../mail/messages.ts';
import type { Caller, Services } from '../services.ts';
import { recordAudit } from '../storage/audit.ts';
import { findUserByEmail } from '../storage/userRows.ts';

/**
 * Mails a link that lets the browser in which it is opened log in again, if the address has an active account; also where
 * nothing is locked, as a browser that is refused may share its lock with others. Not awaited by its route: the answer's
 * time says nothing.
 */
export async function askUnlock(services: Services, address: string, caller: Caller): Promise<void> {
  const email = address.toLowerCase();
  const account = await findUserByEmail(services.db, email);
  if (!account?.confirmedAt || account.disabledAt || account.deletedAt) return;
  const key = await issueMailToken(services.db, 'unlock', account.id);
  await recordAudit(services.db, { action: 'unlock asked', userId: account.id, address: caller.address });
  const link = `${services.publicUrl()}/auth/unlock?key=${key}`;
  await services.mailer.send(email, unlockMessage(languageOf(caller.acceptLanguage), account.name, link));
}

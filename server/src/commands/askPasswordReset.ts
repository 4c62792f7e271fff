import { issueMailToken } from '../auth/mailTokens.ts';
import { languageOf, resetMessage } from '../mail/messages.ts';
import type { Caller, Services } from '../services.ts';
import { recordAudit } from '../storage/audit.ts';
import { findUserByEmail } from '../storage/userRows.ts';

/** Mails a reset link if the address has an active account. Not awaited by its route: the time of the answer shows nothing. */
export async function askPasswordReset(services: Services, address: string, caller: Caller): Promise<void> {
  const email = address.toLowerCase();
  const account = await findUserByEmail(services.db, email);
  if (!account?.confirmedAt || account.disabledAt || account.deletedAt) return;
  const token = await issueMailToken(services.db, 'reset', account.id);
  await recordAudit(services.db, {
    action: 'password reset asked',
    userId: account.id,
    address: caller.address,
  });
  const link = `${services.publicUrl()}/auth/confirm-password?cid=${token}`;
  await services.mailer.send(email, resetMessage(languageOf(caller.acceptLanguage), account.name, link));
}

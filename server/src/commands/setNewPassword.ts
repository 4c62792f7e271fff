import { requireUncommon } from '../auth/commonPasswords.ts';
import { LINKS_OF_A_PASSWORD, redeemMailToken } from '../auth/mailTokens.ts';
import { removeAccessKeysOf } from '../storage/accessKeyRows.ts';
import { spendMailTokens } from '../storage/mailTokenRows.ts';
import { hashPassword } from '../auth/passwords.ts';
import { languageOf, passwordChangedMessage } from '../mail/messages.ts';
import { problem } from '../problem.ts';
import type { Caller, Services } from '../services.ts';
import { recordAudit } from '../storage/audit.ts';
import { updateUser } from '../storage/userRows.ts';

/** Sets the password of a reset link, ends every session and access key of that account, and so forgives its failed log-ins (auth/attempts.ts). */
export async function setNewPassword(
  services: Services,
  token: string,
  password: string,
  caller: Caller,
): Promise<void> {
  await requireUncommon(password);
  const passwordHash = await hashPassword(password);
  const account = await services.db.transaction(async (tx) => {
    const redeemed = await redeemMailToken(tx, 'reset', token);
    if (!redeemed) throw problem('TOKEN_INVALID');
    const changed = await updateUser(tx, redeemed.userId, { passwordHash });
    await spendMailTokens(tx, LINKS_OF_A_PASSWORD, redeemed.userId);
    await services.accessTokens.revokeAll(redeemed.userId, undefined, tx);
    await removeAccessKeysOf(tx, redeemed.userId);
    await recordAudit(tx, { action: 'password reset', userId: redeemed.userId, address: caller.address });
    return changed;
  });
  if (!account) return;
  await services.mailer.send(
    account.email,
    passwordChangedMessage(
      languageOf(caller.acceptLanguage),
      account.name,
      `${services.publicUrl()}/auth/reset-password`,
    ),
  );
}

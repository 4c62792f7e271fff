import type { ChangePasswordSchema } from '@pace/contract';
import type { z } from 'zod';
import type { SignedInBySession } from '../auth/accessTokens.ts';
import { requireUncommon } from '../auth/commonPasswords.ts';
import { LINKS_OF_A_PASSWORD } from '../auth/mailTokens.ts';
import { removeAccessKeysOf } from '../storage/accessKeyRows.ts';
import { spendMailTokens } from '../storage/mailTokenRows.ts';
import { hashPassword } from '../auth/passwords.ts';
import { languageOf, passwordChangedMessage } from '../mail/messages.ts';
import type { Caller, Services } from '../services.ts';
import { recordAudit } from '../storage/audit.ts';
import { updateUser } from '../storage/userRows.ts';
import { requirePassword } from './requirePassword.ts';

/** Changes the password of who is logged in; ends every session but this one, and every access key. */
export async function changePassword(
  services: Services,
  { user, sessionId }: SignedInBySession,
  form: z.output<typeof ChangePasswordSchema>,
  caller: Caller,
): Promise<void> {
  await requirePassword(services, user, form.currentPassword);
  await requireUncommon(form.password);
  const passwordHash = await hashPassword(form.password);
  await services.db.transaction(async (tx) => {
    await updateUser(tx, user.id, { passwordHash });
    await spendMailTokens(tx, LINKS_OF_A_PASSWORD, user.id);
    await services.accessTokens.revokeAll(user.id, sessionId, tx);
    await removeAccessKeysOf(tx, user.id);
    await recordAudit(tx, { action: 'password changed', userId: user.id, address: caller.address });
  });
  await services.mailer.send(
    user.email,
    passwordChangedMessage(
      languageOf(caller.acceptLanguage),
      user.name,
      `${services.publicUrl()}/auth/reset-password`,
    ),
  );
}

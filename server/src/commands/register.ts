import { type RegisterSchema } from '@pace/contract';
import type { z } from 'zod';
import { beginMail } from '../auth/attempts.ts';
import { requireUncommon } from '../auth/commonPasswords.ts';
import { issueMailToken } from '../auth/mailTokens.ts';
import { hashPassword } from '../auth/passwords.ts';
import { alreadyRegisteredMessage, confirmMessage, languageOf } from '../mail/messages.ts';
import type { Caller, Services } from '../services.ts';
import { recordAudit } from '../storage/audit.ts';
import { findUserByEmail, insertUser } from '../storage/userRows.ts';

/**
 * Signs somebody up. The answer is the same whether or not the address has an account: its owner learns it by mail.
 * What the form said travels with the link and reaches the account only when that link is opened, so nobody can lay
 * a password of theirs under somebody else's confirmation.
 */
export async function register(
  services: Services,
  form: z.output<typeof RegisterSchema>,
  caller: Caller,
): Promise<void> {
  const { db } = services;
  await requireUncommon(form.password);
  const email = form.email.toLowerCase();
  const language = languageOf(caller.acceptLanguage);
  // Who signs up has no browser that is known yet; one that is counts like any other.
  await beginMail(services, { email, account: undefined, caller });
  const pending = {
    passwordHash: await hashPassword(form.password),
    name: form.name,
    surname: form.surname,
    company: form.company,
    phoneNumber: form.phoneNumber,
  };
  await insertUser(db, { email, language, ...pending });
  const account = await findUserByEmail(db, email);
  if (!account) return;
  await recordAudit(db, { action: 'register', userId: account.id, address: caller.address });
  // Of an active account nobody ever learns this token; issuing it makes both ways cost the same time.
  const token = await issueMailToken(db, 'confirm', account.id, pending);
  const page = services.publicUrl();
  await services.mailer.send(
    email,
    account.confirmedAt
      ? alreadyRegisteredMessage(language, account.name, `${page}/auth/reset-password`)
      : confirmMessage(language, form.name, `${page}/auth/confirm?enc=${token}`),
  );
}

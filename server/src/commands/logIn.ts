import { LOGIN_FAILED_DETAIL, type LoginRequestSchema } from '@pace/contract';
import type { z } from 'zod';
import type { NewSession } from '../auth/accessTokens.ts';
import { beginLogin } from '../auth/attempts.ts';
import { isPasswordOf } from '../auth/passwords.ts';
import { languageOf } from '../mail/messages.ts';
import { problem } from '../problem.ts';
import type { Caller, Services } from '../services.ts';
import { recordAudit } from '../storage/audit.ts';
import type { UserRow } from '../storage/schema.ts';
import { updateUser, findUserByEmail } from '../storage/userRows.ts';
import { sendLockNotice } from './sendLockNotice.ts';

/** One answer, and one time, for an unknown address, a wrong password, and an account that is not confirmed. */
export async function logIn(
  services: Services,
  form: z.output<typeof LoginRequestSchema>,
  caller: Caller,
): Promise<NewSession & { user: UserRow; deviceCookie: string }> {
  const email = form.email.toLowerCase();
  const account = await findUserByEmail(services.db, email);
  const attempt = await beginLogin(services, { email, account, caller }, () => {
    if (account) sendLockNotice(services, account);
  });
  const matches = await isPasswordOf(account?.passwordHash, form.password);
  if (!account || !matches || !account.confirmedAt || account.disabledAt || account.deletedAt) {
    await recordAudit(services.db, { action: 'login refused', userId: account?.id, address: caller.address });
    throw problem('LOGIN_FAILED', {}, { detail: LOGIN_FAILED_DETAIL });
  }
  await attempt.succeeded();
  await recordAudit(services.db, { action: 'login', userId: account.id, address: caller.address });
  await updateUser(services.db, account.id, {
    lastLoginAt: new Date(),
    language: languageOf(caller.acceptLanguage),
  });
  return {
    ...(await services.accessTokens.begin(account.id, form.rememberMe ?? false)),
    user: account,
    deviceCookie: services.knownDevices.cookieOf(account),
  };
}

/** The attempt that the login screen makes by itself: good for a browser that holds the cookie of a living session. */
export async function logInAgain(
  services: Services,
  cookie: string | undefined,
): Promise<{ token: string; user: UserRow }> {
  const resumed = cookie === undefined ? undefined : await services.accessTokens.resume(cookie);
  if (!resumed) throw problem('LOGIN_FAILED', {}, { detail: LOGIN_FAILED_DETAIL });
  return resumed;
}

import { LOGIN_FAILED_DETAIL, type LoginSchema } from '@pace/contract';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { isPasswordOf } from '../auth/passwords.ts';
import { Problem } from '../problem.ts';
import type { Caller, Services } from '../services.ts';
import { recordAudit } from '../storage/audit.ts';
import { users, type UserRow } from '../storage/schema.ts';

/** One answer, and one time, for an unknown address, a wrong password, and an account that is not confirmed. */
export async function logIn(
  services: Services,
  form: z.output<typeof LoginSchema>,
  caller: Caller,
): Promise<{ token: string; user: UserRow }> {
  const email = form.email.toLowerCase();
  services.throttle.begin(email, caller.address);
  const [account] = await services.db.select().from(users).where(eq(users.email, email));
  const matches = await isPasswordOf(account?.passwordHash, form.password);
  if (!account || !matches || !account.confirmedAt || account.disabledAt) {
    await recordAudit(services.db, { action: 'login refused', userId: account?.id, address: caller.address });
    throw new Problem('LOGIN_FAILED', LOGIN_FAILED_DETAIL);
  }
  services.throttle.succeeded(email, caller.address);
  await recordAudit(services.db, { action: 'login', userId: account.id, address: caller.address });
  return { token: await services.accessTokens.issue(account.id, form.rememberMe ?? false), user: account };
}

import { isPasswordOf } from '../auth/passwords.ts';
import { Problem } from '../problem.ts';
import type { Services } from '../services.ts';
import type { UserRow } from '../storage/schema.ts';

/**
 * For what a person who found an open browser must not do. Guesses count like log-ins.
 * @throws Problem PASSWORD_WRONG or RATE_LIMITED
 */
export async function requirePassword(services: Services, user: UserRow, password: string): Promise<void> {
  await services.throttle.begin(services.limits.loginOfAccount, user.email);
  if (!(await isPasswordOf(user.passwordHash, password)))
    throw new Problem('PASSWORD_WRONG', 'The password is not right.');
  await services.throttle.clear(services.limits.loginOfAccount, user.email);
}

import { isPasswordOf } from '../auth/passwords.ts';
import { problem } from '../problem.ts';
import type { Services } from '../services.ts';
import type { UserRow } from '../storage/schema.ts';

/**
 * For what a person who found an open browser must not do. Guesses are counted, apart from those at the log-in: what strangers try there
 * does not stop the owner here.
 * @throws Problem PASSWORD_WRONG or RATE_LIMITED
 */
export async function requirePassword(services: Services, user: UserRow, password: string): Promise<void> {
  await services.throttle.begin(services.limits.passwordAgain, user.id);
  if (!(await isPasswordOf(user.passwordHash, password))) throw problem('PASSWORD_WRONG');
  await services.throttle.clear(services.limits.passwordAgain, user.id);
}

import { beginMail } from '../auth/attempts.ts';
import type { Caller, Services } from '../services.ts';
import { findUserByEmail } from '../storage/userRows.ts';

/** The same for an address with an account and for one without. @throws Problem RATE_LIMITED */
export async function countMailRequest(services: Services, address: string, caller: Caller): Promise<void> {
  const email = address.toLowerCase();
  const account = await findUserByEmail(services.db, email);
  await beginMail(services, { email, account, caller });
}

import { forgiveGuesses } from '../auth/attempts.ts';
import { redeemMailToken } from '../auth/mailTokens.ts';
import { problem } from '../problem.ts';
import type { Caller, Services } from '../services.ts';
import { recordAudit } from '../storage/audit.ts';
import { findUser } from '../storage/userRows.ts';

/**
 * Uses up the link of an unlock mail: nobody is logged in by it, and the password stays.
 * @returns the cookie by which this browser is a known one from now on (auth/knownDevice.ts)
 */
export async function unlockBrowser(services: Services, key: string, caller: Caller): Promise<string> {
  const account = await services.db.transaction(async (tx) => {
    const redeemed = await redeemMailToken(tx, 'unlock', key);
    if (!redeemed) throw problem('TOKEN_INVALID');
    await recordAudit(tx, { action: 'unlocked', userId: redeemed.userId, address: caller.address });
    return findUser(tx, redeemed.userId);
  });
  if (!account) throw problem('TOKEN_INVALID');
  await forgiveGuesses(services, account, caller);
  return services.knownDevices.cookieOf(account);
}

import { redeemMailToken } from '../auth/mailTokens.ts';
import { problem } from '../problem.ts';
import type { Caller, Services } from '../services.ts';
import { recordAudit } from '../storage/audit.ts';
import { confirmUser } from '../storage/userRows.ts';

/** Activates the account of a confirmation link with what that sign-up said. */
export async function confirmAccount(services: Services, token: string, caller: Caller): Promise<void> {
  await services.db.transaction(async (tx) => {
    const redeemed = await redeemMailToken(tx, 'confirm', token);
    if (!redeemed) throw problem('TOKEN_INVALID.confirmation');
    await confirmUser(tx, redeemed.userId, redeemed.pending);
    await recordAudit(tx, { action: 'confirm', userId: redeemed.userId, address: caller.address });
  });
}

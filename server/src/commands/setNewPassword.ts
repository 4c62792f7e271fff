import { and, eq, isNull } from 'drizzle-orm';
import { redeemMailToken } from '../auth/mailTokens.ts';
import { hashPassword } from '../auth/passwords.ts';
import { Problem } from '../problem.ts';
import type { Caller, Services } from '../services.ts';
import { recordAudit } from '../storage/audit.ts';
import { sessions, users } from '../storage/schema.ts';

/** Sets the password of a reset link and ends every session of that account. */
export async function setNewPassword(
  services: Services,
  token: string,
  password: string,
  caller: Caller,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await services.db.transaction(async (tx) => {
    const redeemed = await redeemMailToken(tx, 'reset', token);
    if (!redeemed) throw new Problem('TOKEN_INVALID', 'Token is not valid');
    await tx.update(users).set({ passwordHash }).where(eq(users.id, redeemed.userId));
    await tx
      .update(sessions)
      .set({ revokedAt: new Date() })
      .where(and(eq(sessions.userId, redeemed.userId), isNull(sessions.revokedAt)));
    await recordAudit(tx, { action: 'password changed', userId: redeemed.userId, address: caller.address });
  });
}

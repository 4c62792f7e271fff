import type { SignedInBySession } from '../auth/accessTokens.ts';
import type { Caller, Services } from '../services.ts';
import { recordAudit } from '../storage/audit.ts';

/** Ends this session. */
export async function logOut(
  services: Services,
  { user, sessionId }: SignedInBySession,
  caller: Caller,
): Promise<void> {
  await services.accessTokens.revoke(sessionId);
  await recordAudit(services.db, { action: 'logout', userId: user.id, address: caller.address });
}

/** Ends every other session of the user. */
export async function logOutOthers(
  services: Services,
  { user, sessionId }: SignedInBySession,
  caller: Caller,
): Promise<void> {
  await services.accessTokens.revokeAll(user.id, sessionId);
  await recordAudit(services.db, { action: 'logout of others', userId: user.id, address: caller.address });
}

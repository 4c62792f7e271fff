import { setTimeout as sleep } from 'node:timers/promises';
import { issueMailToken } from '../auth/mailTokens.ts';
import { lockedMessage } from '../mail/messages.ts';
import { Problem } from '../problem.ts';
import type { Services } from '../services.ts';
import { recordAudit } from '../storage/audit.ts';
import type { UserRow } from '../storage/schema.ts';

/** The refusal is sent first: its time says nothing of whether there is an account. */
const AFTER_ANSWER_MS = 200;

/** Tells the owner of an account that guesses of others have locked it, with a link that lets a browser in with the password as it is; at most twice a day. */
export function sendLockNotice(services: Services, account: UserRow): void {
  if (!account.confirmedAt || account.disabledAt || account.deletedAt) return;
  notify(services, account).catch((error: unknown) => {
    if (!(error instanceof Problem)) services.log.error({ err: error }, 'a notice of a lock failed');
  });
}

async function notify(services: Services, account: UserRow): Promise<void> {
  await sleep(AFTER_ANSWER_MS, undefined, { ref: false });
  await services.throttle.begin(services.limits.lockNotices, account.email);
  const token = await issueMailToken(services.db, 'unlock', account.id);
  await recordAudit(services.db, { action: 'account locked by guesses', userId: account.id });
  const link = `${services.publicUrl()}/auth/unlock?key=${token}`;
  await services.mailer.send(account.email, lockedMessage(account.language, account.name, link));
}

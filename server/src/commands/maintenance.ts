import { forgetAccessKeys } from '../storage/accessKeyRows.ts';
import { forgetAttempts } from '../storage/attemptRows.ts';
import { forgetOldAddresses } from '../storage/audit.ts';
import type { Database } from '../storage/database.ts';
import { forgetMailTokens } from '../storage/mailTokenRows.ts';
import type { ProjectFiles } from '../storage/projectFiles.ts';
import { forgetSessions } from '../storage/sessionRows.ts';
import { forgetUnconfirmed } from '../storage/userRows.ts';

/** Sign-ups that nobody confirmed are forgotten after this time: they are personal data without a purpose. */
const UNCONFIRMED_DAYS = 30;
/** Expired sessions and links are of no use; a day more helps whoever reads the log. */
const EXPIRED_DAYS = 1;
/** Expired access keys stay in the list of their owner for this time, who sees why a script is refused. */
const EXPIRED_KEY_DAYS = 30;
const ATTEMPT_DAYS = 2;
/** Network addresses in the audit log are kept as long as an incident may take to be noticed. */
const ADDRESS_DAYS = 180;

/** Forgets what has served its time. */
export async function runMaintenance(
  db: Database,
  files: Pick<ProjectFiles, 'runMaintenance'>,
): Promise<void> {
  await forgetSessions(db, EXPIRED_DAYS);
  await forgetAccessKeys(db, EXPIRED_KEY_DAYS);
  await forgetMailTokens(db, EXPIRED_DAYS);
  await forgetAttempts(db, ATTEMPT_DAYS);
  await forgetUnconfirmed(db, UNCONFIRMED_DAYS);
  await forgetOldAddresses(db, ADDRESS_DAYS);
  await files.runMaintenance();
}

import { problem } from '../problem.ts';
import type { Caller, Services } from '../services.ts';
import { removeAccessKey } from '../storage/accessKeyRows.ts';
import { recordAudit } from '../storage/audit.ts';
import type { UserRow } from '../storage/schema.ts';

/** Who calls with the key afterwards is refused. */
export async function revokeAccessKey(
  services: Services,
  user: UserRow,
  keyId: string,
  { address }: Pick<Caller, 'address'>,
): Promise<void> {
  if (!(await removeAccessKey(services.db, user.id, keyId))) throw problem('NOT_FOUND.accessKey');
  await recordAudit(services.db, {
    action: 'access key revoked',
    userId: user.id,
    subject: keyId,
    address,
  });
}

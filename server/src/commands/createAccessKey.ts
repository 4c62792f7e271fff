import { LIMITS, type AccessKey, type CreateAccessKey } from '@pace/contract';
import { issueAccessKey } from '../auth/accessKeys.ts';
import { problem } from '../problem.ts';
import type { Caller, Services } from '../services.ts';
import { countActiveAccessKeys } from '../storage/accessKeyRows.ts';
import { recordAudit } from '../storage/audit.ts';
import type { UserRow } from '../storage/schema.ts';
import { lockUser } from '../storage/userRows.ts';

/** Makes an access key for scripts of the user. @throws Problem ACCESS_KEY_LIMIT */
export async function createAccessKey(
  services: Services,
  user: UserRow,
  form: CreateAccessKey,
  { address }: Pick<Caller, 'address'>,
): Promise<AccessKey & { key: string }> {
  return services.db.transaction(async (tx) => {
    // Keys that are asked for at once are counted one by one.
    await lockUser(tx, user.id);
    if ((await countActiveAccessKeys(tx, user.id)) >= LIMITS.accessKeys)
      throw problem('ACCESS_KEY_LIMIT', { most: LIMITS.accessKeys });
    const created = await issueAccessKey(tx, user.id, form);
    await recordAudit(tx, {
      action: `access key created (${form.scope})`,
      userId: user.id,
      subject: created.id,
      address,
    });
    return created;
  });
}

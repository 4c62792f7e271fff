import { LIMITS, type AccessKey, type CreateAccessKey } from '@pace/contract';
import { issueAccessKey } from '../auth/accessKeys.ts';
import { accessKeyMessage, languageOf } from '../mail/messages.ts';
import { problem } from '../problem.ts';
import type { Caller, Services } from '../services.ts';
import { countActiveAccessKeys } from '../storage/accessKeyRows.ts';
import { recordAudit } from '../storage/audit.ts';
import type { UserRow } from '../storage/schema.ts';
import { lockUser } from '../storage/userRows.ts';

/** Makes an access key for scripts of the user, and tells them by mail. @throws Problem ACCESS_KEY_LIMIT */
export async function createAccessKey(
  services: Services,
  user: UserRow,
  form: CreateAccessKey,
  { address, acceptLanguage }: Pick<Caller, 'address' | 'acceptLanguage'>,
): Promise<AccessKey & { key: string }> {
  const created = await services.db.transaction(async (tx) => {
    // Keys that are asked for at once are counted one by one.
    await lockUser(tx, user.id);
    if ((await countActiveAccessKeys(tx, user.id)) >= LIMITS.accessKeys)
      throw problem('ACCESS_KEY_LIMIT', { most: LIMITS.accessKeys });
    const issued = await issueAccessKey(tx, user.id, form);
    await recordAudit(tx, {
      action: `access key created (${form.scope})`,
      userId: user.id,
      subject: issued.id,
      address,
    });
    return issued;
  });
  await services.mailer.send(
    user.email,
    accessKeyMessage(
      languageOf(acceptLanguage),
      user.name,
      created,
      `${services.publicUrl()}/profile/settings`,
    ),
  );
  return created;
}

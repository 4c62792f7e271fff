import type { AdminUserChangeSchema } from '@pace/contract';
import type { z } from 'zod';
import { approvedMessage } from '../../mail/messages.ts';
import { checkUserChange } from '../../policies/administration.ts';
import type { UserFacts } from '../../presenters/admin.ts';
import { problem } from '../../problem.ts';
import type { Caller, Services } from '../../services.ts';
import { countActiveAccessKeys, removeAccessKeysOf } from '../../storage/accessKeyRows.ts';
import { recordAudit } from '../../storage/audit.ts';
import { projectsOf } from '../../storage/projectRows.ts';
import type { UserRow } from '../../storage/schema.ts';
import { countProjectsOf } from '../../storage/usageRows.ts';
import { findUser, pageOfUsers, updateUser } from '../../storage/userRows.ts';
import { storedBytes } from '../usage.ts';
import { searchOf, type PageRequest } from './pages.ts';

/** Accounts, newest first. */
export async function listUsers(services: Services, request: PageRequest) {
  const { users, total } = await pageOfUsers(services.db, searchOf(request));
  const facts: UserFacts[] = [];
  for (const user of users) facts.push(await factsOf(services, user));
  return { users: facts, total };
}

/** Approves, changes the type, disables or enables; who is disabled is logged out and their runs end. */
export async function changeUser(
  services: Services,
  admin: UserRow,
  change: z.output<typeof AdminUserChangeSchema>,
  caller: Caller,
): Promise<UserFacts> {
  checkUserChange(admin, change);
  const before = await findUser(services.db, change.id);
  if (!before || before.deletedAt) throw problem('NOT_FOUND.account');
  const isNewlyApproved = change.approved === true && before.confirmedAt === null;
  const isNewlyDisabled = change.disabled === true && before.disabledAt === null;
  const changed = await updateUser(services.db, before.id, {
    ...(isNewlyApproved ? { confirmedAt: new Date() } : {}),
    ...(change.userType === undefined ? {} : { userType: change.userType }),
    ...(isNewlyDisabled ? { disabledAt: new Date() } : {}),
    ...(change.disabled === false ? { disabledAt: null } : {}),
  });
  const after = changed ?? before;
  for (const action of actionsOf(before, after))
    await recordAudit(services.db, {
      action,
      userId: admin.id,
      subject: before.id,
      address: caller.address,
    });
  if (isNewlyDisabled) await endEverythingOf(services, before.id);
  if (isNewlyApproved)
    await services.mailer.send(
      after.email,
      approvedMessage(after.language, after.name, `${services.publicUrl()}/auth/login`),
    );
  return factsOf(services, after);
}

function actionsOf(before: UserRow, after: UserRow): string[] {
  return [
    ...(before.confirmedAt === null && after.confirmedAt !== null ? ['account approved'] : []),
    ...(before.userType !== after.userType ? [`account type ${before.userType} to ${after.userType}`] : []),
    ...(before.disabledAt === null && after.disabledAt !== null ? ['account disabled'] : []),
    ...(before.disabledAt !== null && after.disabledAt === null ? ['account enabled'] : []),
  ];
}

async function endEverythingOf(services: Services, userId: string): Promise<void> {
  await services.accessTokens.revokeAll(userId);
  await removeAccessKeysOf(services.db, userId);
  const owned = await projectsOf(services.db, userId);
  await Promise.all(owned.map(({ id }) => services.runs.cancelAll(id, 0)));
}

async function factsOf(services: Services, user: UserRow): Promise<UserFacts> {
  return {
    user,
    projects: await countProjectsOf(services.db, user.id),
    storageBytes: await storedBytes(services, user.id),
    accessKeys: await countActiveAccessKeys(services.db, user.id),
  };
}

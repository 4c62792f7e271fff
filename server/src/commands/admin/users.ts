import type { AdminUserChangeSchema } from '@pace/contract';
import { and, count, desc, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { approvedMessage } from '../../mail/messages.ts';
import { checkUserChange } from '../../policies/administration.ts';
import type { UserFacts } from '../../presenters/admin.ts';
import { problem } from '../../problem.ts';
import type { Caller, Services } from '../../services.ts';
import { recordAudit } from '../../storage/audit.ts';
import { projectsOf } from '../../storage/projectRows.ts';
import { users, type UserRow } from '../../storage/schema.ts';
import { countProjects, storedBytes } from '../usage.ts';
import { containing, pageOf, type PageRequest } from './pages.ts';

/** Accounts, newest first. */
export async function listUsers(services: Services, request: PageRequest) {
  const which = and(
    isNull(users.deletedAt),
    containing(request.search, users.email, users.name, users.surname, users.company),
  );
  const { limit, offset } = pageOf(request);
  const rows = await services.db
    .select()
    .from(users)
    .where(which)
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit)
    .offset(offset);
  const [all] = await services.db.select({ n: count() }).from(users).where(which);
  const facts: UserFacts[] = [];
  for (const user of rows) facts.push(await factsOf(services, user));
  return { users: facts, total: all?.n ?? 0 };
}

/** Approves, changes the type, disables or enables; who is disabled is logged out and their runs end. */
export async function changeUser(
  services: Services,
  admin: UserRow,
  change: z.output<typeof AdminUserChangeSchema>,
  caller: Caller,
): Promise<UserFacts> {
  checkUserChange(admin, change);
  const [before] = await services.db
    .select()
    .from(users)
    .where(and(eq(users.id, change.id), isNull(users.deletedAt)));
  if (!before) throw problem('NOT_FOUND.account');
  const isNewlyApproved = change.approved === true && before.confirmedAt === null;
  const isNewlyDisabled = change.disabled === true && before.disabledAt === null;
  const [after = before] = await services.db
    .update(users)
    .set({
      ...(isNewlyApproved ? { confirmedAt: new Date() } : {}),
      ...(change.userType === undefined ? {} : { userType: change.userType }),
      ...(isNewlyDisabled ? { disabledAt: new Date() } : {}),
      ...(change.disabled === false ? { disabledAt: null } : {}),
      // drizzle refuses an update of nothing.
      id: before.id,
    })
    .where(eq(users.id, before.id))
    .returning();
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
  const owned = await projectsOf(services.db, userId);
  await Promise.all(owned.map(({ id }) => services.runs.cancelAll(id, 0)));
}

async function factsOf(services: Services, user: UserRow): Promise<UserFacts> {
  return {
    user,
    projects: await countProjects(services, user.id),
    storageBytes: await storedBytes(services, user.id),
  };
}

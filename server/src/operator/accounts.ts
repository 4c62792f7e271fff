import { EmailSchema, NewPasswordSchema, USER_TYPES, userRole, type UserRole } from '@pace/contract';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { requireUncommon } from '../auth/commonPasswords.ts';
import { LINKS_OF_A_PASSWORD } from '../auth/mailTokens.ts';
import { hashPassword } from '../auth/passwords.ts';
import { Problem } from '../problem.ts';
import { removeAccessKeysOf } from '../storage/accessKeyRows.ts';
import { recordAudit } from '../storage/audit.ts';
import type { Database } from '../storage/database.ts';
import { spendMailTokens } from '../storage/mailTokenRows.ts';
import type { UserRow } from '../storage/schema.ts';
import { revokeSessionsOf } from '../storage/sessionRows.ts';
import { updateUser, findUserByEmail, insertUser, usersByEmail } from '../storage/userRows.ts';

const RoleSchema = z.enum(Object.keys(USER_TYPES) as [UserRole, ...UserRole[]], {
  error: `A type is one of ${Object.keys(USER_TYPES).join(', ')}`,
});
const email = EmailSchema.transform((text) => text.toLowerCase());

/** What an operator may ask for at the machine itself, without a password. */
export const OperatorRequestSchema = z.discriminatedUnion('verb', [
  z.object({
    verb: z.literal('create'),
    email,
    type: RoleSchema.default('admin'),
    name: z.string().trim().min(1).max(60).default('Pace'),
    surname: z.string().trim().min(1).max(60).default('Operator'),
    company: z.string().trim().min(1).max(255).default('-'),
    password: NewPasswordSchema.max(255).optional(),
  }),
  z.object({ verb: z.literal('promote'), email, type: RoleSchema.default('admin') }),
  z.object({ verb: z.literal('reset'), email, password: NewPasswordSchema.max(255).optional() }),
  z.object({ verb: z.literal('disable'), email }),
  z.object({ verb: z.literal('enable'), email }),
  z.object({ verb: z.literal('list') }),
]);
export type OperatorRequest = z.output<typeof OperatorRequestSchema>;

/** A refusal in words. */
export class OperatorError extends Error {}

/** Does what the operator asks. @returns what to print @throws OperatorError */
export async function operate(db: Database, request: OperatorRequest): Promise<string> {
  switch (request.verb) {
    case 'create':
      return create(db, request);
    case 'promote': {
      const user = await change(db, request.email, { userType: USER_TYPES[request.type] }, 'promoted');
      return `${user.email} is now ${request.type}.`;
    }
    case 'reset':
      return reset(db, request);
    case 'disable': {
      const user = await change(db, request.email, { disabledAt: new Date() }, 'disabled');
      await revokeSessionsOf(db, user.id);
      await removeAccessKeysOf(db, user.id);
      return `${user.email} is disabled and logged out.`;
    }
    case 'enable': {
      const now = new Date();
      const user = await change(db, request.email, { disabledAt: null, confirmedAt: now }, 'enabled');
      return `${user.email} may log in.`;
    }
    case 'list':
      return list(db);
  }
}

async function create(db: Database, request: Extract<OperatorRequest, { verb: 'create' }>): Promise<string> {
  const { password = newPassword(), type, name, surname, company } = request;
  await requireGood(password);
  const user = await insertUser(db, {
    email: request.email,
    passwordHash: await hashPassword(password),
    name,
    surname,
    company,
    userType: USER_TYPES[type],
    confirmedAt: new Date(),
  });
  if (!user)
    throw new OperatorError(
      `${request.email} has an account already. Use "promote" to change its type or "reset" for a new password.`,
    );
  await recordAudit(db, { action: 'created by the operator', userId: user.id });
  return [`${user.email} is created as ${type}.`, ...shownPassword(request.password, password)].join('\n');
}

async function reset(db: Database, request: Extract<OperatorRequest, { verb: 'reset' }>): Promise<string> {
  const password = request.password ?? newPassword();
  await requireGood(password);
  const passwordHash = await hashPassword(password);
  const user = await change(db, request.email, { passwordHash, confirmedAt: new Date() }, 'password reset');
  await revokeSessionsOf(db, user.id);
  await removeAccessKeysOf(db, user.id);
  await spendMailTokens(db, LINKS_OF_A_PASSWORD, user.id);
  return [
    `${user.email} has a new password and is logged out everywhere.`,
    ...shownPassword(request.password, password),
  ].join('\n');
}

/** @throws OperatorError */
const requireGood = (password: string): Promise<void> =>
  requireUncommon(password).catch((error: unknown) => {
    throw error instanceof Problem ? new OperatorError(error.detail) : error;
  });

async function change(
  db: Database,
  address: string,
  values: Partial<Pick<UserRow, 'userType' | 'passwordHash' | 'disabledAt' | 'confirmedAt'>>,
  action: string,
): Promise<UserRow> {
  const before = await findUserByEmail(db, address);
  if (!before || before.deletedAt) throw new OperatorError(`${address} has no account.`);
  const changed = await updateUser(db, before.id, {
    ...values,
    confirmedAt: before.confirmedAt ?? values.confirmedAt ?? null,
  });
  const user = changed ?? before;
  await recordAudit(db, { action: `${action} by the operator`, userId: user.id });
  return user;
}

async function list(db: Database): Promise<string> {
  const rows = await usersByEmail(db);
  if (rows.length === 0) return 'There are no accounts.';
  return rows
    .map((user) =>
      [
        user.email.padEnd(36),
        userRole(user.userType).padEnd(8),
        user.disabledAt ? 'disabled' : user.confirmedAt ? 'active' : 'not confirmed',
      ].join(' '),
    )
    .join('\n');
}

const newPassword = (): string => randomBytes(12).toString('base64url');

const shownPassword = (given: string | undefined, password: string): string[] =>
  given === undefined ? [`Password: ${password}`] : [];

import { userRole, type AdminUserChangeSchema } from '@pace/contract';
import type { z } from 'zod';
import { problem } from '../problem.ts';
import type { UserRow } from '../storage/schema.ts';

export function mayAdminister(user: Pick<UserRow, 'userType'>): boolean {
  return userRole(user.userType) === 'admin';
}

/** Nobody locks themselves out by a slip of the mouse. @throws Problem FORBIDDEN */
export function checkUserChange(
  admin: Pick<UserRow, 'id'>,
  change: Pick<z.output<typeof AdminUserChangeSchema>, 'id' | 'userType' | 'disabled'>,
): void {
  if (change.id !== admin.id) return;
  if (change.disabled === true) throw problem('FORBIDDEN.ownAccount');
  if (change.userType !== undefined && !mayAdminister({ userType: change.userType }))
    throw problem('FORBIDDEN.ownType');
}

import { userRole, type AdminUserChangeSchema } from '@pace/contract';
import type { z } from 'zod';
import { Problem } from '../problem.ts';
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
  if (change.disabled === true) throw new Problem('FORBIDDEN', 'You can not disable your own account.');
  if (change.userType !== undefined && !mayAdminister({ userType: change.userType }))
    throw new Problem('FORBIDDEN', 'You can not take the administrator type from your own account.');
}

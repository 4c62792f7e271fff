import type { ProjectRow, UserRow } from '../storage/schema.ts';

/** A demo project is everybody's to look at and to copy. */
export function mayReadProject(
  user: Pick<UserRow, 'id'>,
  project: Pick<ProjectRow, 'ownerId' | 'deletedAt' | 'isDemo'>,
): boolean {
  return mayUseProject(user, project) || (project.isDemo && project.deletedAt === null);
}

/** A project is its owner's alone; to everybody else it does not exist. */
export function mayUseProject(
  user: Pick<UserRow, 'id'>,
  project: Pick<ProjectRow, 'ownerId' | 'deletedAt'>,
): boolean {
  return project.ownerId === user.id && project.deletedAt === null;
}

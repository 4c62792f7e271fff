import type { ProjectRow, UserRow } from '../storage/schema.ts';

/** A project is its owner's alone; to everybody else it does not exist. */
export function mayUseProject(
  user: Pick<UserRow, 'id'>,
  project: Pick<ProjectRow, 'ownerId' | 'deletedAt'>,
): boolean {
  return project.ownerId === user.id && project.deletedAt === null;
}

import type { ProjectRow, UserRow } from '../storage/schema.ts';

/** Somebody with a share link: one project to look at, nothing else. */
export interface SharedReader {
  shareId: string;
  sharedProjectId: string;
}

/** Who may look: a person, perhaps by an access key, or who holds a share link. */
export type Reader = (Pick<UserRow, 'id'> & { accessKeyId?: string | undefined }) | SharedReader;

/** A demo project is everybody's to look at and to copy; a shared one is readable by its link. */
export function mayReadProject(
  reader: Reader,
  project: Pick<ProjectRow, 'id' | 'ownerId' | 'deletedAt' | 'isDemo'>,
): boolean {
  if (project.deletedAt !== null) return false;
  if ('sharedProjectId' in reader) return project.id === reader.sharedProjectId;
  return mayUseProject(reader, project) || project.isDemo;
}

/** A project is its owner's alone; to everybody else it does not exist. */
export function mayUseProject(
  user: Pick<UserRow, 'id'>,
  project: Pick<ProjectRow, 'ownerId' | 'deletedAt'>,
): boolean {
  return project.ownerId === user.id && project.deletedAt === null;
}

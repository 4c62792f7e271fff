import type { ProjectRow, StudyRow, UserRow } from '../storage/schema.ts';

/** Somebody with a share link: one project or one study to look at, nothing else. */
export interface SharedReader {
  shareId: string;
  sharedProjectId: string;
  /** The study whose model that project carries: its variants may be looked at too */
  sharedStudyId?: string | undefined;
}

/** Who may look: a person, perhaps by an access key, or who holds a share link. */
export type Reader = (Pick<UserRow, 'id'> & { accessKeyId?: string | undefined }) | SharedReader;

/** A demo project is everybody's to look at and to copy; a shared one is readable by its link. */
export function mayReadProject(
  reader: Reader,
  project: Pick<ProjectRow, 'id' | 'ownerId' | 'deletedAt' | 'isDemo' | 'studyId'>,
): boolean {
  if (project.deletedAt !== null) return false;
  if ('sharedProjectId' in reader)
    return project.id === reader.sharedProjectId || isOfSharedStudy(reader, project);
  return mayUseProject(reader, project) || project.isDemo;
}

/** A project is its owner's alone; to everybody else it does not exist. */
export function mayUseProject(
  user: Pick<UserRow, 'id'>,
  project: Pick<ProjectRow, 'ownerId' | 'deletedAt'>,
): boolean {
  return project.ownerId === user.id && project.deletedAt === null;
}

const isOfSharedStudy = ({ sharedStudyId }: SharedReader, { studyId }: Pick<ProjectRow, 'studyId'>) =>
  sharedStudyId !== undefined && studyId === sharedStudyId;

/** A study is its owner's, and of who has a link to it. */
export function mayReadStudy(reader: Reader, study: Pick<StudyRow, 'id' | 'ownerId' | 'deletedAt'>): boolean {
  if (study.deletedAt !== null) return false;
  return 'sharedProjectId' in reader ? study.id === reader.sharedStudyId : study.ownerId === reader.id;
}

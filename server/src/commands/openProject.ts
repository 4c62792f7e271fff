import { problem } from '../problem.ts';
import { mayReadProject, mayUseProject, type Reader } from '../policies/ownership.ts';
import type { Services } from '../services.ts';
import { findRecords, type ProjectRecords } from '../storage/projectRows.ts';
import type { ProjectRow, UserRow } from '../storage/schema.ts';

/** A project of this person with its records. @throws Problem PROJECT_NOT_FOUND, for a foreign one as for none */
export function openProject(
  services: Services,
  user: Pick<UserRow, 'id'>,
  projectId: string,
): Promise<ProjectRecords> {
  return open(services, user, projectId, mayUseProject);
}

/** A project to look at: one's own, a demo project, or the one of a share link. @throws Problem PROJECT_NOT_FOUND */
export function openToRead(services: Services, reader: Reader, projectId: string): Promise<ProjectRecords> {
  return open(services, reader, projectId, mayReadProject);
}

async function open<R>(
  services: Services,
  reader: R,
  projectId: string,
  may: (reader: R, project: ProjectRow) => boolean,
): Promise<ProjectRecords> {
  const records = await findRecords(services.db, projectId);
  if (!records || !may(reader, records.project)) throw problem('PROJECT_NOT_FOUND');
  return records;
}

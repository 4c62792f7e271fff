import { Problem } from '../problem.ts';
import { mayReadProject, mayUseProject } from '../policies/ownership.ts';
import type { Services } from '../services.ts';
import { findProject, recordsOfOne, type ProjectRecords } from '../storage/projectRows.ts';
import type { UserRow } from '../storage/schema.ts';

/** A project of this person with its records. @throws Problem PROJECT_NOT_FOUND, for a foreign one as for none */
export function openProject(
  services: Services,
  user: Pick<UserRow, 'id'>,
  projectId: string,
): Promise<ProjectRecords> {
  return open(services, user, projectId, mayUseProject);
}

/** A project that this person may look at: their own or a demo project. @throws Problem PROJECT_NOT_FOUND */
export function openToRead(
  services: Services,
  user: Pick<UserRow, 'id'>,
  projectId: string,
): Promise<ProjectRecords> {
  return open(services, user, projectId, mayReadProject);
}

async function open(
  services: Services,
  user: Pick<UserRow, 'id'>,
  projectId: string,
  may: typeof mayReadProject,
): Promise<ProjectRecords> {
  const project = await findProject(services.db, projectId);
  if (!project || !may(user, project))
    throw new Problem(
      'PROJECT_NOT_FOUND',
      'Project is not found in your project list, please select your project in the projects page.',
    );
  return recordsOfOne(services.db, project);
}

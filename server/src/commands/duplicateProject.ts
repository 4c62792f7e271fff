import type { Services } from '../services.ts';
import type { NewProject } from '../storage/projectChanges.ts';
import type { ProjectRow, UserRow } from '../storage/schema.ts';
import { countProjectsOf } from '../storage/usageRows.ts';
import { checkProjects, quotasOf } from '../policies/quotas.ts';
import { copyProject } from './copyProject.ts';
import { openToRead } from './openProject.ts';
import { personTurns, requireStorage } from './usage.ts';

/** What the copy has otherwise than the project. */
type Changes = Partial<Pick<NewProject, 'programType' | 'solverInput' | 'materials' | 'coated'>>;

/**
 * A new project with the model, the mesh and all settings of another one; results and runs stay behind.
 * @throws Problem QUOTA_PROJECTS or QUOTA_STORAGE
 */
export function duplicateProject(
  services: Services,
  user: UserRow,
  projectId: string,
  name: string,
  changes: Changes = {},
): Promise<ProjectRow> {
  return personTurns.take(user.id, async () => {
    const records = await openToRead(services, user, projectId);
    const { project, upload } = records;
    checkProjects(
      await countProjectsOf(services.db, user.id),
      quotasOf(user.userType, services.config.quotas).projects,
    );
    const { programType, solverInput, materials, mesherOptions, coreType } = project;
    const copied = { programType, solverInput, materials, mesherOptions, ...changes };
    // Of a user's own project the files take no further space; those of a demo project are not theirs yet.
    const files = project.ownerId === user.id ? 0 : (upload?.fileSize ?? 0);
    await requireStorage(services, user, files + JSON.stringify(copied).length);
    return copyProject(services, records, { ownerId: user.id, name, coreType, ...copied });
  });
}

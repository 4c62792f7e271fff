import { checkProjects, quotasOf } from '../policies/quotas.ts';
import type { Services } from '../services.ts';
import { insertProject } from '../storage/projectChanges.ts';
import type { ProjectRow, UserRow } from '../storage/schema.ts';
import { countProjectsOf } from '../storage/usageRows.ts';

export interface NewProject {
  name: string;
  programType: number;
  coreType: number;
  isDemo?: boolean;
}

/** @throws Problem QUOTA_PROJECTS */
export async function createProject(
  services: Pick<Services, 'db' | 'config'>,
  owner: Pick<UserRow, 'id' | 'userType'>,
  form: NewProject,
): Promise<ProjectRow> {
  const { projects: limit } = quotasOf(owner.userType, services.config.quotas);
  checkProjects(await countProjectsOf(services.db, owner.id), limit);
  return insertProject(services.db, {
    ownerId: owner.id,
    name: form.name,
    programType: form.programType,
    coreType: form.coreType,
    isDemo: form.isDemo ?? false,
  });
}

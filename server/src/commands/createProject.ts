import { randomUUID } from 'node:crypto';
import { checkProjects, quotasOf } from '../policies/quotas.ts';
import type { Services } from '../services.ts';
import { projects, type ProjectRow, type UserRow } from '../storage/schema.ts';
import { countProjects } from './usage.ts';

export interface NewProject {
  name: string;
  solverType: number;
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
  checkProjects(await countProjects(services, owner.id), limit);
  const [project] = await services.db
    .insert(projects)
    .values({
      id: randomUUID(),
      ownerId: owner.id,
      name: form.name,
      programType: form.solverType,
      coreType: form.coreType,
      isDemo: form.isDemo ?? false,
    })
    .returning();
  if (!project) throw new Error('the database did not return the new project');
  return project;
}

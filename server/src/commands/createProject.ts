import { randomUUID } from 'node:crypto';
import type { Services } from '../services.ts';
import { projects, type ProjectRow, type UserRow } from '../storage/schema.ts';

export interface NewProject {
  name: string;
  solverType: number;
  coreType: number;
  isDemo?: boolean;
}

export async function createProject(
  services: Pick<Services, 'db'>,
  owner: Pick<UserRow, 'id'>,
  form: NewProject,
): Promise<ProjectRow> {
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

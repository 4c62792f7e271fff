import { eq } from 'drizzle-orm';
import type { Services } from '../services.ts';
import { projects, type UserRow } from '../storage/schema.ts';
import { openProject } from './openProject.ts';

export async function renameProject(
  services: Services,
  user: UserRow,
  projectId: string,
  name: string,
): Promise<void> {
  const { project } = await openProject(services, user, projectId);
  await services.db.update(projects).set({ name }).where(eq(projects.id, project.id));
}

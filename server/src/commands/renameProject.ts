import type { Services } from '../services.ts';
import { updateProject } from '../storage/projectChanges.ts';
import type { UserRow } from '../storage/schema.ts';
import { openProject } from './openProject.ts';

export async function renameProject(
  services: Services,
  user: UserRow,
  projectId: string,
  name: string,
): Promise<void> {
  const { project } = await openProject(services, user, projectId);
  await updateProject(services.db, project.id, { name });
}

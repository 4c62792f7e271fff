import { problem } from '../problem.ts';
import type { Services } from '../services.ts';
import { recordAudit } from '../storage/audit.ts';
import type { UserRow } from '../storage/schema.ts';
import { openProject } from './openProject.ts';

const WAIT_FOR_PROGRAMS_MS = 5000;

/** Stops the active run of a project; usually it has stopped when this returns. */
export async function cancelRun(services: Services, user: UserRow, projectId: string): Promise<void> {
  const { project } = await openProject(services, user, projectId);
  if (!(await services.runs.cancel({ projectId: project.id }, WAIT_FOR_PROGRAMS_MS)))
    throw problem('RUN_NOT_ACTIVE');
  await recordAudit(services.db, { action: 'run cancelled', userId: user.id, subject: project.id });
}

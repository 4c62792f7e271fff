import { eq } from 'drizzle-orm';
import { Problem } from '../problem.ts';
import { checkMayChange } from '../policies/runRules.ts';
import type { Services } from '../services.ts';
import { recordAudit } from '../storage/audit.ts';
import { projects, type UserRow } from '../storage/schema.ts';
import { openProject } from './openProject.ts';
import { solverJobOrWaiting } from './solverJob.ts';
import { personTurns, requireRun } from './usage.ts';

/**
 * Checks that everything a solver run needs is there and fits together, then queues it. What depends on a mesh that is
 * still being made or checked is seen to when the mesh is there.
 */
export async function startSolver(
  services: Services,
  user: UserRow,
  request: { projectId: string; formulationType: number; core: number },
): Promise<void> {
  const records = await openProject(services, user, request.projectId);
  const { project } = records;
  checkMayChange(records, { duringMesher: true });
  if (request.formulationType !== project.programType)
    throw new Problem(
      'VALIDATION',
      `This project's program type is ${project.programType}, but formulationType says ${request.formulationType}.`,
    );
  const { upload, ...work } = await solverJobOrWaiting(services, records, request.core);
  await personTurns.take(user.id, async () => {
    await requireRun(services, user);
    await services.runs.start(upload, { kind: 'solver', ...work });
  });
  await services.db.update(projects).set({ coreType: request.core }).where(eq(projects.id, project.id));
  await recordAudit(services.db, { action: 'solver started', userId: user.id, subject: project.id });
}

import { problem } from '../problem.ts';
import { checkMayChange } from '../policies/runRules.ts';
import type { Services } from '../services.ts';
import { recordAudit } from '../storage/audit.ts';
import { FileDamaged } from '../storage/checksums.ts';
import { readJson, RESULT_FOLDERS } from '../storage/projectFiles.ts';
import type { ProjectRecords } from '../storage/projectRows.ts';
import { updateProject } from '../storage/projectChanges.ts';
import type { UserRow } from '../storage/schema.ts';
import { localMesh } from '../storage/unlessDamaged.ts';
import { openProject } from './openProject.ts';
import { solverJobOrWaiting } from './solverJob.ts';
import { personTurns, requireRun } from './usage.ts';

/** A finished run whose results are not what it wrote may be computed anew. */
async function isDamaged(
  { files, checksums }: Services,
  { project, solverRun }: ProjectRecords,
): Promise<boolean> {
  if (solverRun?.status !== 'Finished') return false;
  const recorded = Object.keys(await checksums.recorded(project.id, RESULT_FOLDERS.results));
  const found = await files.names(project.id, RESULT_FOLDERS.results);
  if (recorded.some((name) => !found.includes(name))) return true;
  for (const name of found) {
    const path = `${RESULT_FOLDERS.results}/${name}`;
    try {
      await checksums.verify(project.id, path);
      // Results of earlier versions have no record; a text that breaks off shows all the same.
      if (name.endsWith('.json') && (await readJson(files, project.id, path)) === undefined) return true;
    } catch (error) {
      if (error instanceof FileDamaged) return true;
      throw error;
    }
  }
  return false;
}

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
  if (!(await isDamaged(services, records))) checkMayChange(records, { duringMesher: true });
  if (request.formulationType !== project.programType)
    throw problem('VALIDATION.programType', { project: project.programType, asked: request.formulationType });
  const { upload, ...work } = await solverJobOrWaiting(services, records, request.core);
  if (!work.awaitsMesh) await localMesh(services, project.id);
  await personTurns.take(user.id, async () => {
    await requireRun(services, user);
    await services.runs.start(upload, { kind: 'solver', ...work });
  });
  await updateProject(services.db, project.id, { coreType: request.core });
  await recordAudit(services.db, { action: 'solver started', userId: user.id, subject: project.id });
}

import { MeshReportSchema, type MeshReport } from '@pace/contract';
import { eq } from 'drizzle-orm';
import { Problem } from '../problem.ts';
import {
  checkAlphaCount,
  checkMayChange,
  checkSolverAvailable,
  completeModel,
  meshScale,
} from '../policies/runRules.ts';
import type { Services } from '../services.ts';
import { recordAudit } from '../storage/audit.ts';
import type { ProjectRecords } from '../storage/projectRows.ts';
import { readJson } from '../storage/runFolder.ts';
import { projects, type UserRow } from '../storage/schema.ts';
import { openProject } from './openProject.ts';
import { personTurns, requireRun } from './usage.ts';

/** Checks that everything a solver run needs is there and fits together, then queues it. */
export async function startSolver(
  services: Services,
  user: UserRow,
  request: { projectId: string; formulationType: number; core: number },
): Promise<void> {
  const records = await openProject(services, user, request.projectId);
  const { project } = records;
  checkMayChange(records, { duringMesher: false });
  if (request.formulationType !== project.programType)
    throw new Problem(
      'VALIDATION',
      `This project's program type is ${project.programType}, but formulationType says ${request.formulationType}.`,
    );
  if (!project.solverInput)
    throw new Problem(
      'INPUT_MISSING',
      'The solver input of this project was never saved. Set excitation, frequency and solver options first.',
    );
  const upload = completeModel(records.upload);
  const report = await meshReportOf(services, records);
  checkSolverAvailable(project.programType, project.solverInput);
  checkAlphaCount(project.solverInput, report);
  const scalefactor = meshScale(upload, project.solverInput.scalefactor, report);
  const threads = Math.min(request.core, services.config.maxThreads);
  const job = {
    schema: 'pace-job-1',
    programType: project.programType,
    mesh: 'mesh.unv',
    solverInput: { ...project.solverInput, scalefactor },
    ...(project.materials ? { materials: project.materials } : {}),
    threads,
    memoryLimitBytes: services.config.memoryLimitBytes,
  };
  await personTurns.take(user.id, async () => {
    await requireRun(services, user);
    await services.runs.start(upload, { kind: 'solver', threads, job });
  });
  await services.db.update(projects).set({ coreType: request.core }).where(eq(projects.id, project.id));
  await recordAudit(services.db, { action: 'solver started', userId: user.id, subject: project.id });
}

async function meshReportOf(services: Services, { project, mesherRun }: ProjectRecords): Promise<MeshReport> {
  const report = MeshReportSchema.safeParse(await readJson(services.files.meshReport(project.id)));
  if (mesherRun?.status !== 'Finished' || !report.success)
    throw new Problem(
      'MESH_NOT_READY',
      mesherRun?.status === 'Error'
        ? `The mesh is not ready: ${mesherRun.detail}`
        : 'The mesh is not ready yet. Start the mesher and wait for its end.',
    );
  return report.data;
}

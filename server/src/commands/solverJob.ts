import { MeshReportSchema, SolverInputShape, type MeshReport, type SolverInput } from '@pace/contract';
import {
  checkAlphaCount,
  checkOuterMedia,
  checkPartMethods,
  checkSolverType,
  completeModel,
  meshScale,
} from '../policies/runRules.ts';
import { Problem } from '../problem.ts';
import type { Services } from '../services.ts';
import type { ProjectRecords } from '../storage/projectRows.ts';
import { MESH_REPORT, readJson } from '../storage/projectFiles.ts';
import type { UploadRow } from '../storage/schema.ts';

export interface SolverJob {
  upload: UploadRow;
  /** Processors asked for */
  threads: number;
  job: Record<string, unknown>;
}

/** The job of a project's mesh and saved input. @throws Problem if something is missing or does not fit together */
export async function solverJob(
  services: Services,
  records: ProjectRecords,
  core: number,
): Promise<SolverJob> {
  const { project } = records;
  if (!project.solverInput)
    throw new Problem(
      'INPUT_MISSING',
      'The solver input of this project was never saved. Set excitation, frequency and solver options first.',
    );
  const upload = completeModel(records.upload);
  const report = await meshReportOf(services, records);
  checkSolverType(project.programType, project.solverInput);
  checkAlphaCount(project.solverInput, report);
  checkPartMethods(project.solverInput, report);
  checkOuterMedia(project.programType, project.solverInput, project.materials, report);
  const scalefactor = meshScale(upload, project.solverInput.scalefactor, report);
  return {
    upload,
    threads: core,
    job: {
      schema: 'pace-job-1',
      programType: project.programType,
      mesh: 'mesh.unv',
      solverInput: { ...ofTheContract(project.solverInput), scalefactor },
      ...(project.materials ? { materials: project.materials } : {}),
      threads: Math.min(core, services.config.maxThreads),
      memoryLimitBytes: services.config.memoryLimitBytes,
    },
  };
}

/** A job with a name that the contract does not have is refused; what an earlier release saved may have one. */
const ofTheContract = (input: SolverInput) =>
  Object.fromEntries(Object.entries(input).filter(([name]) => name in SolverInputShape.shape));

/** @throws Problem MESH_NOT_READY */
export async function meshReportOf(
  services: Services,
  { project, mesherRun }: ProjectRecords,
): Promise<MeshReport> {
  const report = MeshReportSchema.safeParse(await readJson(services.files, project.id, MESH_REPORT));
  if (mesherRun?.status !== 'Finished' || !report.success)
    throw new Problem(
      'MESH_NOT_READY',
      mesherRun?.status === 'Error'
        ? `The mesh is not ready: ${mesherRun.detail}`
        : 'The mesh is not ready yet. Start the mesher and wait for its end.',
    );
  return report.data;
}

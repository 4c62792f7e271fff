import { estimatesErrors, JobInputShape, type MeshReport, type SolverInput } from '@pace/contract';
import {
  checkHasOuterMedia,
  checkSolverType,
  completeModel,
  inputOnMesh,
  isActive,
} from '../policies/runRules.ts';
import { problem } from '../problem.ts';
import { readyMesh } from '../runs/readyMesh.ts';
import type { Services } from '../services.ts';
import type { ProjectRecords } from '../storage/projectRows.ts';
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
  const { upload, solverInput } = givenOf(records);
  const report = await meshReportOf(services, records);
  return jobOf(services, records, core, {
    upload,
    solverInput: inputOnMesh({ ...records.project, solverInput }, upload, report),
  });
}

/**
 * As long as the mesh is being made or checked, the job without what depends on it: the run waits for the mesh.
 * @throws Problem if something is missing or does not fit together
 */
export async function solverJobOrWaiting(
  services: Services,
  records: ProjectRecords,
  core: number,
): Promise<SolverJob & { awaitsMesh?: true }> {
  if (!isActive(records.mesherRun)) return solverJob(services, records, core);
  const given = givenOf(records);
  checkHasOuterMedia(records.project.programType, records.project.materials, undefined);
  return { ...jobOf(services, records, core, given), awaitsMesh: true };
}

/** What is needed and can be checked without a mesh. */
function givenOf({ project, upload }: ProjectRecords) {
  const { programType, solverInput } = project;
  if (!solverInput) throw problem('INPUT_MISSING.solver');
  const complete = completeModel(upload);
  checkSolverType(programType, solverInput);
  return { upload: complete, solverInput };
}

function jobOf(
  { config }: Services,
  { project }: ProjectRecords,
  core: number,
  { upload, solverInput }: ReturnType<typeof givenOf>,
): SolverJob {
  return {
    upload,
    threads: core,
    job: {
      schema: 'pace-job-1',
      programType: project.programType,
      mesh: 'mesh.unv',
      solverInput: ofTheContract(solverInput),
      errorEstimate: estimatesErrors(solverInput),
      ...(project.materials ? { materials: project.materials } : {}),
      threads: Math.min(core, config.maxThreads),
      memoryLimitBytes: config.memoryLimitBytes,
    },
  };
}

/** A job with a name that the contract does not have is refused; what an earlier release saved may have one. */
const ofTheContract = (input: SolverInput) =>
  Object.fromEntries(Object.entries(input).filter(([name]) => name in JobInputShape.shape));

/** @throws Problem MESH_NOT_READY */
export function meshReportOf(services: Services, records: ProjectRecords): Promise<MeshReport> {
  return readyMesh(services.files, records);
}

import { MaterialsSchema, JobInputShape, type MeshReport } from '@pace/contract';
import { z } from 'zod';
import { inputOnMesh } from '../policies/runRules.ts';
import { checkTurnedSolids } from '../policies/turnedSolids.ts';
import { engineProblem, problem } from '../problem.ts';
import type { Database } from '../storage/database.ts';
import type { ProjectFiles } from '../storage/projectFiles.ts';
import { findRecords, type ProjectRecords } from '../storage/projectRows.ts';
import type { RunRow } from '../storage/schema.ts';
import { findStudy } from '../storage/studyRows.ts';
import { readyMesh } from './readyMesh.ts';
import { refuseWaiting, writeInput } from './runRows.ts';

const JobInputSchema = z.looseObject({
  programType: z.number(),
  solverInput: JobInputShape,
  materials: MaterialsSchema.optional(),
});

/**
 * Completes the job of a run that waited for its mesh, now that the mesher has ended; ends the run where the mesh failed
 * or does not fit what is set.
 * @returns the run as it goes on, undefined if it was ended
 */
export async function completeOnMesh(
  { db, files }: { db: Database; files: ProjectFiles },
  run: RunRow,
): Promise<RunRow | undefined> {
  if (run.input.kind !== 'solver' || !run.input.awaitsMesh) return run;
  try {
    const { awaitsMesh: _, ...input } = run.input;
    const records = await findRecords(db, run.projectId);
    if (!records?.upload) throw problem('NO_MODEL.gone');
    const report = await readyMesh(files, records);
    await checkVariant(db, records, report);
    const { programType, solverInput, materials } = JobInputSchema.parse(input.job);
    const job = {
      ...input.job,
      solverInput: inputOnMesh({ programType, solverInput, materials }, records.upload, report),
    };
    return await writeInput(db, run.id, { ...input, job });
  } catch (error) {
    const problem = engineProblem(error);
    if (!problem) throw error;
    await refuseWaiting(db, run.id, problem);
    return undefined;
  }
}

/** @throws Problem STUDY_INVALID */
async function checkVariant(db: Database, { project }: ProjectRecords, report: MeshReport): Promise<void> {
  const study = project.studyId === null ? undefined : await findStudy(db, project.studyId);
  if (study) checkTurnedSolids(project, study.base.facts.surfaces, report);
}

import { SolverInputShape, frequenciesHz, type SolverInput } from '@pace/contract';
import { checkIsNoVariant, checkMayChange, mergesSeams } from '../policies/runRules.ts';
import { meshView } from '../runs/perform.ts';
import type { Services } from '../services.ts';
import { Turns } from '../storage/inTurn.ts';
import { writeMeshChecksums } from '../storage/checksums.ts';
import { MESH_WITH_RECORD, modelFile, uploadFormat } from '../storage/projectFiles.ts';
import type { ProjectRecords } from '../storage/projectRows.ts';
import { updateProject } from '../storage/projectChanges.ts';
import type { UploadRow, UserRow } from '../storage/schema.ts';
import { openProject } from './openProject.ts';
import { requireSettings } from './usage.ts';

const CHECK_TIMEOUT_MS = 60_000;
const turns = new Turns();

/** Saves the solver input of a project, and the number of processors where it is given, and keeps the report of its mesh in step with it. */
export async function saveSolverInput(
  services: Services,
  user: UserRow,
  projectId: string,
  input: SolverInput,
  coreType?: number,
): Promise<SolverInput> {
  const records = await openProject(services, user, projectId);
  checkIsNoVariant(records.project);
  checkMayChange(records, { duringMesher: true });
  const solverInput = SolverInputShape.parse(input);
  await requireSettings(services, user, solverInput);
  await updateProject(services.db, records.project.id, {
    solverInput,
    ...(coreType === undefined ? {} : { coreType }),
  });
  const { upload } = records;
  if (upload && reportDependsOn(records, solverInput))
    await turns.take(records.project.id, () => refreshReport(services, records, upload, solverInput));
  return solverInput;
}

/** The report of an uploaded mesh speaks in metres and wavelengths, of rounded parts where they are asked for. */
function reportDependsOn({ project, upload, mesherRun }: ProjectRecords, input: SolverInput): boolean {
  if (upload?.type !== 'UNV' || mesherRun?.status !== 'Finished') return false;
  const before = project.solverInput;
  if (!before || before.scalefactor !== input.scalefactor) return true;
  if (before.roundingangle !== input.roundingangle) return true;
  const highest = (of: SolverInput) => frequenciesHz(of).at(-1);
  return highest(before) !== highest(input);
}

/** A report that could not be renewed is not worth refusing the input: the earlier one stays. */
async function refreshReport(
  services: Services,
  { project, mesherRun }: ProjectRecords,
  upload: UploadRow,
  input: SolverInput,
): Promise<void> {
  const file = modelFile(upload);
  try {
    await services.files.edit(project.id, [file], MESH_WITH_RECORD, async (folder) => {
      await services.engines.importUnv({
        folder,
        model: { file, format: uploadFormat(upload) },
        ...meshView(input),
        mergeSeams: mergesSeams(mesherRun),
        signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
      });
      await writeMeshChecksums(folder);
    });
  } catch (error) {
    services.log.warn({ err: error, project: project.id }, 'the report of a mesh was not renewed');
  }
}

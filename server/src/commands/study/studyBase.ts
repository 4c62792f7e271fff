import {
  componentsOf,
  frequenciesHz,
  illuminations,
  isInside,
  MesherOptionsSchema,
  plannedVariants,
  polarizationOf,
  settingsOf,
  SolverInputShape,
  type Objective,
  type ParameterValue,
  type ProgramType,
  type Settings,
  type StudyDefinition,
} from '@pace/contract';
import { MATERIAL_LIBRARY } from '../../materials/library.ts';
import { completeModel, inputOnMesh } from '../../policies/runRules.ts';
import { problem, problemOfMessage } from '../../problem.ts';
import type { Services } from '../../services.ts';
import type { ProjectRecords } from '../../storage/projectRows.ts';
import type { StudyBase, UserRow } from '../../storage/schema.ts';
import { openProject } from '../openProject.ts';
import { currentMesherOptions } from '../saveMesherOptions.ts';
import { meshReportOf } from '../solverJob.ts';

/** What the variants of a study start from, and whether they can be made. */

export const library = (name: string) => MATERIAL_LIBRARY.find((material) => material.name === name);

/** @throws Problem INPUT_MISSING, NO_MODEL, MESH_NOT_READY, or where input and mesh do not fit together */
export async function studyBaseOf(services: Services, records: ProjectRecords): Promise<StudyBase> {
  const { project } = records;
  if (!project.solverInput) throw problem('INPUT_MISSING.solver');
  const upload = completeModel(records.upload);
  const report = await meshReportOf(services, records);
  const solverInput = SolverInputShape.parse(project.solverInput);
  inputOnMesh({ ...project, solverInput }, upload, report);
  const isMesh = upload.type === 'UNV';
  return {
    settings: {
      programType: project.programType as ProgramType,
      solverInput,
      materials: project.materials,
      mesherOptions: isMesh ? null : MesherOptionsSchema.parse(currentMesherOptions(project)),
    },
    facts: {
      isMesh,
      metresPerUnit: upload.fileMetresPerUnit,
      solids: report.step?.solids ?? 0,
      surfaces: report.parts.map(({ number }) => number),
    },
    coreType: project.coreType,
  };
}

/** The settings of a variant. @throws Problem STUDY_INVALID, or what the forms say of a value */
export function variantSettings(
  { settings, facts }: Pick<StudyBase, 'settings' | 'facts'>,
  { parameters }: StudyDefinition,
  values: readonly ParameterValue[],
): Settings {
  const made = settingsOf(settings, facts, parameters, values, library);
  if ('refused' in made) throw problemOfMessage(made.refused);
  return made.settings;
}

/** The settings of all variants that the study begins with. @throws Problem STUDY_INVALID */
export async function checkStudy(
  services: Services,
  user: UserRow,
  base: StudyBase,
  definition: StudyDefinition,
): Promise<{ values: ParameterValue[][]; settings: Settings[] }> {
  const values = plannedVariants(definition);
  const settings = values.map((one) => variantSettings(base, definition, one));
  const models = new Set(settings.flatMap(({ model }) => model ?? []));
  for (const model of models) await openModel(services, user, model);
  definition.objectives.forEach((objective, i) => checkObjective(objective, i, settings, definition));
  return { values, settings };
}

/** A project of the user whose mesh variants take. @throws Problem PROJECT_NOT_FOUND or STUDY_INVALID */
export async function openModel(
  services: Services,
  user: UserRow,
  projectId: string,
): Promise<ProjectRecords> {
  const records = await openProject(services, user, projectId);
  if (records.mesherRun?.status !== 'Finished')
    throw problem('STUDY_INVALID.model', { project: records.project.name });
  return records;
}

function checkObjective(
  { name, component, sector }: Objective,
  place: number,
  settings: readonly Settings[],
  { parameters }: StudyDefinition,
): void {
  const objective = name ?? String(place + 1);
  for (const { solverInput } of settings) {
    const polarization = polarizationOf(solverInput.anglesweep, solverInput.excitation);
    if (!componentsOf(polarization).includes(component))
      throw problem('STUDY_INVALID.component', { objective, component });
  }
  const moves = parameters.some(({ target: { kind } }) => ['theta', 'phi', 'frequency'].includes(kind));
  const [first] = settings;
  if (moves || !first) return;
  const { anglesweep, excitation } = first.solverInput;
  const frequencies = frequenciesHz(first.solverInput);
  const isMet = illuminations(anglesweep, excitation).some(({ thetaDeg: theta, phiDeg: phi }) =>
    frequencies.some((frequency) => isInside({ theta, phi, frequency }, sector)),
  );
  if (!isMet) throw problem('STUDY_INVALID.noPoint', { objective });
}

import {
  DEFAULT_MESH_FREQUENCY_HZ,
  meanFrequencyHz,
  MesherOptionsSchema,
  defaultMeshSizeMm,
  type MesherOptions,
} from '@pace/contract';
import { checkIsNoVariant, checkMayChange } from '../policies/runRules.ts';
import type { Services } from '../services.ts';
import { savedMesherOptions, type ProjectRecords } from '../storage/projectRows.ts';
import { updateProject } from '../storage/projectChanges.ts';
import type { ProjectRow, UserRow } from '../storage/schema.ts';
import { openProject } from './openProject.ts';

export async function saveMesherOptions(
  services: Services,
  user: UserRow,
  projectId: string,
  options: MesherOptions,
): Promise<MesherOptions> {
  const records = await openProject(services, user, projectId);
  checkIsNoVariant(records.project);
  checkMayChange(records, { duringMesher: false });
  return storeMesherOptions(services, records, options);
}

export async function storeMesherOptions(
  services: Services,
  { project, upload }: ProjectRecords,
  options: MesherOptions,
): Promise<MesherOptions> {
  const stored = { ...MesherOptionsSchema.parse(options), fileName: upload?.fileName ?? '' };
  await updateProject(services.db, project.id, { mesherOptions: stored });
  return stored;
}

/** What was saved, else the defaults with a tenth of the wavelength as mesh size. */
export function currentMesherOptions(project: ProjectRow): MesherOptions {
  const saved = savedMesherOptions(project);
  if (saved) return MesherOptionsSchema.parse(saved);
  const input = project.solverInput;
  const frequencyHz = input ? meanFrequencyHz(input) : DEFAULT_MESH_FREQUENCY_HZ;
  return MesherOptionsSchema.parse({ mesh_size: defaultMeshSizeMm(frequencyHz) });
}

import type { Materials } from '@pace/contract';
import { checkIsNoVariant, checkMayChange } from '../policies/runRules.ts';
import type { Services } from '../services.ts';
import { updateProject } from '../storage/projectChanges.ts';
import type { UserRow } from '../storage/schema.ts';
import { openProject } from './openProject.ts';
import { requireSettings } from './usage.ts';

export async function saveMaterials(
  services: Services,
  user: UserRow,
  projectId: string,
  materials: Materials,
): Promise<Materials> {
  const records = await openProject(services, user, projectId);
  checkIsNoVariant(records.project);
  checkMayChange(records, { duringMesher: true });
  await requireSettings(services, user, materials);
  await updateProject(services.db, records.project.id, { materials });
  return materials;
}

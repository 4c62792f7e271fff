import type { Materials } from '@pace/contract';
import { eq } from 'drizzle-orm';
import { checkMayChange } from '../policies/runRules.ts';
import type { Services } from '../services.ts';
import { projects, type UserRow } from '../storage/schema.ts';
import { openProject } from './openProject.ts';
import { requireSettings } from './usage.ts';

export async function saveMaterials(
  services: Services,
  user: UserRow,
  projectId: string,
  materials: Materials,
): Promise<Materials> {
  const records = await openProject(services, user, projectId);
  checkMayChange(records, { duringMesher: true });
  await requireSettings(services, user, materials);
  await services.db.update(projects).set({ materials }).where(eq(projects.id, records.project.id));
  return materials;
}

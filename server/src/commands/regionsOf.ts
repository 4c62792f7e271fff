import { PROGRAM_TYPES, JobInputShape, type Materials, type Regions } from '@pace/contract';
import type { Services } from '../services.ts';
import { localMesh } from '../storage/unlessDamaged.ts';
import type { UserRow } from '../storage/schema.ts';
import { checkJob } from './checkJob.ts';
import { readMesh } from './readMesh.ts';

/** The regions of a project's mesh under materials that need not be saved. */
export async function regionsOf(
  services: Services,
  user: UserRow,
  projectId: string,
  materials: Pick<Materials, 'inputMaterials' | 'outerMedias'>,
): Promise<Regions> {
  const { metresPerUnit } = await readMesh(services, user, projectId);
  const job = {
    schema: 'pace-job-1' as const,
    programType: PROGRAM_TYPES.composite,
    mesh: await localMesh(services, projectId),
    solverInput: JobInputShape.parse({ scalefactor: metresPerUnit }),
    materials,
  };
  return checkJob(`regions/${user.id}`, job, (folder, signal) =>
    services.engines.regions({ folder, timeoutMs: services.config.estimateSeconds * 1000, signal }),
  );
}

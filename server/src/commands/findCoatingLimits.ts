import {
  PROGRAM_TYPES,
  JobInputShape,
  type CoatingFinding,
  type Materials,
  type SolverInput,
} from '@pace/contract';
import type { Services } from '../services.ts';
import { localMesh } from '../storage/unlessDamaged.ts';
import type { UserRow } from '../storage/schema.ts';
import { checkJob } from './checkJob.ts';
import { readMesh } from './readMesh.ts';

/** Where the surface impedances of a coated model cannot be trusted, under materials that need not be saved. */
type FrequencyFields = Pick<SolverInput, 'freqsweep' | 'frequency' | 'frequencylist'>;

export async function findCoatingLimits(
  services: Services,
  user: UserRow,
  {
    projectId,
    freqsweep,
    frequency,
    frequencylist,
    ...materials
  }: Materials & FrequencyFields & { projectId: string },
): Promise<CoatingFinding[]> {
  const { metresPerUnit } = await readMesh(services, user, projectId);
  const job = {
    schema: 'pace-job-1' as const,
    programType: PROGRAM_TYPES.coating,
    mesh: await localMesh(services, projectId),
    solverInput: JobInputShape.parse({
      scalefactor: metresPerUnit,
      solvertype: 2,
      freqsweep,
      frequency,
      frequencylist,
    }),
    materials,
  };
  return checkJob(`coating/${user.id}`, job, (folder, signal) =>
    services.engines.coatingFindings({ folder, timeoutMs: services.config.estimateSeconds * 1000, signal }),
  );
}

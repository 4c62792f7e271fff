import type { MesherOptions, MesherOptionsChangeSchema } from '@pace/contract';
import type { z } from 'zod';
import { checkMayChange, completeModel, refuseEndsServer } from '../policies/runRules.ts';
import type { Services } from '../services.ts';
import type { UserRow } from '../storage/schema.ts';
import { isMeshDamaged } from '../storage/unlessDamaged.ts';
import { openProject } from './openProject.ts';
import { currentMesherOptions, storeMesherOptions } from './saveMesherOptions.ts';
import { personTurns, requireRun } from './usage.ts';

type GivenMesherOptions = z.output<typeof MesherOptionsChangeSchema>;

/**
 * Meshes a STEP model; a UNV model, which is a mesh already, is read again. Options not given are those saved. A damaged
 * mesh is made again also where there are results, which are of that mesh: with the options saved.
 */
export async function startMesher(
  services: Services,
  user: UserRow,
  projectId: string,
  given: GivenMesherOptions,
): Promise<void> {
  const records = await openProject(services, user, projectId);
  const isRepair =
    records.solverRun?.status === 'Finished' &&
    records.mesherRun?.status === 'Finished' &&
    (await isMeshDamaged(services, projectId));
  checkMayChange(isRepair ? { ...records, solverRun: undefined } : records, { duringMesher: false });
  const upload = completeModel(records.upload);
  refuseEndsServer(records.mesherRun, upload);
  if (upload.type === 'UNV') {
    await services.runs.start(upload, { kind: 'import' });
    return;
  }
  const options = await storeMesherOptions(services, records, {
    ...currentMesherOptions(records.project),
    ...(isRepair ? {} : withoutAbsent(given)),
  });
  await personTurns.take(user.id, async () => {
    await requireRun(services, user);
    await services.runs.start(upload, { kind: 'mesher', options });
  });
}

function withoutAbsent(given: GivenMesherOptions): Partial<MesherOptions> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

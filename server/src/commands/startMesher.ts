import type { MesherOptions, MesherOptionsChangeSchema } from '@pace/contract';
import type { z } from 'zod';
import {
  checkIsNoVariant,
  checkMayChange,
  completeModel,
  mergesSeams,
  refuseEndsServer,
} from '../policies/runRules.ts';
import { problem } from '../problem.ts';
import type { Services } from '../services.ts';
import { uploadFormat } from '../storage/projectFiles.ts';
import type { RunInput, RunRow, UserRow } from '../storage/schema.ts';
import { isMeshDamaged } from '../storage/unlessDamaged.ts';
import { openProject } from './openProject.ts';
import { currentMesherOptions, storeMesherOptions } from './saveMesherOptions.ts';
import { personTurns, requireRun } from './usage.ts';

type GivenMesherOptions = z.output<typeof MesherOptionsChangeSchema> & { mergeSeams?: boolean | undefined };

/**
 * Meshes a STEP model; a UNV model, which is a mesh already, is read again, with the nodes of its torn seams merged if
 * that is asked for. Options not given are those saved. A damaged mesh is made again also where there are results, which
 * are of that mesh: with the options saved, seams as they were, and refined as it was.
 */
export async function startMesher(
  services: Services,
  user: UserRow,
  projectId: string,
  { mergeSeams, ...given }: GivenMesherOptions,
): Promise<void> {
  const records = await openProject(services, user, projectId);
  const isRepair =
    records.solverRun?.status === 'Finished' &&
    records.mesherRun?.status === 'Finished' &&
    (await isMeshDamaged(services, projectId));
  checkIsNoVariant(records.project);
  checkMayChange(isRepair ? { ...records, solverRun: undefined } : records, { duringMesher: false });
  const upload = completeModel(records.upload);
  refuseEndsServer(records.mesherRun, upload);
  if (upload.type === 'UNV') {
    await services.runs.start(
      upload,
      importInput(isRepair ? mergesSeams(records.mesherRun) : mergeSeams === true),
    );
    return;
  }
  if (mergeSeams) throw problem('VALIDATION.seams');
  const options = await storeMesherOptions(services, records, {
    ...currentMesherOptions(records.project),
    ...(isRepair ? {} : withoutAbsent(given)),
  });
  await personTurns.take(user.id, async () => {
    await requireRun(services, user);
    await services.runs.start(upload, {
      kind: 'mesher',
      format: uploadFormat(upload),
      options,
      ...(isRepair && refinedBy(records.mesherRun)),
    });
  });
}

/** What a mesh was refined by, to refine it by the same again. */
const refinedBy = (run: RunRow | undefined) =>
  run?.input.kind === 'mesher' && run.input.refined ? { refined: run.input.refined } : {};

const importInput = (mergeSeams: boolean): RunInput => ({
  kind: 'import',
  ...(mergeSeams && { mergeSeams }),
});

function withoutAbsent(given: GivenMesherOptions): Partial<MesherOptions> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

import {
  errorMapFileName,
  LIMITS,
  REFINED_ERROR,
  RESULT_FILE,
  RunResultSchema,
  type Refined,
  type Refinement,
  type RunResult,
} from '@pace/contract';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ErrorSizes, sizeGrid, sizeGridFile, type EdgeSizes } from '../mesher/index.ts';
import { completeModel } from '../policies/runRules.ts';
import { problem } from '../problem.ts';
import type { Services } from '../services.ts';
import type { Geometry } from '../storage/binaryFiles.ts';
import { isMissing } from '../storage/missing.ts';
import { RESULT_FOLDERS, SIZES, uploadFormat } from '../storage/projectFiles.ts';
import type { ProjectRecords } from '../storage/projectRows.ts';
import type { ProjectRow, UserRow } from '../storage/schema.ts';
import { duplicateProject } from './duplicateProject.ts';
import { openProject, openToRead } from './openProject.ts';
import { readGeometry, readMesh } from './readMesh.ts';
import { readErrorMap } from './readResult.ts';
import { readWholeJson } from './readWhole.ts';
import { currentMesherOptions } from './saveMesherOptions.ts';
import { startSolver } from './startSolver.ts';
import { personTurns, requireRun } from './usage.ts';

interface Asked {
  projectId: string;
  /** Absent: for half of the error */
  unknowns?: number | undefined;
}

interface Plan {
  refinement: Refinement;
  surface: Geometry;
  sizes: EdgeSizes;
  /** Of the run that is refined */
  errors: Refined['from']['errors'];
}

/** What refining the mesh of a run would come to. @throws Problem NOT_REFINABLE */
export async function predictRefinement(
  services: Services,
  user: UserRow,
  asked: Asked,
): Promise<Refinement> {
  const records = await openToRead(services, user, asked.projectId);
  return (await planOf(services, user, records, asked)).refinement;
}

/**
 * A copy of the project whose mesh is refined where the error map of its run says so, and a solver run that waits for that
 * mesh. The project itself stays as it is, for comparison.
 * @throws Problem NOT_REFINABLE, and those of copying a project and of starting a run
 */
export async function refineMesh(
  services: Services,
  user: UserRow,
  { name, ...asked }: Asked & { name: string },
): Promise<ProjectRow> {
  const records = await openToRead(services, user, asked.projectId);
  const { refinement, surface, sizes, errors } = await planOf(services, user, records, asked);
  // Refused before there is a copy, not after.
  await requireRun(services, user);
  const copy = await duplicateProject(services, user, asked.projectId, name);
  const { project, upload } = await openProject(services, user, copy.id);
  const file = sizeGridFile(sizeGrid(surface, sizes.edgesM));
  await services.files.edit(copy.id, [], [SIZES], (folder) => writeFile(join(folder, SIZES), file));
  await personTurns.take(user.id, async () => {
    await requireRun(services, user);
    const model = completeModel(upload);
    await services.runs.start(model, {
      kind: 'mesher',
      format: uploadFormat(model),
      options: currentMesherOptions(project),
      refined: {
        predictedTriangles: refinement.triangles,
        from: { project: asked.projectId, unknowns: refinement.unknownsNow, errors },
      },
    });
  });
  await startSolver(services, user, {
    projectId: copy.id,
    formulationType: project.programType,
    core: project.coreType,
  });
  return copy;
}

async function planOf(
  services: Services,
  user: UserRow,
  { project, upload, solverRun }: ProjectRecords,
  { unknowns }: Asked,
): Promise<Plan> {
  if (completeModel(upload).type !== 'STEP') throw problem('NOT_REFINABLE.unv');
  const result = solverRun?.status === 'Finished' ? await resultOf(services, project.id) : undefined;
  const frequencies = result ? frequenciesWithMap(result) : [];
  if (!result || !('unknowns' in result) || frequencies.length === 0) throw problem('NOT_REFINABLE.noMap');
  const surface = await readGeometry(services, await readMesh(services, user, project.id));
  const triangles = surface.triangles.length / 4;
  const worst = new Float32Array(triangles);
  for (const frequencyHz of frequencies) {
    const map = await readErrorMap(services, {
      projectId: project.id,
      path: `${RESULT_FOLDERS.results}/${errorMapFileName(frequencyHz)}`,
    });
    if (map.length !== triangles) throw problem('NOT_REFINABLE.noMap');
    // A mesh serves all frequencies: each triangle counts by the one at which it adds most.
    map.forEach((error, t) => (worst[t] = Math.max(worst[t]!, error)));
  }
  const finer = new ErrorSizes(surface, worst, nextTurn);
  const sizes = await (unknowns === undefined
    ? finer.forError(REFINED_ERROR)
    : finer.forTriangles(unknowns / result.unknowns));
  const refinement = {
    unknowns: Math.round(result.unknowns * sizes.triangleFactor),
    triangles: Math.round(triangles * sizes.triangleFactor),
    unknownsNow: result.unknowns,
    errorFactor: sizes.errorFactor,
  };
  if (sizes.triangleFactor <= 1) throw problem('NOT_REFINABLE.asFineAsMaps');
  if (refinement.triangles > LIMITS.meshTrianglesMax)
    throw problem('NOT_REFINABLE.tooLarge', {
      triangles: Number(refinement.triangles.toPrecision(3)),
      limit: LIMITS.meshTrianglesMax,
    });
  return { refinement, surface, sizes, errors: errorsOf(result) };
}

async function resultOf(services: Services, projectId: string): Promise<RunResult | undefined> {
  const file = { projectId, path: `${RESULT_FOLDERS.results}/${RESULT_FILE}`, what: 'result' } as const;
  return readWholeJson(services, file, RunResultSchema).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
}

function errorsOf({ frequencies }: RunResult): Refined['from']['errors'] {
  return frequencies.flatMap((one) => {
    if (!('errorEstimate' in one) || !one.errorEstimate) return [];
    const { equation, discretisation, geometry, layers } = one.errorEstimate;
    const ofLayers = layers === undefined ? {} : { layers };
    return [{ frequencyHz: one.frequencyHz, equation, discretisation, geometry, ...ofLayers }];
  });
}

const frequenciesWithMap = ({ frequencies }: RunResult): number[] =>
  frequencies.flatMap((one) => ('errorEstimate' in one && one.errorEstimate?.map ? [one.frequencyHz] : []));

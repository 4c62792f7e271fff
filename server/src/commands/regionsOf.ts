import { JobSchema, PROGRAM_TYPES, SolverInputShape, type Materials, type Regions } from '@pace/contract';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineProblem, Problem } from '../problem.ts';
import type { Services } from '../services.ts';
import { MESH } from '../storage/projectFiles.ts';
import type { UserRow } from '../storage/schema.ts';
import { readMesh } from './readMesh.ts';

/** Whoever is waiting for an answer, and what breaks that off when they ask again. */
const asking = new Map<string, AbortController>();

/**
 * The regions of a project's mesh under materials that need not be saved. A new question of the same person takes the
 * place of an open one, which is refused.
 */
export async function regionsOf(
  services: Services,
  user: UserRow,
  projectId: string,
  materials: Pick<Materials, 'inputMaterials' | 'outerMedias'>,
): Promise<Regions> {
  const { metresPerUnit } = await readMesh(services, user, projectId);
  asking.get(user.id)?.abort();
  const question = new AbortController();
  asking.set(user.id, question);
  const folder = await mkdtemp(join(tmpdir(), 'pace-regions-'));
  try {
    const job = JobSchema.parse({
      schema: 'pace-job-1',
      programType: PROGRAM_TYPES.composite,
      mesh: await services.files.localPath(projectId, MESH),
      solverInput: SolverInputShape.parse({ scalefactor: metresPerUnit }),
      materials,
    });
    await writeFile(join(folder, 'job.json'), JSON.stringify(job));
    return await services.engines.regions({
      folder,
      timeoutMs: services.config.estimateSeconds * 1000,
      signal: question.signal,
    });
  } catch (error) {
    if (question.signal.aborted)
      throw new Problem('RATE_LIMITED', 'The table was changed meanwhile; the newer question is answered.');
    const known = engineProblem(error);
    throw known ? new Problem(known.code, known.detail) : error;
  } finally {
    if (asking.get(user.id) === question) asking.delete(user.id);
    await rm(folder, { recursive: true, force: true });
  }
}

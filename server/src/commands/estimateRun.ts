import { JobSchema, SolverInputShape, type Estimate, type Materials, type SolverInput } from '@pace/contract';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineProblem, problemOfEngine, problem } from '../problem.ts';
import type { Services } from '../services.ts';
import { localMesh } from '../storage/unlessDamaged.ts';
import type { UserRow } from '../storage/schema.ts';
import { openProject } from './openProject.ts';
import { solverJob } from './solverJob.ts';

/** Whoever is waiting for an answer; a second question of theirs is refused until then. */
const asking = new Set<string>();

/** In place of what is saved. */
interface Values {
  solverInput?: SolverInput | undefined;
  materials?: Materials | undefined;
}

/**
 * What a run of the project would take. The errors are those of starting one, except that nothing changes: a project
 * that is being computed or is done may be asked as well. The job stands in a folder of its own, away from any run's.
 */
export async function estimateRun(
  services: Services,
  user: UserRow,
  projectId: string,
  { solverInput, materials }: Values = {},
): Promise<Estimate> {
  const records = await openProject(services, user, projectId);
  const project = {
    ...records.project,
    ...(solverInput && { solverInput: SolverInputShape.parse(solverInput) }),
    ...(materials && { materials }),
  };
  const { job } = await solverJob(services, { ...records, project }, project.coreType);
  if (asking.has(user.id)) throw problem('RATE_LIMITED.estimate');
  asking.add(user.id);
  const folder = await mkdtemp(join(tmpdir(), 'pace-estimate-'));
  try {
    const mesh = await localMesh(services, records.project.id);
    await writeFile(join(folder, 'job.json'), JSON.stringify(JobSchema.parse({ ...job, mesh })));
    return await services.engines.estimate({
      folder,
      timeoutMs: services.config.estimateSeconds * 1000,
      signal: new AbortController().signal,
    });
  } catch (error) {
    const known = engineProblem(error);
    throw known ? problemOfEngine(known) : error;
  } finally {
    asking.delete(user.id);
    await rm(folder, { recursive: true, force: true });
  }
}

import type { EngineName } from '@pace/contract';
import { availableParallelism } from 'node:os';
import type { Engines, SolveRequest, SolverSite } from '../runs/enginePort.ts';
import { coatingFindings } from './coatings.ts';
import { backProjection, designMaps } from './maps.ts';
import { mendMesh } from './mend.ts';
import { importUnv, meshStep } from './mesher.ts';
import { exactSphere } from './mie.ts';
import { regions } from './regions.ts';
import { SlurmEngine } from './slurm/engine.ts';
import type { SlurmSettings } from './slurm/settings.ts';
import { estimate, solve, solverVersion } from './solver.ts';

export interface EngineSettings {
  /** Where the solver runs: as a program of this machine, under mpirun on it, or as jobs of a Slurm cluster */
  engine: EngineName;
  /** What one run may take of this machine's memory */
  memoryLimitBytes: number;
  slurm: SlurmSettings;
}

/** What runs on this machine, whatever the engine. */
const short = {
  meshStep,
  importUnv,
  estimate,
  regions,
  coatingFindings,
  designMaps,
  backProjection,
  mendMesh,
  solverVersion,
  exactSphere,
  solveHere: solve,
};

/** All of it on this machine, without a site: as tests want it. */
export const localEngines: Engines = { ...short, solve };

/** The engines of a configuration. Everything short (mesher, estimates, previews) runs on this machine. */
export function enginesOf(settings: EngineSettings): Engines {
  if (settings.engine === 'slurm') {
    const slurm = new SlurmEngine(settings.slurm);
    return {
      ...short,
      outlivesWorker: true,
      site: async (): Promise<SolverSite> => ({
        ...(await slurm.largestNode()),
        engine: 'slurm',
        hasOwnQueue: true,
      }),
      solve: (request: SolveRequest) => slurm.solve(request),
      endLeftovers: (root, activeRuns) => slurm.endLeftovers(root, activeRuns),
    };
  }
  const { engine, memoryLimitBytes } = settings;
  const site = { engine, cores: availableParallelism(), memoryBytes: memoryLimitBytes, hasOwnQueue: false };
  return { ...short, solve, site: () => Promise.resolve(site) };
}

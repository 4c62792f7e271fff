import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Database } from '../storage/database.ts';
import type { ProjectFiles } from '../storage/projectFiles.ts';
import { Assessor } from './assessor.ts';
import type { Engines, SolverSite } from './enginePort.ts';
import type { Slot } from './runRows.ts';
import { claimNext, type Claimed } from './schedule.ts';

/** How a worker chooses among waiting runs. */
export interface Scheduling {
  /** Of this machine: processors, and memory that all its solvers may take together */
  cores: number;
  memoryBytes: number;
  /** Solver runs beside the ordinary ones, for people who have nothing running and need little time */
  shortRuns: number;
  shortSeconds: number;
  patienceSeconds: number;
  runningPerPerson: number;
  estimateSeconds: number;
}

export interface SchedulerOptions {
  db: Database;
  engines: Engines;
  log: Logger;
  leaseSeconds: number;
  slots: Record<Slot, number>;
  scheduling: Scheduling;
  files: ProjectFiles;
  /** Something may be chosen now that could not be before */
  onChange: () => void;
}

const SITE_KEPT_MS = 60_000;

/** Chooses the runs of one worker, and has those assessed that wait. */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #assessor: Assessor;
  #site: { at: number; site: SolverSite } | undefined;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#assessor = new Assessor({
      db: options.db,
      engines: options.engines,
      log: options.log,
      estimateSeconds: options.scheduling.estimateSeconds,
      site: () => this.site(),
      files: options.files,
      onAssessed: options.onChange,
    });
  }

  /** @param busy  how many runs of the slot this worker has, in the ordinary slots and in those for short runs */
  async claim(
    slot: Slot,
    owner: string,
    busy: { ordinary: number; short: number },
  ): Promise<Claimed | undefined> {
    const { db, leaseSeconds, slots, scheduling } = this.#options;
    const { shortRuns, shortSeconds, patienceSeconds, runningPerPerson } = scheduling;
    if (slot === 'solver' && slots.solver > 0) this.#assessor.kick();
    const site = await this.site();
    return claimNext(db, {
      slot,
      owner,
      leaseSeconds,
      cores: site.cores,
      host: site.hasOwnQueue ? '' : hostname(),
      room: {
        hasSlot: busy.ordinary < slots[slot],
        hasShortSlot: slot === 'solver' && busy.short < shortRuns,
        shortSeconds,
        patienceSeconds,
        // Nobody alone has all the meshers: a model that takes long keeps nobody else waiting.
        runningPerPerson:
          slot === 'mesher' ? Math.min(runningPerPerson, Math.max(1, slots.mesher - 1)) : runningPerPerson,
        memoryBytes: slot === 'solver' && !site.hasOwnQueue ? site.memoryBytes : undefined,
      },
    });
  }

  /** What one run of the solver can have. A cluster that does not answer is taken to be as large as this machine. */
  async site(): Promise<SolverSite> {
    if (this.#site && performance.now() - this.#site.at < SITE_KEPT_MS) return this.#site.site;
    const { engines, log, scheduling } = this.#options;
    const here: SolverSite = {
      engine: engines.outlivesWorker ? 'slurm' : 'local',
      cores: scheduling.cores,
      memoryBytes: scheduling.memoryBytes,
      hasOwnQueue: engines.outlivesWorker === true,
    };
    try {
      const site = engines.site ? await engines.site() : here;
      this.#site = { at: performance.now(), site };
      return site;
    } catch (error) {
      log.warn({ err: error }, 'the cluster does not say how large it is');
      return here;
    }
  }

  close(): Promise<void> {
    return this.#assessor.close();
  }
}

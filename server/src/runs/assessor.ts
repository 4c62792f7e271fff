import { JobSchema } from '@pace/contract';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { memoryRefusal } from '../policies/memory.ts';
import { engineProblem } from '../problem.ts';
import type { Database } from '../storage/database.ts';
import { MESH, type ProjectFiles } from '../storage/projectFiles.ts';
import type { RunRow } from '../storage/schema.ts';
import { completeOnMesh } from './awaitedMesh.ts';
import type { Engines, SolverSite } from './enginePort.ts';
import { refuseWaiting, releaseAssessment, takeForAssessment, writeAssessment } from './runRows.ts';

/** Who does not answer in this time after the solver should have is dead, and another worker asks. */
const GRACE_SECONDS = 60;

export interface AssessorOptions {
  db: Database;
  engines: Pick<Engines, 'estimate'>;
  log: Logger;
  estimateSeconds: number;
  site: () => Promise<SolverSite>;
  files: ProjectFiles;
  /** A run more can be chosen from */
  onAssessed: () => void;
}

/** Asks the solver what waiting runs will take, one after the other, before they can be chosen. */
export class Assessor {
  readonly #options: AssessorOptions;
  readonly #closing = new AbortController();
  #working: Promise<void> | undefined;

  constructor(options: AssessorOptions) {
    this.#options = options;
  }

  /** Looks whether there is something to ask, unless it is at it. */
  kick(): void {
    if (this.#closing.signal.aborted) return;
    this.#working ??= this.#workThrough().finally(() => (this.#working = undefined));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#working;
  }

  async #workThrough(): Promise<void> {
    try {
      for (let run = await this.#take(); run; run = await this.#take()) {
        await this.#assess(run);
        this.#options.onAssessed();
      }
    } catch (error) {
      if (!this.#closing.signal.aborted)
        this.#options.log.error({ err: error }, 'the need of a waiting run could not be found');
    }
  }

  async #take(): Promise<RunRow | undefined> {
    if (this.#closing.signal.aborted) return undefined;
    const { db, estimateSeconds } = this.#options;
    return takeForAssessment(db, estimateSeconds + GRACE_SECONDS);
  }

  async #assess(waiting: RunRow): Promise<void> {
    const { db, log } = this.#options;
    const run = await completeOnMesh(this.#options, waiting);
    if (!run) return;
    const site = await this.#options.site();
    const estimate = await this.#estimate(run, site);
    if (this.#closing.signal.aborted) return releaseAssessment(db, run.id);
    log.debug({ run: run.id, estimate }, 'run assessed');
    const refusal = estimate && memoryRefusal(estimate.memoryBytes, site.memoryBytes);
    if (refusal) return refuseWaiting(db, run.id, refusal);
    await writeAssessment(db, run.id, estimate);
  }

  /** Undefined where the solver could not say: it will run alone. What it refuses, it refuses again when it is started. */
  async #estimate({ id, projectId, input }: RunRow, site: SolverSite) {
    const { engines, estimateSeconds, log } = this.#options;
    if (input.kind !== 'solver') return undefined;
    const folder = await mkdtemp(join(tmpdir(), 'pace-assess-'));
    try {
      const job = JobSchema.parse({
        ...input.job,
        mesh: await this.#options.files.localPath(projectId, MESH),
        threads: Math.min(input.threads, site.cores),
        memoryLimitBytes: site.memoryBytes,
      });
      await writeFile(join(folder, 'job.json'), JSON.stringify(job));
      return await engines.estimate({
        folder,
        timeoutMs: estimateSeconds * 1000,
        signal: this.#closing.signal,
      });
    } catch (error) {
      if (this.#closing.signal.aborted) return undefined;
      const known = engineProblem(error);
      log.info({ run: id, err: error }, 'the solver could not say what a run takes');
      if (known && known.code !== 'ESTIMATE_TIMEOUT') return { memoryBytes: 0, seconds: 0, method: null };
      return undefined;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

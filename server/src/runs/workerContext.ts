import type { Database } from '../storage/database.ts';
import type { Attempt, Fence, ProjectFiles } from '../storage/projectFiles.ts';
import type { Engines, SolverSite } from './enginePort.ts';
import type { RunProgress } from './runRows.ts';

/** What a worker does every run with. */
export interface WorkerContext {
  db: Database;
  files: ProjectFiles;
  engines: Engines;
  /** What one run of the solver can have */
  site: () => Promise<SolverSite>;
}

/** By which a run that is worked on is stopped, and reports. */
export interface RunControls {
  signal: AbortSignal;
  report(progress: RunProgress): void;
  /** What went wrong and is tried again. */
  warn(error: unknown, message: string): void;
}

/** Where one attempt at a run works, and what guards what it publishes. */
export interface RunPlace {
  attempt: Attempt;
  fence: Fence;
}

import type { Database } from '../storage/database.ts';
import type { RunRow } from '../storage/schema.ts';
import { writeProgress, type RunProgress } from './runRows.ts';

const MIN_INTERVAL_MS = 400;

/** Writes a run's progress to its row: the newest only, in order, and not more often than a screen can use. */
export class ProgressWriter {
  readonly #db: Database;
  readonly #run: RunRow;
  readonly #onError: (error: unknown) => void;
  #next: RunProgress | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Database, run: RunRow, onError: (error: unknown) => void) {
    this.#db = db;
    this.#run = run;
    this.#onError = onError;
  }

  report(progress: RunProgress): void {
    const fraction =
      progress.fraction === undefined || !Number.isFinite(progress.fraction)
        ? {}
        : { fraction: Math.min(1, Math.max(0, progress.fraction)) };
    this.#next = {
      ...this.#next,
      ...(progress.detail === undefined ? {} : { detail: progress.detail }),
      ...fraction,
    };
    this.#timer ??= setTimeout(() => this.#write(), MIN_INTERVAL_MS);
  }

  /** Everything reported is written when this returns. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#write();
    await this.#writing;
  }

  #write(): void {
    this.#timer = undefined;
    const progress = this.#next;
    this.#next = undefined;
    if (!progress) return;
    this.#writing = this.#writing
      .then(() => writeProgress(this.#db, this.#run, progress))
      .catch(this.#onError);
  }
}

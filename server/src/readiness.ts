import type { Config } from './config/config.ts';
import type { Engines } from './runs/enginePort.ts';
import type { ExecuteSql } from './storage/database.ts';
import { freeBytes } from './storage/diskSpace.ts';
import type { ProjectFiles } from './storage/projectFiles.ts';

/** Whoever asks more often gets the last answer: it is asked by machines, and by strangers. */
const KEPT_MS = 2000;
const PATIENCE_MS = 5000;

export interface ReadinessReport {
  ready: boolean;
  /** "ok", or what is wrong in a sentence without hosts and paths, by what was looked at */
  checks: Record<string, string>;
}

interface Check {
  look: () => Promise<void>;
  /** Said when the look fails: strangers may ask, so not where anything is. */
  otherwise: string;
}

/** Whether work can be taken on now: database, project files, solver, disk. */
export class Readiness {
  readonly #checks: Record<string, Check>;
  #last: { at: number; report: Promise<ReadinessReport> } | undefined;

  constructor(parts: { executeSql: ExecuteSql; files: ProjectFiles; engines: Engines; config: Config }) {
    const { executeSql, files, engines, config } = parts;
    this.#checks = {
      database: {
        look: async () => void (await executeSql('select 1 as one')),
        otherwise: 'The database does not answer.',
      },
      files: { look: () => files.check(), otherwise: 'Project files cannot be reached or written.' },
      solver: {
        look: async () => void (await engines.solverVersion()),
        otherwise: 'The solver is not installed or does not start.',
      },
      disk: {
        look: async () => {
          for (const folder of new Set([config.dataDir, files.workRoot])) {
            const free = await freeBytes(folder);
            if (free !== undefined && free < config.minFreeBytes) throw new Error('full');
          }
        },
        otherwise: `Less than ${config.minFreeBytes} bytes are free on the disk.`,
      },
    };
  }

  report(): Promise<ReadinessReport> {
    const now = Date.now();
    if (!this.#last || now - this.#last.at > KEPT_MS) this.#last = { at: now, report: this.#examine() };
    return this.#last.report;
  }

  async #examine(): Promise<ReadinessReport> {
    const entries = await Promise.all(
      Object.entries(this.#checks).map(async ([name, check]) => [name, await answerOf(check)] as const),
    );
    return { ready: entries.every(([, answer]) => answer === 'ok'), checks: Object.fromEntries(entries) };
  }
}

async function answerOf({ look, otherwise }: Check): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), PATIENCE_MS);
  });
  try {
    await Promise.race([look(), late]);
    return 'ok';
  } catch {
    return otherwise;
  } finally {
    clearTimeout(timer);
  }
}

import { engineError } from '../engines/errors.ts';
import { ReaderThread } from '../engines/readerThread.ts';
import type { ExportAnswer, ExportQuestion } from './exportWork.ts';

/** The mesh of two million triangles as VTU takes half of it. */
const THREAD_MEMORY_MB = { maxOldGenerationSizeMb: 2048, maxYoungGenerationSizeMb: 64 };
/** Of four million triangles */
const LONGEST_MS = 300_000;

const thread = new ReaderThread<ExportQuestion, ExportAnswer>(
  new URL('./exportThread.mjs', import.meta.url),
  THREAD_MEMORY_MB,
);

/** A file that nobody waits for any more is written all the same; it takes seconds. */
const NEVER = new AbortController().signal;

/** Writes a file for another program. @throws EngineError MEMORY.export */
export function writeExport(question: ExportQuestion): Promise<ExportAnswer> {
  const tooLarge = () => engineError('MEMORY.export', { megabytes: THREAD_MEMORY_MB.maxOldGenerationSizeMb });
  return thread.ask(question, { milliseconds: LONGEST_MS, tooSlow: tooLarge, tooLarge }, NEVER);
}

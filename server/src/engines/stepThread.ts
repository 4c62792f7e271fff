import type { StepSummary } from '../mesher/index.ts';
import { engineError } from './errors.ts';
import { mesherLimits } from './limits.ts';
import { ReaderThread, THREAD_MEMORY_MB } from './readerThread.ts';

const thread = new ReaderThread<string, StepSummary>(new URL('./stepThread.mjs', import.meta.url));

/**
 * What a STEP file says about itself, read in a thread of its own.
 * @throws EngineError MESHER_TIMEOUT or MEMORY if the file takes more time or memory than it may; the signal's reason
 */
export async function readStep(file: string, signal: AbortSignal): Promise<StepSummary> {
  const milliseconds = mesherLimits().readingMs;
  return thread.ask(
    file,
    {
      milliseconds,
      tooSlow: () => engineError('MESHER_TIMEOUT.step', { seconds: Math.round(milliseconds / 1000) }),
      tooLarge: () => engineError('MEMORY.step', { megabytes: THREAD_MEMORY_MB.maxOldGenerationSizeMb }),
    },
    signal,
  );
}

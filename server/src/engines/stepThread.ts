import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { StepSummary } from '../mesher/index.ts';
import { engineError } from './errors.ts';
import { mesherLimits } from './limits.ts';

const THREAD = new URL('./stepThread.mjs', import.meta.url);
const MEMORY_MB = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };

type Answer = { summary: StepSummary } | { failure: string };

/** A thread that has nothing to do; starting one takes longer than reading most files. */
let idle: Worker | undefined;

/**
 * What a STEP file says about itself, read in a thread of its own: whatever is in the file, the server goes on answering.
 * @throws EngineError MESHER_TIMEOUT or MEMORY if the file takes more time or memory than it may; the signal's reason
 */
export async function readStep(file: string, signal: AbortSignal): Promise<StepSummary> {
  signal.throwIfAborted();
  const thread = idle ?? startThread();
  idle = undefined;
  thread.ref();
  const limitMs = mesherLimits().readingMs;
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(tooSlow(limitMs)), limitMs);
  const stopped = AbortSignal.any([signal, over.signal]);
  try {
    thread.postMessage(file);
    // An error of the thread, its lack of memory among them, rejects.
    const [answer] = (await once(thread, 'message', { signal: stopped })) as [Answer];
    if ('failure' in answer) throw new Error(answer.failure);
    thread.unref();
    if (idle) await thread.terminate();
    else idle = thread;
    return answer.summary;
  } catch (error) {
    await thread.terminate();
    stopped.throwIfAborted();
    throw isOutOfMemory(error) ? tooLarge() : error;
  } finally {
    clearTimeout(timer);
  }
}

function startThread(): Worker {
  const thread = new Worker(THREAD, { execArgv: [], env: {}, resourceLimits: MEMORY_MB });
  // While it is idle nobody else listens.
  thread.on('error', () => undefined);
  thread.once('exit', () => {
    if (idle === thread) idle = undefined;
  });
  return thread;
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const tooSlow = (limitMs: number) =>
  engineError('MESHER_TIMEOUT.step', { seconds: Math.round(limitMs / 1000) });

const tooLarge = () => engineError('MEMORY.step', { megabytes: MEMORY_MB.maxOldGenerationSizeMb });

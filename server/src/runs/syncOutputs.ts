import { setTimeout as sleep } from 'node:timers/promises';
import { LeaseLost } from './lease.ts';
import type { RunControls, RunPlace } from './workerContext.ts';

/** What a person who follows a run on another machine waits at most. */
const UPLOAD_EVERY_MS = 2000;
const LONGEST_PAUSE_MS = 30_000;
/** Of a run that failed or was stopped, what was made is worth some tries, but no waiting without end. */
const TRIES_AFTER_FAILURE = 4;

/**
 * Brings what a program writes to where the project's files are kept, while it works and once more when it has ended. A
 * store that does not answer is tried again: what was computed for hours is not lost for it.
 */
export async function syncOutputs(
  { attempt, fence }: RunPlace,
  { signal, warn }: Pick<RunControls, 'signal' | 'warn'>,
  work: () => Promise<void>,
): Promise<void> {
  const ended = new AbortController();
  const meanwhile = uploadMeanwhile();
  try {
    await work();
  } catch (error) {
    await stopMeanwhile();
    await uploadAtEnd(TRIES_AFTER_FAILURE).catch((failure: unknown) =>
      warn(failure, 'what a run made before it ended could not be kept'),
    );
    throw error;
  }
  await stopMeanwhile();
  await uploadAtEnd(Number.MAX_SAFE_INTEGER);

  async function uploadMeanwhile(): Promise<void> {
    while (!ended.signal.aborted) {
      await sleep(UPLOAD_EVERY_MS, undefined, { signal: ended.signal }).catch(() => undefined);
      if (ended.signal.aborted) return;
      await attempt
        .upload(fence)
        .catch((error: unknown) => warn(error, 'the files of a run could not be brought; trying again'));
    }
  }

  function stopMeanwhile(): Promise<void> {
    ended.abort();
    return meanwhile;
  }

  async function uploadAtEnd(tries: number): Promise<void> {
    for (let pause = 500; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        return await attempt.upload(fence);
      } catch (error) {
        if (error instanceof LeaseLost || --tries <= 0) throw error;
        warn(error, 'the files of a run could not be brought; trying again');
        await sleep(pause, undefined, { signal }).catch(() => undefined);
        if (signal.aborted && tries > TRIES_AFTER_FAILURE) tries = TRIES_AFTER_FAILURE;
      }
    }
  }
}

import { once } from 'node:events';
import { Worker, type ResourceLimits } from 'node:worker_threads';
import type { EngineError } from './errors.ts';

export const THREAD_MEMORY_MB = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };

type Answered<Answer> = { answer: Answer } | { failure: string };

interface Limits {
  milliseconds: number;
  tooSlow: () => EngineError;
  tooLarge: () => EngineError;
}

/**
 * Reads or writes files in a thread of its own: whatever is in a file, the server goes on answering. One thread that has nothing to do is
 * kept; starting one takes longer than reading most files.
 */
export class ReaderThread<Question, Answer> {
  readonly #script: URL;
  readonly #memory: ResourceLimits;
  #idle: Worker | undefined;

  /** @param script  answers each message with `{answer}` or `{failure}` */
  constructor(script: URL, memory: ResourceLimits = THREAD_MEMORY_MB) {
    this.#script = script;
    this.#memory = memory;
  }

  /** @throws what `limits` says if the file takes more time or memory than it may; the signal's reason */
  async ask(question: Question, limits: Limits, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted();
    const thread = this.#idle ?? this.#start();
    this.#idle = undefined;
    thread.ref();
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(limits.tooSlow()), limits.milliseconds);
    const stopped = AbortSignal.any([signal, over.signal]);
    try {
      thread.postMessage(question);
      // An error of the thread, its lack of memory among them, rejects.
      const [answered] = (await once(thread, 'message', { signal: stopped })) as [Answered<Answer>];
      if ('failure' in answered) throw new Error(answered.failure);
      thread.unref();
      if (this.#idle) await thread.terminate();
      else this.#idle = thread;
      return answered.answer;
    } catch (error) {
      await thread.terminate();
      stopped.throwIfAborted();
      throw isOutOfMemory(error) ? limits.tooLarge() : error;
    } finally {
      clearTimeout(timer);
    }
  }

  #start(): Worker {
    const thread = new Worker(this.#script, { execArgv: [], env: {}, resourceLimits: this.#memory });
    // While it is idle nobody else listens.
    thread.on('error', () => undefined);
    thread.once('exit', () => {
      if (this.#idle === thread) this.#idle = undefined;
    });
    return thread;
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

import type { CallName } from '@pace/contract';
import { Worker } from 'node:worker_threads';
import type { BodyTask } from './thread.ts';
import { problem } from '../../problem.ts';
import type { BodyCheck } from './check.ts';

/** Bodies are checked in milliseconds, the first one after the thread has started; one that takes so long, or so much memory, is refused with its thread. */
const TIMEOUT_MS = 30_000;
const MEMORY_MB = 256;

const TOO_MUCH_WORK: BodyCheck = { problem: problem('VALIDATION.tooMuchWork') };

interface Waiting extends BodyTask {
  done: (check: BodyCheck) => void;
}

/** One thread, started with the first large body: the loop that answers everybody else goes on meanwhile. */
class BodyThread {
  readonly #waiting: Waiting[] = [];
  #worker: Worker | undefined;
  #current: Waiting | undefined;
  #timer: NodeJS.Timeout | undefined;

  check(name: CallName, bytes: Uint8Array): Promise<BodyCheck> {
    return new Promise((done) => {
      this.#waiting.push({ name, bytes, done });
      this.#next();
    });
  }

  #next(): void {
    if (this.#current) return;
    const task = this.#waiting.shift();
    if (!task) return;
    this.#current = task;
    this.#worker ??= this.#start();
    this.#timer = setTimeout(() => this.#giveUp(), TIMEOUT_MS);
    // A body that stands alone in its memory is handed over, not copied.
    const { name, bytes } = task;
    const isAlone = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer;
    this.#worker.postMessage({ name, bytes } satisfies BodyTask, isAlone ? [bytes.buffer] : []);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./thread.mjs', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    worker.unref();
    worker.on('message', (check: BodyCheck) => this.#end(check));
    worker.on('error', () => this.#giveUp());
    return worker;
  }

  #giveUp(): void {
    void this.#worker?.terminate();
    this.#worker?.removeAllListeners();
    // What a thread that is being ended still throws is nobody's.
    this.#worker?.on('error', () => undefined);
    this.#worker = undefined;
    this.#end(TOO_MUCH_WORK);
  }

  #end(check: BodyCheck): void {
    clearTimeout(this.#timer);
    const ended = this.#current;
    this.#current = undefined;
    ended?.done(check);
    this.#next();
  }
}

const thread = new BodyThread();

export const checkInThread = (name: CallName, bytes: Uint8Array): Promise<BodyCheck> =>
  thread.check(name, bytes);

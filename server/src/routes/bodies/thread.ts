import type { CallName } from '@pace/contract';
import { parentPort } from 'node:worker_threads';
import { checkBody } from './check.ts';

/** A thread that checks one large body after the other: threads.ts gives it work. */
export interface BodyTask {
  name: CallName;
  bytes: Uint8Array;
}

parentPort?.on('message', ({ name, bytes }: BodyTask) => {
  parentPort?.postMessage(checkBody(name, bytes));
});

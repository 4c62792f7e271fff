import type { CallName } from '@pace/contract';
import { parentPort } from 'node:worker_threads';
import { judgeBody } from './judge.ts';

/** A thread that judges one large body after the other: threads.ts gives it work. */
export interface BodyTask {
  name: CallName;
  bytes: Uint8Array;
}

parentPort?.on('message', ({ name, bytes }: BodyTask) => {
  parentPort?.postMessage(judgeBody(name, bytes));
});

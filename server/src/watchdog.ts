import { Worker } from 'node:worker_threads';

const THREAD = new URL('./watchdogThread.mjs', import.meta.url);
const BEATS_A_LIMIT = 10;
const LONGEST_BEAT_MS = 1000;

/**
 * Ends this process by SIGKILL when its event loop has stood still for so long, so that its supervisor (systemd, Docker)
 * starts it again. A process that was stopped as a whole (SIGSTOP, a machine asleep) is not taken to be hung.
 * @param limitSeconds  0: no watchdog
 */
export function startWatchdog(limitSeconds: number): void {
  if (limitSeconds === 0) return;
  const limitMs = 1000 * limitSeconds;
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  setInterval(() => Atomics.add(beats, 0, 1), Math.min(limitMs / BEATS_A_LIMIT, LONGEST_BEAT_MS)).unref();
  new Worker(THREAD, { execArgv: [], workerData: { beats, limitMs } }).unref();
}

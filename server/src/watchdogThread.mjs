// @ts-check
/** The thread that ends a process whose event loop stands still. Plain JavaScript: it starts at once. */
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

const LOOK_EVERY_MS = 250;
/** A look that comes this late was kept from coming: the whole machine or process stood still, not the event loop alone. */
const LATE_MS = 4 * LOOK_EVERY_MS;
const STDERR = 2;

const { beats, limitMs } = /** @type {{ beats: Int32Array, limitMs: number }} */ (workerData);
let lastBeat = -1;
let silentMs = 0;
let lookedAt = performance.now();

setInterval(() => {
  const now = performance.now();
  const passed = now - lookedAt;
  lookedAt = now;
  const beat = Atomics.load(beats, 0);
  silentMs = beat === lastBeat && passed < LATE_MS ? silentMs + passed : 0;
  lastBeat = beat;
  if (silentMs < limitMs) return;
  const seconds = Math.round(limitMs / 1000);
  writeSync(
    STDERR,
    `The server has not answered anybody for ${seconds} seconds and ends itself, to be started again (PACE_WATCHDOG_SECONDS).\n`,
  );
  process.kill(process.pid, 'SIGKILL');
}, LOOK_EVERY_MS);

// @ts-check
import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';

/** Of Linux on every architecture that Node runs on. */
const TICKS_PER_SECOND = 100;

/** @typedef {{ seconds: number }} Meter */

/** @type {AsyncLocalStorage<Meter>} */
const meters = new AsyncLocalStorage();
let attributed = 0;

/**
 * Runs a piece of work and measures the processor time of the programs that it starts (execute.mjs), also while others
 * start theirs.
 * @template R
 * @param {() => Promise<R>} work
 * @returns {Promise<{ result: R, processorSeconds: number }>}
 */
export async function metered(work) {
  const meter = { seconds: 0 };
  const result = await meters.run(meter, work);
  return { result, processorSeconds: meter.seconds };
}

/** The meter of the work that asks. */
export const currentMeter = () => meters.getStore();

/**
 * To be called as soon as a child process has ended: its processor time, with that of the processes that it waited for, goes
 * to a meter. The system adds both when the child ends. Without /proc nothing is counted.
 * @param {Meter | undefined} meter
 */
export function attributeEndedChild(meter) {
  const total = endedChildrenSeconds();
  if (meter) meter.seconds += total - attributed;
  attributed = total;
}

/** Processor time of all child processes that have ended, with those that they waited for [s]. */
function endedChildrenSeconds() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The name in parentheses may contain blanks; cutime and cstime are fields 16 and 17.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

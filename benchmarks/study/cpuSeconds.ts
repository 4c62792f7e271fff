import { readFileSync } from 'node:fs';

/** Kernel ticks a second, the same on every Linux that users see (USER_HZ). */
const TICKS_PER_SECOND = 100;
/**
 * utime and stime are the 14th and 15th field of /proc/PID/stat; the second, in brackets, may hold blanks and is cut off
 * first.
 */
const UTIME_AFTER_NAME = 11;

/** Processor time of a process and its threads so far: on a shared machine it says more than the clock on the wall. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = fields.slice(UTIME_AFTER_NAME);
  return (Number(user) + Number(system)) / TICKS_PER_SECOND;
}

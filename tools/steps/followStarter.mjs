// @ts-check
import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 500;
const SHELLS = ['sh', 'dash', 'bash', 'zsh', 'ash', 'busybox'];

/**
 * Ends this process by SIGTERM when npm, which started it, has ended: npm passes a signal on to its shell at most, and a
 * program under that goes on without anybody who could end it. Started otherwise, it follows nobody, so that it outlives a
 * terminal where that is wished.
 */
export function followNpm() {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const followed = [parent, ...(SHELLS.includes(nameOf(parent) ?? '') ? [parentOf(parent)] : [])].flatMap(
    (pid) => (pid === undefined || pid <= 1 ? [] : [{ pid, since: startOf(pid) }]),
  );
  const timer = setInterval(() => {
    if (process.ppid === parent && followed.every(({ pid, since }) => startOf(pid) === since)) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS);
  timer.unref();
}

/**
 * Fields of /proc/PID/stat after the name, which may have spaces: the state first, then the parent.
 * @param {number} pid
 */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    return { name: text.slice(text.indexOf('(') + 1, end), fields: text.slice(end + 2).split(' ') };
  } catch {
    return undefined;
  }
}

const STATE = 0;
const PARENT = 1;
const START_TIME = 19;

/** @param {number} pid */
const nameOf = (pid) => statOf(pid)?.name;

/** @param {number} pid */
function parentOf(pid) {
  const parent = Number(statOf(pid)?.fields[PARENT]);
  return Number.isInteger(parent) ? parent : undefined;
}

/**
 * When a process began; undefined of one that has ended, and of all where there is no /proc.
 * @param {number} pid
 */
function startOf(pid) {
  const fields = statOf(pid)?.fields;
  return fields === undefined || fields[STATE] === 'Z' ? undefined : fields[START_TIME];
}

/** Set for a server whose standard input is held open by who started it. */
export const FOLLOWS_STARTER = 'PACE_FOLLOWS_STARTER';

/**
 * Calls `stop` when the program that started this one has ended, however it ended: the pipe that it held is closed then.
 * Without the setting nothing is followed.
 */
export function followStarter(stop: () => void): void {
  if (process.env[FOLLOWS_STARTER] !== '1') return;
  process.stdin.on('end', stop).on('error', stop).resume();
  // It is no reason to stay.
  if ('unref' in process.stdin && typeof process.stdin.unref === 'function') process.stdin.unref();
}

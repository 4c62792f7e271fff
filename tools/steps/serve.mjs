// @ts-check
import { spawn } from 'node:child_process';
import { followNpm } from './followStarter.mjs';
import { ROOT } from './paths.mjs';

const FORWARDED = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
/** The terminal and npm both pass Ctrl-C on: what follows the first signal this soon is the same wish. */
const SAME_WISH_MS = 1000;
/** A server that has not ended by then never will: it gives itself a second less. */
const PATIENCE_MS = 9000;
/** As in server/src/followStarter.ts */
const FOLLOWS_STARTER = { PACE_FOLLOWS_STARTER: '1' };
const SERVER = 'server/src/main.ts';

/**
 * Runs the server until it ends, in the role that the words name: web and work together if there are none. It has a process group of its own, so that
 * every signal reaches it once, from here; its standard input is a pipe from here, by whose end it knows that this program
 * is gone.
 * @param {readonly string[]} [words]
 * @param {string} [program]  another one than the server, for tests
 * @returns {Promise<number>} exit code: 0 when it ended because it was told to
 */
export function serve(words = [], program = SERVER) {
  followNpm();
  return new Promise((resolve) => {
    const server = spawn(process.execPath, ['--import', 'tsx', program, ...words], {
      cwd: ROOT,
      // Node's four would all wait for disks while files are uploaded, and whoever looks at a list behind them.
      env: { UV_THREADPOOL_SIZE: '16', ...process.env, ...FOLLOWS_STARTER },
      stdio: ['pipe', 'inherit', 'inherit'],
      detached: true,
    });
    let toldAt = 0;
    for (const signal of FORWARDED) {
      process.on(signal, () => {
        const now = Date.now();
        if (now - toldAt < SAME_WISH_MS) return;
        if (toldAt === 0) setTimeout(() => endGroup(server.pid), PATIENCE_MS).unref();
        toldAt = now;
        server.kill(signal);
      });
    }
    process.on('exit', () => endGroup(server.pid));
    server.once('error', (error) => {
      process.stderr.write(`[pace] The server could not be started: ${error.message}\n`);
      resolve(1);
    });
    server.once('exit', (code) => resolve(toldAt > 0 && (code === null || code > 128) ? 0 : (code ?? 1)));
  });
}

/** @param {number | undefined} group */
function endGroup(group) {
  if (group === undefined) return;
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

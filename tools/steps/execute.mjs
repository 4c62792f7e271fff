// @ts-check
import { spawn, spawnSync } from 'node:child_process';
import { ROOT } from './paths.mjs';
import { attributeEndedChild, currentMeter } from './processorTime.mjs';
import { Stop } from './say.mjs';

/**
 * Runs a program with its output on the terminal.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number, onOutput?: (text: string) => void }} [options]
 *   onOutput takes the output, both streams, instead of the terminal
 * @returns {Promise<number>} exit code; 128 + n for signal n and 124 for a time limit, as in a shell
 */
export function execute(command, args, options = {}) {
  const meter = currentMeter();
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? ROOT,
      env: options.env ?? process.env,
      stdio: [
        'ignore',
        ...(options.onOutput
          ? /** @type {const} */ (['pipe', 'pipe'])
          : /** @type {const} */ (['inherit', 'inherit'])),
      ],
    });
    let timedOut = false;
    const timer =
      options.timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            child.kill('SIGKILL');
          }, options.timeoutMs);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => options.onOutput?.(text));
    }
    child.once('error', (error) => {
      clearTimeout(timer);
      process.stderr.write(`[pace] ${command} could not be started: ${error.message}\n`);
      resolve(127);
    });
    child.once('exit', () => attributeEndedChild(meter));
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve(timedOut ? 124 : (code ?? 128));
    });
  });
}

/**
 * The same for a step that must succeed.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} sentence  what to say when it does not
 * @param {Parameters<typeof execute>[2]} [options]
 */
export async function mustExecute(command, args, sentence, options) {
  if ((await execute(command, args, options)) !== 0) throw new Stop(sentence);
}

/**
 * What a program prints; undefined when it is missing or fails.
 * @param {string} command
 * @param {readonly string[]} args
 */
export function outputOf(command, args) {
  const done = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return done.status === 0 ? done.stdout : undefined;
}

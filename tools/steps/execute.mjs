// @ts-check
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { ROOT } from './paths.mjs';
import { attributeEndedChild, currentMeter } from './processorTime.mjs';
import { Stop } from './say.mjs';

const LOWEST_PRIORITY = 19;

/** Process groups in the background, which a signal of the terminal does not reach. @type {Set<number>} */
const groups = new Set();
process.on('exit', () => groups.forEach(endGroup));

/**
 * Runs a program with its output on the terminal.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number, onOutput?: (text: string) => void, inBackground?: boolean }} [options]
 *   onOutput takes the output, both streams, instead of the terminal; inBackground: at the lowest priority, so that it and all
 *   that it starts get only the time that every other program leaves
 * @returns {Promise<number>} exit code; 128 + n for signal n and 124 for a time limit, as in a shell
 */
export function execute(command, args, options = {}) {
  const meter = currentMeter();
  return new Promise((resolve) => {
    const [program = command, ...words] = options.inBackground
      ? ['nice', '-n', `${LOWEST_PRIORITY}`, command, ...args]
      : [command, ...args];
    const child = spawn(program, words, {
      detached: options.inBackground ?? false,
      cwd: options.cwd ?? ROOT,
      env: options.env ?? process.env,
      stdio: [
        'ignore',
        ...(options.onOutput
          ? /** @type {const} */ (['pipe', 'pipe'])
          : /** @type {const} */ (['inherit', 'inherit'])),
      ],
    });
    const group = options.inBackground ? child.pid : undefined;
    if (group !== undefined) {
      groups.add(group);
      lowerSession(group);
    }
    let timedOut = false;
    const timer =
      options.timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            if (group === undefined) child.kill('SIGKILL');
            else endGroup(group);
          }, options.timeoutMs);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => options.onOutput?.(text));
    }
    child.once('error', (error) => {
      clearTimeout(timer);
      process.stderr.write(`[pace] ${command} could not be started: ${error.message}\n`);
      resolve(127);
    });
    child.once('exit', () => {
      attributeEndedChild(meter);
      if (group !== undefined) groups.delete(group);
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve(timedOut ? 124 : (code ?? 128));
    });
  });
}

/**
 * Where Linux shares the processor by session first (sched_autogroup), a low priority counts only among the programs of its
 * session; so the session gets one too.
 * @param {number} leader  process that leads the session
 */
function lowerSession(leader) {
  try {
    writeFileSync(`/proc/${leader}/autogroup`, `${LOWEST_PRIORITY}`);
  } catch {
    // A system without such groups: the priority counts among all programs.
  }
}

/** @param {number} leader */
function endGroup(leader) {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
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

// @ts-check
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../steps/paths.mjs';
import { Stop } from '../steps/say.mjs';

/** The account of the first start, as the README names it. */
export const DEMO = { email: 'demo@pace-rcs.example', password: 'pace-demo-2026' };
const START_TIMEOUT_MS = 90_000;
const STOP_TIMEOUT_MS = 20_000;
const RUN_TIMEOUT_MS = 15 * 60_000;
const LOOK_AGAIN_MS = 1000;

/** @typedef {{ status: string, detail: string }} RunState */
/** @typedef {{ mesherState: RunState, solverState: RunState }} LiveState */
/** @typedef {{ site: string, token: string, call: (path: string, body?: object) => Promise<any>, stop: () => Promise<void>, dataDir?: string, pid?: number | undefined }} Product */

/**
 * A session of the demo account with the product that runs at PACE_SITE, or else with one of its own: as `npm start` runs
 * it, on a free port, with data that are removed again.
 * @returns {Promise<Product>}
 */
export async function startProduct() {
  const running = process.env['PACE_SITE'];
  return running === undefined ? startOwn() : { ...(await enter(running)), stop: async () => {} };
}

/** @param {string} site */
async function enter(site) {
  const { token } = await ask(site, undefined, '/api/account/login', { ...DEMO, rememberMe: false });
  const call = (/** @type {string} */ path, /** @type {object | undefined} */ body) =>
    ask(site, token, path, body);
  return { site, token, call };
}

/** @returns {Promise<Product>} */
async function startOwn() {
  const dataDir = mkdtempSync(join(tmpdir(), 'pace-showcase-'));
  const server = spawn(process.execPath, ['--import', 'tsx', 'server/src/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      PACE_LOG: 'warn',
      PACE_DEMO: '1',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const stop = async () => {
    const ended =
      server.exitCode === null ? new Promise((resolve) => server.once('exit', resolve)) : undefined;
    signalGroup(server.pid, 'SIGTERM');
    await Promise.race([ended, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    signalGroup(server.pid, 'SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    return { ...(await enter(await addressOf(server))), stop, dataDir, pid: server.pid };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits until what was started has finished. @param {Product} product @param {string} projectId @param {'mesherState' | 'solverState'} which */
export async function finished(product, projectId, which) {
  for (const deadline = Date.now() + RUN_TIMEOUT_MS; Date.now() < deadline; await sleep(LOOK_AGAIN_MS)) {
    const state = /** @type {LiveState} */ (
      await product.call('/api/solver/storage-stateLive', { projectId })
    )[which];
    if (state.status === 'Finished') return;
    if (state.status === 'Error' || state.status === 'Cancelled')
      throw new Stop(`A run of the showcase ended so: ${state.status}. ${state.detail}`);
  }
  throw new Stop('A run of the showcase takes too long.');
}

/** @param {string} site @param {string | undefined} token @param {string} path @param {object} [body] */
async function ask(site, token, path, body) {
  const response = await fetch(`${site}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Stop(`${path} answered ${response.status}: ${answer.detail}`);
  return answer.result;
}

/** @param {import('node:child_process').ChildProcess} server @returns {Promise<string>} */
function addressOf(server) {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(
      () => reject(new Stop(`The server does not come up:\n${output}`)),
      START_TIMEOUT_MS,
    );
    server.stdout?.on('data', (chunk) => {
      output += chunk;
      const address = /Pace is ready: (\S+)/.exec(output)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
    server.once('exit', (code) => reject(new Stop(`The server ended with code ${code}:\n${output}`)));
  });
}

/** @param {number | undefined} group @param {NodeJS.Signals} signal */
function signalGroup(group, signal) {
  try {
    if (group !== undefined) process.kill(-group, signal);
  } catch {
    // It has ended already.
  }
}

// @ts-check
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ROOT } from '../steps/paths.mjs';

/** A quiet machine needs less than ten seconds, of which the product gives its server nine; one that does much else, more. */
const END_MS = 60_000;
/** What computes may take long on a machine that does other things as well. */
const LONG_MS = 180_000;
const FREQUENCIES = 21;
const SWEEP = { freqsweep: 1, frequency: [0.25e9, 0.0025e9, 0.3e9] };
const RUN_OF = { model: 'plate', name: 'Plate' };

const folder = mkdtempSync(join(tmpdir(), 'pace-stopping-run-'));
/** @type {Set<number>} */
const seen = new Set();
afterEach(() => {
  for (const pid of seen) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test('TERM to npm while a run computes ends every process; after a new start the run goes on to its end', async () => {
  const start = `node ${join(ROOT, 'tools/test/serveReal.mjs')}`;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'real', scripts: { start } }));
  const first = await started();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(ROOT, 'tools/admin.mjs'), 'create', 'ada@radar-works.com', '--name', 'Ada'],
    { cwd: ROOT, env: environment() },
  );
  const password = /^Password: (\S+)$/m.exec(stdout)?.[1];
  const { token } = await first.call('login', { email: 'ada@radar-works.com', password, rememberMe: true });
  const { id: projectId, state } = await first.call('create', RUN_OF, token);
  await first.reaches('mesherState', 'Finished', projectId, token);
  await first.call('input', { ...state.solverInput, ...SWEEP, projectId }, token);
  await first.call('run', { projectId, formulationType: 1, core: 1 }, token);
  // Some frequencies are behind it, most before it.
  await until(() => finishedFrequencies() >= 2, 'the run to compute');
  const chain = [first.npm, ...descendants(first.npm)];
  assert.ok(chain.length >= 4, 'npm, what it starts, the server and the solver run');
  chain.forEach((pid) => seen.add(pid));
  assert.ok(finishedFrequencies() < FREQUENCIES, 'the run is not over');
  const told = Date.now();
  process.kill(first.npm, 'SIGTERM');
  await until(() => !chain.some(isRunning), 'all to end', END_MS);
  console.log(`# ${chain.length} processes ended ${((Date.now() - told) / 1000).toFixed(1)} s after TERM`);
  const kept = finishedFrequencies();

  const second = await started();
  await second.reaches('solverState', 'Finished', projectId, token);
  assert.equal(finishedFrequencies(), FREQUENCIES);
  console.log(`# ${kept} of ${FREQUENCIES} frequencies were kept over the restart`);
  assert.ok(kept >= 2);
  const again = [second.npm, ...descendants(second.npm)];
  again.forEach((pid) => seen.add(pid));
  process.kill(second.npm, 'SIGTERM');
  await until(() => !again.some(isRunning), 'all to end again', END_MS);
});

function environment() {
  return {
    ...process.env,
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    PACE_DEMO: '0',
    PACE_LOG: 'warn',
    NODE_ENV: 'production',
  };
}

/** `npm start`, as soon as it answers */
async function started() {
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (npm.pid === undefined) throw new Error('npm does not start');
  seen.add(npm.pid);
  let output = '';
  npm.stdout.on('data', (chunk) => (output += chunk));
  await until(() => /Pace is ready: \S+/.test(output), 'the server to start');
  descendants(npm.pid).forEach((pid) => seen.add(pid));
  const site = /Pace is ready: (\S+)/.exec(output)?.[1];
  const paths = {
    login: '/api/account/login',
    create: '/api/project/create-from-demo',
    input: '/api/solver/input',
    run: '/api/solver/solver-run',
    state: '/api/solver/storage-stateLive',
  };
  /** @param {keyof typeof paths} name @param {object} body @param {string} [token] @returns {Promise<any>} */
  const call = async (name, body, token) => {
    const response = await fetch(`${site}${paths[name]}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    assert.ok(response.ok, `${name} answered ${response.status}: ${answer.detail}`);
    return answer.result;
  };
  /** @param {'mesherState' | 'solverState'} which @param {string} status @param {string} projectId @param {string} token */
  const reaches = async (which, status, projectId, token) => {
    let now = '';
    for (const deadline = Date.now() + LONG_MS; now !== status; await sleep(200)) {
      assert.ok(Date.now() < deadline, `waited in vain for ${which} ${status}, it is ${now}`);
      ({ status: now } = (await call('state', { projectId }, token))[which]);
      assert.ok(now !== 'Error' && now !== 'Cancelled', `${which} is ${now}`);
    }
  };
  return { npm: npm.pid, call, reaches };
}

/** Frequencies of the one run that are solved */
function finishedFrequencies() {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('events.ndjson'),
  );
  const done = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/"event":"iteration"[^\n]*/g)].map(
      ([line]) => line,
    ),
  );
  return new Set(done.map((line) => /"frequencyHz":([\d.e+]+)/.exec(line)?.[1])).size;
}

/** @param {number} pid @returns {number[]}  of all generations */
function descendants(pid) {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(Number(name)) === pid)
    .map(Number);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

/** @param {number} pid */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

/** @param {() => boolean} isSo @param {string} what @param {number} [withinMs] */
async function until(isSo, what, withinMs = LONG_MS) {
  for (const deadline = Date.now() + withinMs; !isSo(); await sleep(50))
    assert.ok(Date.now() < deadline, `waited in vain for ${what}`);
}

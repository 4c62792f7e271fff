// @ts-check
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execute, outputOf } from './execute.mjs';
import { unittestOutcome } from './outcomes.mjs';
import { ROOT, SOLVER } from './paths.mjs';
import { Stop } from './say.mjs';

const PACKAGE = join(ROOT, 'sdk', 'python');
const ENVIRONMENT = join(ROOT, 'build', 'sdk-python');
/** Only what hangs takes so long. */
const START_TIMEOUT_MS = 300_000;
const TESTS_TIMEOUT_MS = 600_000;
const MAIL_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 9000;
const PASSWORD = 'correct horse battery';
const WITH_SERVER = ['tests.test_examples', 'tests.test_results', 'tests.test_runs'];
const OLDEST_PYTHON = [3, 10];

/**
 * The tests of the Python package, against the real server with a real solver.
 * @param {readonly string[]} [names]  of tests; all without
 * @returns {Promise<import('./outcomes.mjs').Outcome>}
 */
export async function sdkTests(names = []) {
  const python = await pythonWithNumpy();
  if ('missing' in python) return { passed: 0, failed: 0, skipped: [python.missing], note: 'could not run' };
  const solver = process.env['PACE_SOLVER'] ?? SOLVER;
  if (!existsSync(solver)) throw new Stop(`There is no ${solver} yet: run npm run build:solver.`);
  const dataDir = mkdtempSync(join(tmpdir(), 'pace-sdk-'));
  const server = new Server(dataDir);
  try {
    const url = await server.start();
    const keys = await accessKeys(url, join(dataDir, 'outbox'));
    const env = {
      ...process.env,
      PYTHONPATH: join(PACKAGE, 'src'),
      PYTHONDONTWRITEBYTECODE: '1',
      PACE_URL: url,
      PACE_KEY: keys.full,
      PACE_KEY_READ: keys.read,
    };
    const outcomes = await Promise.all(
      (names.length > 0 ? [names] : testModules()).map(async (modules) => {
        let output = '';
        const code = await execute(python.command, ['-m', 'unittest', ...modules, '-v'], {
          cwd: PACKAGE,
          timeoutMs: TESTS_TIMEOUT_MS,
          env,
          onOutput: (text) => {
            output += text;
          },
        });
        const outcome = unittestOutcome(output, code);
        if (outcome.failed > 0) process.stdout.write(`${output}\n`);
        return outcome;
      }),
    );
    const [passed, failed] = [sum(outcomes, 'passed'), sum(outcomes, 'failed')];
    if (failed > 0) process.stdout.write(`${server.log}\n`);
    const failures = outcomes.flatMap((outcome) => outcome.failures ?? []);
    const skipped = outcomes.flatMap((outcome) => outcome.skipped ?? []);
    const note = outcomes.find((outcome) => outcome.note !== undefined)?.note;
    return {
      passed,
      failed,
      ...(failures.length > 0 ? { failures } : {}),
      ...(skipped.length > 0 ? { skipped } : {}),
      ...(note === undefined ? {} : { note }),
    };
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * Those that mostly wait for the server have a process each, all others one.
 * @returns {string[][]}
 */
function testModules() {
  const others = readdirSync(join(PACKAGE, 'tests'))
    .filter((name) => /^test_\w+\.py$/.test(name))
    .map((name) => `tests.${name.slice(0, -'.py'.length)}`)
    .filter((name) => !WITH_SERVER.includes(name))
    .sort();
  return [...WITH_SERVER.map((name) => [name]), others];
}

/** @param {readonly import('./outcomes.mjs').Outcome[]} outcomes @param {'passed' | 'failed'} word */
const sum = (outcomes, word) => outcomes.reduce((total, outcome) => total + outcome[word], 0);

/**
 * A Python that has numpy: the system's, or an environment in build/ that numpy is installed in.
 * @returns {Promise<{ command: string } | { missing: string }>}
 */
async function pythonWithNumpy() {
  const version = outputOf('python3', ['-c', 'import sys; print(*sys.version_info[:2])']);
  if (version === undefined) return { missing: 'tests of sdk/python: there is no python3' };
  const [major = 0, minor = 0] = version.split(' ').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_PYTHON;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor))
    return {
      missing: `tests of sdk/python: python3 is ${major}.${minor}, and the package needs ${OLDEST_PYTHON.join('.')}`,
    };
  const hasNumpy = (/** @type {string} */ command) => outputOf(command, ['-c', 'import numpy']) !== undefined;
  if (hasNumpy('python3')) return { command: 'python3' };
  const command = join(ENVIRONMENT, 'bin', 'python3');
  if (hasNumpy(command)) return { command };
  mkdirSync(join(ROOT, 'build'), { recursive: true });
  for (const [program, ...words] of [
    ['python3', '-m', 'venv', '--clear', ENVIRONMENT],
    [command, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', 'numpy'],
  ]) {
    let output = '';
    const code = await execute(/** @type {string} */ (program), words, {
      timeoutMs: TESTS_TIMEOUT_MS,
      onOutput: (text) => {
        output += text;
      },
    });
    if (code !== 0) {
      const last = output.trim().split('\n').at(-1) ?? '';
      return {
        missing: `tests of sdk/python: python3 has no numpy, and "${words.slice(0, 3).join(' ')}" ended with code ${code}: ${last}`,
      };
    }
  }
  return { command };
}

/** The product as `npm start` runs it, on a free port. */
class Server {
  /** What it printed */
  log = '';
  #dataDir;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child;

  /** @param {string} dataDir */
  constructor(dataDir) {
    this.#dataDir = dataDir;
  }

  /** @returns {Promise<string>} its address */
  start() {
    // Compiling the embedded database a second time, for speed, costs more than it brings in so short a life.
    const child = spawn(process.execPath, ['--liftoff-only', '--import', 'tsx', 'server/src/main.ts'], {
      cwd: ROOT,
      env: {
        ...process.env,
        PORT: '0',
        DATA_DIR: this.#dataDir,
        PACE_LOG: 'warn',
        PACE_DEMO: '0',
        PACE_SOLVER_RUNS: '2',
        PACE_QUOTA_QUEUED: '100',
        PACE_PUBLIC_CALLS_PER_MINUTE: '10000',
        OMP_WAIT_POLICY: 'PASSIVE',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that its mesher and solver end with it.
      detached: true,
    });
    this.#child = child;
    return new Promise((resolve, reject) => {
      const fail = (/** @type {string} */ why) =>
        reject(new Stop(`The server ${why}. It printed:\n${this.log}`));
      const timer = setTimeout(() => fail('was not ready in time'), START_TIMEOUT_MS);
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text) => {
          this.log += text;
          const address = /Pace is ready: (\S+)/.exec(this.log)?.[1];
          if (address === undefined) return;
          clearTimeout(timer);
          resolve(address);
        });
      child.once('error', (error) => fail(`could not be started: ${error.message}`));
      child.once('exit', (code) => {
        clearTimeout(timer);
        fail(`ended with code ${code}`);
      });
    });
  }

  async stop() {
    const child = this.#child;
    if (child?.pid === undefined) return;
    const group = -child.pid;
    const signal = (/** @type {NodeJS.Signals} */ name) => {
      try {
        process.kill(group, name);
      } catch {
        // It has ended already.
      }
    };
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const timer = setTimeout(() => signal('SIGKILL'), STOP_TIMEOUT_MS);
      signal('SIGTERM');
      await ended;
      clearTimeout(timer);
    }
    signal('SIGKILL');
  }
}

/**
 * An account, confirmed by its mail, with an access key of two scopes.
 * @param {string} url
 * @param {string} outbox
 */
async function accessKeys(url, outbox) {
  const email = `u${randomUUID().slice(0, 8)}@company.example`;
  /** @param {string} path @param {object} [body] @param {string} [token] */
  const call = async (path, body, token) => {
    const response = await fetch(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = await response.json();
    if (!response.ok) throw new Stop(`${path} answered ${response.status}: ${answer.detail}`);
    return answer.result;
  };
  await call('/api/account/register', {
    ...{ email, name: 'Ada', surname: 'Lovelace', phoneNumber: '5551234567', password: PASSWORD },
    ...{ company: 'Engines Ltd', personalInfoCheck: true },
  });
  await call(`/api/account/confirm?enc=${encodeURIComponent(await tokenMailed(outbox))}`);
  const { token } = await call('/api/account/login', { email, password: PASSWORD });
  const newKey = async (/** @type {string} */ scope) =>
    (await call('/api/account/create-access-key', { name: `tests ${scope}`, scope, days: 30 }, token)).key;
  return { full: await newKey('full'), read: await newKey('read') };
}

/** Of the link in the only mail. @param {string} outbox */
async function tokenMailed(outbox) {
  for (const deadline = Date.now() + MAIL_TIMEOUT_MS; Date.now() < deadline; await sleep(20)) {
    const names = existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : [];
    for (const name of names) {
      // Quoted-printable: lines that are cut, and characters by their codes.
      const text = readFileSync(join(outbox, name), 'utf8')
        .replace(/=\r?\n/g, '')
        .replaceAll('=3D', '=');
      const token = /\?enc=([^\s"&<]+)/.exec(text)?.[1];
      if (token !== undefined) return decodeURIComponent(token);
    }
  }
  throw new Stop('The mail that confirms the account of the tests did not come.');
}

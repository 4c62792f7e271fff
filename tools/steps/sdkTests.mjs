// @ts-check
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execute, outputOf } from './execute.mjs';
import { unittestOutcome } from './outcomes.mjs';
import { ROOT, SOLVER } from './paths.mjs';
import { Stop } from './say.mjs';
import { accessKeys, Server } from './sdkServer.mjs';
import { vitest } from './vitest.mjs';

/** @typedef {import('./outcomes.mjs').Outcome} Outcome */

const PACKAGE = join(ROOT, 'sdk', 'python');
const ENVIRONMENT = join(ROOT, 'build', 'sdk-python');
/** Only what hangs takes so long. */
const TESTS_TIMEOUT_MS = 600_000;
const WITH_SERVER = ['tests.test_examples', 'tests.test_results', 'tests.test_runs'];
const OLDEST_PYTHON = [3, 10];

/**
 * The tests of the Python package and then of the TypeScript package, against one real server with a real solver.
 * @param {readonly string[]} [names]  of tests: files of `sdk/typescript/test` end in .ts, all others are Python's; all without
 * @returns {Promise<Outcome>}
 */
export async function sdkTests(names = []) {
  const solver = process.env['PACE_SOLVER'] ?? SOLVER;
  if (!existsSync(solver)) throw new Stop(`There is no ${solver} yet: run npm run build:solver.`);
  const dataDir = mkdtempSync(join(tmpdir(), 'pace-sdk-'));
  const server = new Server(dataDir);
  try {
    const url = await server.start();
    const keys = await accessKeys(url, join(dataDir, 'outbox'));
    const env = {
      PACE_URL: url,
      PACE_KEY: keys.full,
      PACE_KEY_READ: keys.read,
      PACE_TEST_SESSION: keys.session,
    };
    const files = names.filter((name) => name.endsWith('.ts'));
    const modules = names.filter((name) => !name.endsWith('.ts'));
    const outcomes = [];
    if (names.length === 0 || modules.length > 0) outcomes.push(...(await pythonTests(modules, env)));
    if (names.length === 0 || files.length > 0) outcomes.push(await vitest('sdk/typescript', { files, env }));
    const all = together(outcomes);
    if (all.failed > 0) process.stdout.write(`${server.log}\n`);
    return all;
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * @param {readonly string[]} names  of modules or tests; all without
 * @param {Record<string, string>} env
 * @returns {Promise<Outcome[]>}
 */
async function pythonTests(names, env) {
  const python = await pythonWithNumpy();
  if ('missing' in python)
    return [{ passed: 0, failed: 0, skipped: [python.missing], note: 'Python could not run' }];
  return Promise.all(
    (names.length > 0 ? [names] : testModules()).map(async (modules) => {
      let output = '';
      const code = await execute(python.command, ['-m', 'unittest', ...modules, '-v'], {
        cwd: PACKAGE,
        timeoutMs: TESTS_TIMEOUT_MS,
        env: {
          ...process.env,
          PYTHONPATH: join(PACKAGE, 'src'),
          PYTHONDONTWRITEBYTECODE: '1',
          ...env,
        },
        onOutput: (text) => {
          output += text;
        },
      });
      const outcome = unittestOutcome(output, code);
      if (outcome.failed > 0) process.stdout.write(`${output}\n`);
      return outcome;
    }),
  );
}

/** @param {readonly Outcome[]} outcomes @returns {Outcome} */
function together(outcomes) {
  const failures = outcomes.flatMap((outcome) => outcome.failures ?? []);
  const skipped = outcomes.flatMap((outcome) => outcome.skipped ?? []);
  const note = outcomes.find((outcome) => outcome.note !== undefined)?.note;
  return {
    passed: sum(outcomes, 'passed'),
    failed: sum(outcomes, 'failed'),
    ...(failures.length > 0 ? { failures } : {}),
    ...(skipped.length > 0 ? { skipped } : {}),
    ...(note === undefined ? {} : { note }),
  };
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

/** @param {readonly Outcome[]} outcomes @param {'passed' | 'failed'} word */
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

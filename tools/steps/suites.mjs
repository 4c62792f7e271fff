// @ts-check
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execute } from './execute.mjs';
import { ctestOutcome, exitNote, tapOutcome, vitestOutcome } from './outcomes.mjs';
import { packageCommand, ROOT, SOLVER_BUILD } from './paths.mjs';

/**
 * @typedef {import('./outcomes.mjs').Outcome} Outcome
 * @typedef {{ name: string, slots: 1 | 2, run: () => Promise<Outcome> }} Suite
 *   slots: of the two that there are. What uses both cores all the time takes both; one thread, or much waiting, takes one.
 */

/**
 * What touches database and runs, once more on a PostgreSQL that the tests make; failures.test.ts and bucket.test.ts have
 * one of their own in any case.
 */
const ON_POSTGRESQL = {
  files: ['continuing', 'recovery', 'runs', 'upload'].map((name) => `test/${name}.test.ts`),
  env: { PACE_TEST_DATABASE: 'postgresql' },
};

/** A suite that hangs is ended after this. */
const SUITE_TIMEOUT_MS = 45 * 60_000;

/** @returns {Suite[]} every suite of the repository, in the order in which they begin */
export function allSuites() {
  return [
    // Its tests wait more than they compute: the checks of one thread go beside it.
    { name: 'server', slots: 1, run: () => vitest('server') },
    { name: 'lint', slots: 1, run: () => checked([packageCommand('', 'eslint'), '.']) },
    ...typedProjects().map((project) => ({
      name: `types of ${project}`,
      slots: /** @type {const} */ (1),
      run: () => checked([packageCommand('', 'typescript7', 'tsc'), '-p', project]),
    })),
    { name: 'format', slots: 1, run: () => checked(['tools/format.mjs', '--check']) },
    {
      name: 'schema',
      slots: 1,
      run: () => checked(['--import', 'tsx', 'contract/scripts/generate.ts', '--check']),
    },
    { name: 'tools', slots: 1, run: nodeTest },
    { name: 'contract', slots: 1, run: () => vitest('contract') },
    { name: 'budget', slots: 1, run: () => checked(['tools/budget.mjs', '--untimed']) },
    { name: 'server, PostgreSQL', slots: 1, run: () => vitest('server', ON_POSTGRESQL) },
    { name: 'web', slots: 1, run: () => vitest('web') },
    { name: 'solver', slots: 2, run: ctest },
    { name: 'browser', slots: 2, run: () => vitest('e2e') },
  ];
}

/** Every folder of the root with a tsconfig.json. Types are checked by TypeScript 7, which is several times faster; ESLint reads 6. */
function typedProjects() {
  return readdirSync(ROOT).filter((name) => existsSync(join(ROOT, name, 'tsconfig.json')));
}

/**
 * A check that counts as one case.
 * @param {readonly string[]} nodeArgs
 * @returns {Promise<Outcome>}
 */
async function checked(nodeArgs) {
  const code = await execute(process.execPath, nodeArgs, { timeoutMs: SUITE_TIMEOUT_MS });
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, ...exitNote(code) };
}

/** Tests of these tools, by Node's own runner. @returns {Promise<Outcome>} */
async function nodeTest() {
  let output = '';
  const files = readdirSync(join(ROOT, 'tools', 'test'))
    .filter((name) => name.endsWith('.test.mjs'))
    .map((name) => join('tools', 'test', name));
  const code = await execute(process.execPath, ['--test', '--test-reporter=tap', ...files], {
    timeoutMs: SUITE_TIMEOUT_MS,
    onOutput: (text) => {
      output += text;
    },
  });
  if (code !== 0) process.stdout.write(output);
  return tapOutcome(output, code);
}

/**
 * @param {string} workspace
 * @param {{ files?: readonly string[], env?: Record<string, string> }} [only]  all files unless some are named
 * @returns {Promise<Outcome>}
 */
async function vitest(workspace, { files = [], env = {} } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'pace-test-'));
  const report = join(folder, 'report.json');
  try {
    const code = await execute(
      process.execPath,
      [
        packageCommand('', 'vitest'),
        'run',
        ...files,
        // A line a file, and what failed in full: the record of a whole run stays short enough to be read and kept.
        '--reporter=default',
        '--slowTestThreshold=3600000',
        '--silent=passed-only',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      {
        cwd: join(ROOT, workspace),
        timeoutMs: SUITE_TIMEOUT_MS,
        env: { ...process.env, OMP_WAIT_POLICY: 'PASSIVE', ...env },
      },
    );
    return vitestOutcome(readReport(report), code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @returns {Promise<Outcome>} */
async function ctest() {
  let output = '';
  // Two programs of one thread each use two cores better than one program of two.
  const options = ['--parallel', '2', '--verbose', '--timeout', '1800'];
  const code = await execute('ctest', ['--test-dir', SOLVER_BUILD, ...options], {
    timeoutMs: SUITE_TIMEOUT_MS,
    env: { ...process.env, OMP_NUM_THREADS: '1', OMP_WAIT_POLICY: 'PASSIVE' },
    onOutput: (text) => {
      output += text;
    },
  });
  const { outcome, failures } = ctestOutcome(output, code);
  process.stdout.write(
    `${failures}${output
      .split('\n')
      .filter((line) => /^\s*\d+\/\d+ Test /.test(line))
      .join('\n')}\n`,
  );
  return outcome;
}

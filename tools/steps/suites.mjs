// @ts-check
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execute } from './execute.mjs';
import { ctestOutcome, exitNote, tapOutcome } from './outcomes.mjs';
import { packageCommand, ROOT, SOLVER_BUILD } from './paths.mjs';
import { sdkTests } from './sdkTests.mjs';
import { buildSolver, buildSolverTests } from './solverBuild.mjs';
import { SUITE_TIMEOUT_MS, vitest } from './vitest.mjs';
import { buildWeb } from './webBuild.mjs';

/**
 * @typedef {import('./outcomes.mjs').Outcome} Outcome
 * @typedef {import('./packing.mjs').Task & { run: () => Promise<Outcome>, isLong?: boolean }} Suite
 *   isLong: it runs only when it is named
 */

/**
 * A server starts on PostgreSQL in a tenth of the processor time of the embedded database, and it is what an installation of many
 * users has. What touches database and runs is tested once more on the embedded one, which the browser tests use too.
 */
const POSTGRESQL = { PACE_TEST_DATABASE: 'postgresql' };
const ON_EMBEDDED = ['continuing', 'recovery', 'runs', 'upload'].map((name) => `test/${name}.test.ts`);

const SOLVER = 'build of solver';
const SOLVER_TESTS = 'build of solver tests';
const WEB = 'build of web';

/** @returns {Suite[]} what suites need, in the order in which they begin */
export function allBuilds() {
  const built = { passed: 0, failed: 0 };
  return [
    { name: SOLVER, cores: 2, run: () => buildSolver({ strict: true }).then(() => built) },
    {
      name: SOLVER_TESTS,
      cores: 2,
      needs: [SOLVER],
      inBackground: true,
      run: () => buildSolverTests({ inBackground: true }).then(() => built),
    },
    { name: WEB, cores: 1, run: () => buildWeb().then(() => built) },
  ];
}

/**
 * What takes longest begins first, so that nothing long is left alone at the end.
 * @returns {Suite[]} every suite of the repository, in the order in which they begin
 */
export function allSuites() {
  return [
    // What computes all the time gets what is left by the others, which wait a lot and have short leases to keep.
    { name: 'solver', cores: 2, needs: [SOLVER, SOLVER_TESTS], inBackground: true, run: () => ctest() },
    {
      name: 'solver, in full',
      cores: 2,
      needs: [SOLVER, SOLVER_TESTS],
      isLong: true,
      run: () => ctest({ inFull: true }),
    },
    // With the server's suite beside it both cores are overbooked: its own server, database, browser and solver count little alone.
    { name: 'browser', cores: 2, needs: [SOLVER, WEB], run: () => vitest('e2e') },
    { name: 'server', cores: 1, needs: [SOLVER], run: () => vitest('server', { env: POSTGRESQL }) },
    { name: 'lint', cores: 1, run: () => checked([packageCommand('', 'eslint'), '.']) },
    { name: 'lint by types', cores: 1, run: () => checked([packageCommand('', 'oxlint'), '--threads=1']) },
    ...typeChecks().map(({ projects, config }) => ({
      name: `types of ${projects.join(', ')}`,
      cores: 1,
      run: () => checked([packageCommand('', 'typescript7', 'tsc'), '-p', config()]),
    })),
    { name: 'format', cores: 1, run: () => checked(['tools/format.mjs', '--check']) },
    {
      name: 'schema',
      cores: 1,
      run: () => checked(['--import', 'tsx', 'contract/scripts/generate.ts', '--check']),
    },
    { name: 'contract', cores: 1, run: () => vitest('contract') },
    { name: 'web', cores: 1, needs: [SOLVER], run: () => vitest('web') },
    {
      name: 'server, embedded database',
      cores: 1,
      needs: [SOLVER],
      run: () => vitest('server', { files: ON_EMBEDDED }),
    },
    { name: 'sdk', cores: 1, needs: [SOLVER], run: () => sdkTests() },
    { name: 'tools', cores: 1, needs: [SOLVER, WEB], run: nodeTest },
    { name: 'budget', cores: 1, needs: [WEB], run: () => checked(['tools/budget.mjs', '--untimed']) },
  ];
}

/**
 * Every folder of the root with a tsconfig.json, and sdk/typescript. Those with the same options are one program: what they share is read and
 * checked once. Types are checked by TypeScript 7, which is several times faster; ESLint parses with 6.
 * @returns {{ projects: string[], config: () => string }[]}  config: path of the configuration, which is written if need be
 */
function typeChecks() {
  /** @type {Map<string, { name: string, include: string[] }[]>} */
  const groups = new Map();
  for (const name of [...readdirSync(ROOT), join('sdk', 'typescript')]) {
    const path = join(ROOT, name, 'tsconfig.json');
    if (!existsSync(path)) continue;
    const { include, ...options } = JSON.parse(readFileSync(path, 'utf8'));
    const key = JSON.stringify(options);
    groups.set(key, [...(groups.get(key) ?? []), { name, include }]);
  }
  return [...groups].map(([key, members]) => ({
    projects: members.map(({ name }) => name),
    config: () => {
      const [first, ...others] = members;
      if (first === undefined || others.length === 0) return first?.name ?? '';
      const path = join(ROOT, 'build', `types-of-${first.name.replaceAll('/', '-')}.json`);
      const include = members.flatMap((one) => one.include.map((pattern) => join(ROOT, one.name, pattern)));
      mkdirSync(join(ROOT, 'build'), { recursive: true });
      writeFileSync(path, JSON.stringify({ ...JSON.parse(key), include }));
      return path;
    },
  }));
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
 * @param {{ inFull?: boolean }} [options]  inFull: all choices of each test, not the smallest ones (solver/test/extent.hpp)
 * @returns {Promise<Outcome>}
 */
async function ctest({ inFull = false } = {}) {
  let output = '';
  // Two programs of one thread each use two cores better than one program of two.
  const options = ['--parallel', '2', '--verbose', '--timeout', '1800'];
  const code = await execute('ctest', ['--test-dir', SOLVER_BUILD, ...options], {
    timeoutMs: SUITE_TIMEOUT_MS,
    inBackground: !inFull,
    env: {
      ...process.env,
      OMP_NUM_THREADS: '1',
      OMP_WAIT_POLICY: 'PASSIVE',
      ...(inFull ? { PACE_TESTS_IN_FULL: '1' } : {}),
    },
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

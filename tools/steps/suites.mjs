// @ts-check
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execute } from './execute.mjs';
import { packageCommand, ROOT, SOLVER_BUILD } from './paths.mjs';

/**
 * How a suite ended. A suite that breaks down without a failed case counts as one failed case.
 * @typedef {{ passed: number, failed: number, failures?: readonly string[], skipped?: readonly string[], note?: string }} Outcome
 * failures: the failed cases, each by its name and the first line of what it says
 * @typedef {{ name: string, isLight?: boolean, run: () => Promise<Outcome> }} Suite  isLight: of one thread
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

/** @returns {Suite[]} every suite of the repository, cheap ones first */
export function allSuites() {
  return [
    { name: 'lint', isLight: true, run: () => checked([packageCommand('', 'eslint'), '.']) },
    { name: 'format', isLight: true, run: () => checked(['tools/format.mjs', '--check']) },
    {
      name: 'schema',
      isLight: true,
      run: () => checked(['--import', 'tsx', 'contract/scripts/generate.ts', '--check']),
    },
    ...typedProjects().map((project) => ({
      name: `types of ${project}`,
      isLight: true,
      run: () => checked([packageCommand('', 'typescript', 'tsc'), '-p', project]),
    })),
    { name: 'tools', run: nodeTest },
    { name: 'contract', run: () => vitest('contract') },
    { name: 'server', run: () => vitest('server') },
    { name: 'server, PostgreSQL', run: () => vitest('server', ON_POSTGRESQL) },
    { name: 'web', run: () => vitest('web') },
    { name: 'budget', run: () => checked(['tools/budget.mjs', '--untimed']) },
    { name: 'solver', run: ctest },
    { name: 'browser', run: () => vitest('e2e') },
  ];
}

/** Every folder of the root with a tsconfig.json. */
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
  const summed = (/** @type {string} */ word) =>
    Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  const [passed, failed] = [summed('pass'), summed('fail')];
  if (code !== 0) process.stdout.write(output);
  if (code !== 0 && failed === 0) return { passed, failed: 1, ...exitNote(code) };
  return { passed, failed };
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
        '--reporter=default',
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

/**
 * Reads vitest's JSON report. A file that fails before its first test has no cases: it counts as one.
 * Skipped cases are named: a test that is left out for want of a program proves nothing.
 * @typedef {{ status?: string, fullName?: string, failureMessages?: string[] }} Case
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: { status: string, name?: string, message?: string, assertionResults: Case[] }[] } | undefined} report
 * @param {number} code
 * @returns {Outcome}
 */
export function vitestOutcome(report, code) {
  if (!report) return { passed: 0, failed: 1, note: `no report, exit code ${code}` };
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const failed = report.numFailedTests + broken.length;
  if (code !== 0 && failed === 0) return { passed: report.numPassedTests, failed: 1, ...exitNote(code) };
  const note = broken.length > 0 ? { note: `${broken.length} files could not be loaded` } : {};
  const skipped = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'skipped' || status === 'pending')
      .map(({ fullName }) => fullName ?? 'a test without a name'),
  );
  const failures = [
    ...broken.map(({ name, message }) => named(name, message)),
    ...report.testResults.flatMap(({ assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => named(fullName, failureMessages?.[0])),
    ),
  ];
  return {
    passed: report.numPassedTests,
    failed,
    ...note,
    ...(failures.length > 0 ? { failures } : {}),
    ...(skipped.length > 0 ? { skipped } : {}),
  };
}

/** @param {string | undefined} name @param {string | undefined} words */
function named(name = 'a test without a name', words = '') {
  const line = withoutColours(words).split('\n')[0]?.trim() ?? '';
  return line === '' ? name : `${name}: ${line.slice(0, 300)}`;
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
  const code = await execute('ctest', ['--test-dir', SOLVER_BUILD, '--verbose', '--timeout', '1800'], {
    timeoutMs: SUITE_TIMEOUT_MS,
    env: { ...process.env, OMP_WAIT_POLICY: 'PASSIVE' },
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

/**
 * Counts doctest's cases in the output of `ctest --verbose`. A test program that ends without its summary counts as one
 * failed case.
 * @param {string} output
 * @param {number} code
 * @returns {{ outcome: Outcome, failures: string }}  failures: what the failed programs printed
 */
export function ctestOutcome(output, code) {
  /** @type {Map<string, { passed: number, failed: number, text: string }>} */
  const programs = new Map();
  let passed = 0;
  let failed = 0;
  let failures = '';
  /** @type {string[]} */
  const failedCases = [];
  for (const line of output.split('\n')) {
    const printed = /^(\d+): (.*)$/.exec(line);
    const verdict = /^\s*\d+\/\d+ Test\s+#(\d+): .*?(Passed|\*\*\*)/.exec(line);
    if (printed) {
      const [, number = '', text = ''] = printed;
      const program = programs.get(number) ?? { passed: 0, failed: 0, text: '' };
      const cases = /test cases:\s*\d+\s*\|\s*(\d+) passed\s*\|\s*(\d+) failed/.exec(withoutColours(text));
      programs.set(number, {
        passed: program.passed + Number(cases?.[1] ?? 0),
        failed: program.failed + Number(cases?.[2] ?? 0),
        text: `${program.text}${text}\n`,
      });
    } else if (verdict) {
      const program = programs.get(verdict[1] ?? '') ?? { passed: 0, failed: 0, text: '' };
      const broke = verdict[2] !== 'Passed';
      passed += program.passed;
      failed += broke ? Math.max(1, program.failed) : program.failed;
      if (broke) {
        failures += `${program.text}${line}\n`;
        failedCases.push(...failedNames(program.text, line));
      }
    }
  }
  if (passed + failed === 0)
    return { outcome: { passed: 0, failed: 1, note: 'no test ran' }, failures: output };
  if (code !== 0 && failed === 0) return { outcome: { passed, failed: 1, ...exitNote(code) }, failures };
  return {
    outcome: { passed, failed, ...(failedCases.length > 0 ? { failures: failedCases } : {}) },
    failures,
  };
}

/**
 * The cases that doctest complains of, or the verdict on a program that ended without a word.
 * @param {string} text  what the program printed
 * @param {string} verdict
 */
function failedNames(text, verdict) {
  const plain = withoutColours(text);
  const names = new Set();
  let current = '';
  for (const line of plain.split('\n')) {
    const name = /^TEST CASE:\s+(.*)$/.exec(line)?.[1];
    if (name !== undefined) current = name;
    if (current !== '' && /\bERROR: /.test(line)) names.add(current);
  }
  return names.size > 0 ? [...names] : [verdict.trim()];
}

/** @param {number} code */
function exitNote(code) {
  return { note: code === 124 ? 'stopped: took too long' : `exit code ${code}` };
}

/** @param {string} text */
function withoutColours(text) {
  // eslint-disable-next-line no-control-regex -- the escape character is what terminal colours begin with
  return text.replace(/\u001B\[[\d;]*m/g, '');
}

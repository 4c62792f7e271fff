// @ts-check
/**
 * How a suite ended. A suite that breaks down without a failed case counts as one failed case.
 * @typedef {{ name: string, seconds: number }} TimedCase
 * @typedef {{ passed: number, failed: number, failures?: readonly string[], skipped?: readonly string[], cases?: readonly TimedCase[], note?: string }} Outcome
 * failures: the failed cases, each by its name and the first line of its message
 * skipped: the cases that did not run, each with the reason
 * cases: how long each case took
 *
 * @typedef {{ status?: string, fullName?: string, failureMessages?: string[], duration?: number, meta?: { reason?: string } }} Case
 */

/**
 * Reads vitest's JSON report. A file that fails before its first test has no cases: it counts as one.
 * A skipped case gives its reason in `task.meta.reason`.
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: { status: string, name?: string, message?: string, assertionResults: Case[] }[] } | undefined} report
 * @param {number} code  exit code of vitest
 * @returns {Outcome}
 */
export function vitestOutcome(report, code) {
  if (!report) return { passed: 0, failed: 1, note: `no report, exit code ${code}` };
  const all = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const failed = report.numFailedTests + broken.length;
  if (code !== 0 && failed === 0) return { passed: report.numPassedTests, failed: 1, ...exitNote(code) };
  const skipped = all
    .filter(({ status }) => status === 'skipped' || status === 'pending' || status === 'todo')
    .map(({ fullName = NAMELESS, meta }) => `${fullName}: ${meta?.reason ?? 'no reason is given'}`);
  const failures = [
    ...broken.map(({ name, message }) => named(name, message)),
    ...all
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => named(fullName, failureMessages?.[0])),
  ];
  const cases = all.flatMap(({ fullName = NAMELESS, duration }) =>
    duration === undefined ? [] : [{ name: fullName, seconds: duration / 1000 }],
  );
  return {
    passed: report.numPassedTests,
    failed,
    ...(broken.length > 0 ? { note: `${broken.length} files could not be loaded` } : {}),
    ...(failures.length > 0 ? { failures } : {}),
    ...(skipped.length > 0 ? { skipped } : {}),
    ...(cases.length > 0 ? { cases } : {}),
  };
}

const NAMELESS = 'a test without a name';

/** @param {string | undefined} name @param {string | undefined} words */
function named(name = NAMELESS, words = '') {
  const line = withoutColours(words).split('\n')[0]?.trim() ?? '';
  return line === '' ? name : `${name}: ${line.slice(0, 300)}`;
}

/**
 * Reads the TAP output of Node's own test runner: cases of one level.
 * @param {string} output
 * @param {number} code  exit code of the runner
 * @returns {Outcome}
 */
export function tapOutcome(output, code) {
  const total = (/** @type {string} */ word) =>
    Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  const [passed, failed] = [total('pass'), total('fail')];
  const failures = [...output.matchAll(/^not ok \d+ - (.*)$/gm)].map(([, name = NAMELESS]) => name);
  const cases = [...output.matchAll(/^(?:not )?ok \d+ - (.*)\n\s+---\n\s+duration_ms: ([\d.]+)/gm)].map(
    ([, name = NAMELESS, milliseconds]) => ({ name, seconds: Number(milliseconds) / 1000 }),
  );
  if (code !== 0 && failed === 0) return { passed, failed: 1, ...exitNote(code) };
  return {
    passed,
    failed,
    ...(failures.length > 0 ? { failures } : {}),
    ...(cases.length > 0 ? { cases } : {}),
  };
}

/**
 * Reads the output of Python's unittest with `-v`. Subtests that fail are failures of their own; a module that cannot be imported is an
 * error.
 * @param {string} output
 * @param {number} code  exit code of the runner
 * @returns {Outcome}
 */
export function unittestOutcome(output, code) {
  const ran = /^Ran (\d+) tests? in /m.exec(output)?.[1];
  if (ran === undefined) return { passed: 0, failed: 1, note: `no test ran, exit code ${code}` };
  const [, verdict = ''] = /^(?:OK|FAILED)(?: \((.*)\))?$/m.exec(output) ?? [];
  const count = (/** @type {string} */ word) =>
    Number(new RegExp(`(?:^|, )${word}=(\\d+)`).exec(verdict)?.[1] ?? 0);
  const failed = count('failures') + count('errors') + count('unexpected successes');
  const failures = [...output.matchAll(/^(?:FAIL|ERROR): (.*)$/gm)].map(([, name = NAMELESS]) => name);
  const skipped = [...output.matchAll(/^(.*) \.\.\. skipped (.*)$/gm)].map(
    ([, name = NAMELESS, reason = '']) => `${name}: ${reason.replaceAll(/^['"]|['"]$/g, '')}`,
  );
  const broken = new Set(failures.map((name) => name.replace(/ (?:\[.*\]|\(.*=.*\))$/, ''))).size;
  const passed = Math.max(0, Number(ran) - broken - count('skipped'));
  if (code !== 0 && failed === 0) return { passed, failed: 1, ...exitNote(code) };
  return {
    passed,
    failed,
    ...(failures.length > 0 ? { failures } : {}),
    ...(skipped.length > 0 ? { skipped } : {}),
  };
}

/**
 * Counts doctest's cases in the output of `ctest --verbose`. A test program that ends without its summary counts as one
 * failed case.
 * @param {string} output
 * @param {number} code  exit code of ctest
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
  /** @type {TimedCase[]} */
  const timed = [];
  for (const line of output.split('\n')) {
    const printed = /^(\d+): (.*)$/.exec(line);
    const verdict = /^\s*\d+\/\d+ Test\s+#(\d+): .*?(Passed|\*\*\*)/.exec(line);
    if (printed) {
      const [, number = '', coloured = ''] = printed;
      const text = withoutColours(coloured);
      const program = programs.get(number) ?? { passed: 0, failed: 0, text: '' };
      const cases = /test cases:\s*\d+\s*\|\s*(\d+) passed\s*\|\s*(\d+) failed/.exec(text);
      const took = /^(\d+\.\d+) s: (.+)$/.exec(text);
      if (took) timed.push({ seconds: Number(took[1]), name: took[2]?.trim() ?? NAMELESS });
      programs.set(number, {
        passed: program.passed + Number(cases?.[1] ?? 0),
        failed: program.failed + Number(cases?.[2] ?? 0),
        text: `${program.text}${coloured}\n`,
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
    outcome: {
      passed,
      failed,
      ...(failedCases.length > 0 ? { failures: failedCases } : {}),
      ...(timed.length > 0 ? { cases: timed } : {}),
    },
    failures,
  };
}

/**
 * The cases that doctest complains of, or the verdict on a program that ended without a word.
 * @param {string} text  what the program printed
 * @param {string} verdict
 */
function failedNames(text, verdict) {
  const names = new Set();
  let current = '';
  for (const line of withoutColours(text).split('\n')) {
    const name = /^TEST CASE:\s+(.*)$/.exec(line)?.[1];
    if (name !== undefined) current = name;
    if (current !== '' && /\bERROR: /.test(line)) names.add(current);
  }
  return names.size > 0 ? [...names] : [verdict.trim()];
}

/** @param {number} code */
export function exitNote(code) {
  return { note: code === 124 ? 'stopped: took too long' : `exit code ${code}` };
}

/** @param {string} text */
function withoutColours(text) {
  // eslint-disable-next-line no-control-regex -- the escape character is what terminal colours begin with
  return text.replace(/\u001B\[[\d;]*m/g, '');
}

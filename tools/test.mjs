// @ts-check
/**
 * `npm test [-- SUITE…]`: prepares everything, runs every suite (or those named) whatever fails, and ends with a line
 * "N passed, N failed" that sums all test cases. The exit code is 0 only when nothing failed.
 */
import { requireNode } from './steps/nodeVersion.mjs';
import { ensureNodeModules } from './steps/nodeModules.mjs';
import { runTool, say, Stop } from './steps/say.mjs';
import { buildSolver } from './steps/solverBuild.mjs';
import { allSuites } from './steps/suites.mjs';
import { ensureSystemPackages } from './steps/systemPackages.mjs';
import { buildWeb } from './steps/webBuild.mjs';

const LANES = 2;

/** @typedef {{ name: string, passed: number, failed: number, seconds: number, failures?: readonly string[], skipped?: readonly string[], note?: string | undefined }} Row */

runTool(async () => {
  const named = process.argv.slice(2);
  const suites = allSuites();
  const unknown = named.filter((name) => !suites.some((suite) => suite.name === name));
  if (unknown.length > 0) {
    throw new Stop(
      `No suite is called ${unknown.join(', ')}. There are: ${suites.map(({ name }) => name).join(', ')}.`,
    );
  }
  process.once('SIGINT', () => process.exit(130));

  const begun = Date.now();
  requireNode();
  await ensureSystemPackages({ tests: true });
  await ensureNodeModules();
  /** @type {Row[]} */
  const rows = [];
  // What does not build fails as one case, and the suites that can still run do.
  for (const [name, build] of /** @type {const} */ ([
    ['build of solver', () => buildSolver({ tests: true })],
    ['build of web', buildWeb],
  ])) {
    const failure = await timed(name, async () => {
      await build();
      return { passed: 0, failed: 0 };
    });
    if (failure.failed > 0) rows.push(failure);
  }
  const chosen = suites.filter(({ name }) => named.length === 0 || named.includes(name));
  // Checks of one thread each go two at a time; what uses the machine whole goes alone.
  rows.push(
    ...(await inLanes(
      chosen.filter(({ isLight }) => isLight),
      LANES,
    )),
  );
  rows.push(
    ...(await inLanes(
      chosen.filter(({ isLight }) => !isLight),
      1,
    )),
  );
  conclude(rows, begun);
});

/**
 * @param {readonly import('./steps/suites.mjs').Suite[]} suites
 * @param {number} lanes  how many go at a time
 * @returns {Promise<Row[]>}  in the order of the suites
 */
async function inLanes(suites, lanes) {
  /** @type {Row[]} */
  const rows = [];
  let next = 0;
  const lane = async () => {
    for (let i = next++; i < suites.length; i = next++) {
      const suite = suites[i];
      if (!suite) return;
      say(`── ${suite.name}`);
      rows[i] = await timed(suite.name, suite.run);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return rows;
}

/**
 * @param {string} name
 * @param {() => Promise<import('./steps/suites.mjs').Outcome>} run
 * @returns {Promise<Row>}
 */
async function timed(name, run) {
  const started = Date.now();
  const outcome = await run().catch((error) => {
    const reason = error instanceof Stop ? error.message : String(error?.stack ?? error);
    process.stderr.write(`[pace] ${reason}\n`);
    return { passed: 0, failed: 1, note: 'could not run' };
  });
  return { name, ...outcome, seconds: (Date.now() - started) / 1000 };
}

/** @param {readonly Row[]} rows @param {number} begun  when, ms of Date.now */
function conclude(rows, begun) {
  const passed = rows.reduce((sum, row) => sum + row.passed, 0);
  const failed = rows.reduce((sum, row) => sum + row.failed, 0);
  const seconds = (Date.now() - begun) / 1000;
  const line = (/** @type {string[]} */ [name = '', good = '', bad = '', time = '', note = '']) =>
    `${name.padEnd(20)}${good.padStart(8)}${bad.padStart(8)}${time.padStart(10)}  ${note}`.trimEnd();
  const table = [
    line(['suite', 'passed', 'failed', 'seconds']),
    ...rows.map((row) =>
      line([
        row.name,
        `${row.passed}`,
        `${row.failed}`,
        row.seconds.toFixed(1),
        [...(row.note ? [row.note] : []), ...(row.skipped ? [`${row.skipped.length} SKIPPED`] : [])].join(
          ', ',
        ),
      ]),
    ),
    line(['total', `${passed}`, `${failed}`, seconds.toFixed(1)]),
  ];
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
  const skipped = rows.flatMap((row) => (row.skipped ?? []).map((test) => `  ${row.name}: ${test}`));
  const warning =
    skipped.length === 0
      ? ''
      : `\nNOT TESTED (${skipped.length}), because a program is missing; the suite says which:\n${skipped.join('\n')}\n`;
  const failures = rows.flatMap((row) => (row.failures ?? []).map((test) => `  ${row.name}: ${test}`));
  const failure = failures.length === 0 ? '' : `\nFAILED:\n${failures.join('\n')}\n`;
  process.stdout.write(`\n${table.join('\n')}\n${warning}${failure}\n${passed} passed, ${failed} failed\n`);
}

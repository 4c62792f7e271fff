// @ts-check
/**
 * `npm test [-- SUITE…]`: prepares everything, runs every suite (or those named) whatever fails, and ends with a line
 * "N passed, N failed" that sums all test cases. The exit code is 0 only when nothing failed.
 */
import { requireNode } from './steps/nodeVersion.mjs';
import { ensureNodeModules } from './steps/nodeModules.mjs';
import { endedChildrenSeconds } from './steps/processorTime.mjs';
import { runTool, say, Stop } from './steps/say.mjs';
import { buildSolver } from './steps/solverBuild.mjs';
import { allSuites } from './steps/suites.mjs';
import { summary } from './steps/summary.mjs';
import { ensureSystemPackages } from './steps/systemPackages.mjs';
import { buildWeb } from './steps/webBuild.mjs';

/** The cores that every machine that tests has. */
const SLOTS = 2;

/** @typedef {import('./steps/summary.mjs').Row} Row */

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
  endedChildrenSeconds();
  /** @type {Row[]} */
  const rows = [];
  // What does not build fails as one case, and the suites that can still run do.
  for (const [name, build] of /** @type {const} */ ([
    ['build of solver', () => buildSolver({ tests: true })],
    ['build of web', buildWeb],
  ]))
    rows.push(
      await timed(name, async () => {
        await build();
        return { passed: 0, failed: 0 };
      }),
    );
  rows.push(...(await inSlots(suites.filter(({ name }) => named.length === 0 || named.includes(name)))));
  const { text, passed, failed } = summary(rows, (Date.now() - begun) / 1000);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
  process.stdout.write(text);
});

/**
 * Each suite begins in its turn, as soon as it finds its slots free.
 * @param {readonly import('./steps/suites.mjs').Suite[]} suites
 * @returns {Promise<Row[]>}  in the order of the suites
 */
async function inSlots(suites) {
  /** @type {Promise<Row>[]} */
  const rows = [];
  let free = SLOTS;
  let onFree = () => {};
  for (const { name, slots, run } of suites) {
    while (free < slots)
      await new Promise((/** @type {(value: void) => void} */ resolve) => (onFree = resolve));
    free -= slots;
    say(`── ${name}`);
    rows.push(
      timed(name, run).finally(() => {
        free += slots;
        onFree();
      }),
    );
  }
  return Promise.all(rows);
}

/**
 * @param {string} name
 * @param {() => Promise<import('./steps/outcomes.mjs').Outcome>} run
 * @returns {Promise<Row>}
 */
async function timed(name, run) {
  const started = Date.now();
  const outcome = await run().catch((error) => {
    const reason = error instanceof Stop ? error.message : String(error?.stack ?? error);
    process.stderr.write(`[pace] ${reason}\n`);
    return { passed: 0, failed: 1, note: 'could not run' };
  });
  return {
    name,
    ...outcome,
    seconds: (Date.now() - started) / 1000,
    processorSeconds: endedChildrenSeconds(),
  };
}

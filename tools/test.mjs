// @ts-check
/**
 * `npm test [-- SUITE…]`: prepares and builds what is needed, runs every suite but the long ones (or those named) whatever fails, and ends with a line
 * "N passed, N failed" that sums all test cases. The exit code is 0 only when nothing failed.
 */
import { requireNode } from './steps/nodeVersion.mjs';
import { ensureNodeModules } from './steps/nodeModules.mjs';
import { packed } from './steps/packing.mjs';
import { metered } from './steps/processorTime.mjs';
import { runTool, say, Stop } from './steps/say.mjs';
import { allBuilds, allSuites } from './steps/suites.mjs';
import { summary } from './steps/summary.mjs';
import { ensureSystemPackages } from './steps/systemPackages.mjs';

/** The cores that every machine that tests has. */
const ROOM = 2;

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
  process.once('SIGTERM', () => process.exit(143));
  process.once('SIGHUP', () => process.exit(129));

  const begun = Date.now();
  requireNode();
  await ensureSystemPackages({ tests: true });
  await ensureNodeModules();
  const chosen = suites.filter(({ name, isLong }) => (named.length === 0 ? !isLong : named.includes(name)));
  // What does not build fails as one case, and the suites that can still run do.
  const builds = allBuilds().filter(({ name }) => chosen.some(({ needs }) => needs?.includes(name)));
  const rows = await packed([...builds, ...chosen], ROOM, timed);
  const { text, passed, failed } = summary(rows, (Date.now() - begun) / 1000);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
  process.stdout.write(text);
});

/**
 * @param {import('./steps/suites.mjs').Suite} suite
 * @param {import('./steps/packing.mjs').Begin} begin
 * @returns {Promise<Row>}
 */
async function timed({ name, run }, begin) {
  say(`── ${name}`);
  const started = Date.now();
  const { result, processorSeconds } = await metered(() =>
    run().catch((error) => {
      const reason = error instanceof Stop ? error.message : String(error?.stack ?? error);
      process.stderr.write(`[pace] ${reason}\n`);
      return { passed: 0, failed: 1, note: 'could not run' };
    }),
  );
  return { name, ...result, seconds: (Date.now() - started) / 1000, processorSeconds, begin };
}

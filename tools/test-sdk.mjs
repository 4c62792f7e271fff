// @ts-check
/**
 * `node tools/test-sdk.mjs [TEST…]`: the tests of the packages in `sdk` against a server and a solver of their own, all of them or
 * those that are named: as Python's unittest names them, or as `test/cli.test.ts` of `sdk/typescript`. It needs a built
 * solver (PACE_SOLVER, or `npm run build:solver`) and Python 3.10.
 */
import { runTool } from './steps/say.mjs';
import { sdkTests } from './steps/sdkTests.mjs';

runTool(async () => {
  const { passed, failed, skipped = [], note } = await sdkTests(process.argv.slice(2));
  for (const reason of skipped) process.stdout.write(`not run: ${reason}\n`);
  process.stdout.write(`${passed} passed, ${failed} failed${note === undefined ? '' : ` (${note})`}\n`);
  process.exitCode = failed === 0 ? 0 : 1;
});

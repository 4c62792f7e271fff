// @ts-check
/** `npm run validate [-- CASE…]`: is the physics right. What solves nothing needs no solver. The landing page gets the new numbers. */
import { writeLandingRecords } from './showcase/records.mjs';
import { ROOT } from './steps/paths.mjs';
import { runTool } from './steps/say.mjs';
import { runScript, runStudy } from './steps/study.mjs';

const SCRIPT = 'validation/run.ts';
const solvesNothing = ['--report-only', '--list'].some((word) => process.argv.includes(word));

runTool(async () => {
  await (solvesNothing ? runScript(SCRIPT) : runStudy(SCRIPT));
  if (!solvesNothing) writeLandingRecords(ROOT);
});

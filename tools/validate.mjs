// @ts-check
/** `npm run validate [-- CASE…]`: is the physics right. What solves nothing needs no solver. */
import { runTool } from './steps/say.mjs';
import { runScript, runStudy } from './steps/study.mjs';

const SCRIPT = 'validation/run.ts';
const solvesNothing = ['--report-only', '--list'].some((word) => process.argv.includes(word));

runTool(() => (solvesNothing ? runScript(SCRIPT) : runStudy(SCRIPT)));

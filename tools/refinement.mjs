// @ts-check
/** `npm run refinement`: does refining where it matters pay. */
import { runTool } from './steps/say.mjs';
import { runScript, runStudy } from './steps/study.mjs';

const SCRIPT = 'validation/refinement.ts';

runTool(() => (process.argv.includes('--report-only') ? runScript(SCRIPT) : runStudy(SCRIPT)));

// @ts-check
/** `npm run convergence`: error against unknowns, flat and curved triangles. */
import { runTool } from './steps/say.mjs';
import { runScript, runStudy } from './steps/study.mjs';

const SCRIPT = 'validation/convergence.ts';

runTool(() => (process.argv.includes('--report-only') ? runScript(SCRIPT) : runStudy(SCRIPT)));

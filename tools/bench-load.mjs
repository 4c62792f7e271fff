// @ts-check
/** `npm run bench:load`: many people at once. */
import { runTool } from './steps/say.mjs';
import { runStudy } from './steps/study.mjs';

runTool(() => runStudy('benchmarks/load.ts'));

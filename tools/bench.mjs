// @ts-check
/** `npm run bench [-- CASE…]`: is it fast. */
import { runTool } from './steps/say.mjs';
import { runStudy } from './steps/study.mjs';

runTool(() => runStudy('benchmarks/run.ts'));

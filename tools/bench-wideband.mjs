// @ts-check
/** `npm run bench:wideband`: what adaptive sweeps over frequency cost. */
import { runTool } from './steps/say.mjs';
import { runStudy } from './steps/study.mjs';

runTool(() => runStudy('benchmarks/wideband.ts'));

// @ts-check
/** `npm run bench:po`: what Physical Optics costs. */
import { runTool } from './steps/say.mjs';
import { runStudy } from './steps/study.mjs';

runTool(() => runStudy('benchmarks/po.ts'));

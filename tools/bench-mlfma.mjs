// @ts-check
/** `npm run bench:mlfma`: what MLFMA costs. */
import { runTool } from './steps/say.mjs';
import { runStudy } from './steps/study.mjs';

runTool(() => runStudy('benchmarks/mlfma.ts'));

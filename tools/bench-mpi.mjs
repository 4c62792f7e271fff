// @ts-check
/** `npm run bench:mpi`: what ranks hold and send. */
import { runTool } from './steps/say.mjs';
import { runStudy } from './steps/study.mjs';

runTool(() => runStudy('benchmarks/mpi.ts'));

// @ts-check
/** `npm run bench:mlfma`: what MLFMA costs. The landing page gets the new numbers. */
import { writeLandingRecords } from './showcase/records.mjs';
import { ROOT } from './steps/paths.mjs';
import { runTool } from './steps/say.mjs';
import { runStudy } from './steps/study.mjs';

runTool(async () => {
  await runStudy('benchmarks/mlfma.ts');
  writeLandingRecords(ROOT);
});

// @ts-check
/** `npm run landing:records`: writes the numbers of the landing page from the records of validation and benchmarks. */
import { writeLandingRecords } from './showcase/records.mjs';
import { ROOT } from './steps/paths.mjs';
import { runTool } from './steps/say.mjs';

runTool(async () => writeLandingRecords(ROOT));

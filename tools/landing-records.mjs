// @ts-check
/** `npm run landing:records`: writes the numbers of the landing page from the records of validation and benchmarks. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { landingRecords } from './showcase/records.mjs';
import { ROOT } from './steps/paths.mjs';
import { runTool } from './steps/say.mjs';

runTool(async () => {
  writeFileSync(
    join(ROOT, 'web/src/features/landing/records.json'),
    `${JSON.stringify(landingRecords(ROOT), null, 2)}\n`,
  );
});

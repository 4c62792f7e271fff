import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VALIDATION_FOLDER, type Case } from './caseFile.ts';

/** What a case's numbers depend on besides the solver: its meshes, runs and checks, but not its prose. */
export function fingerprint({ meshes, runs, checks }: Case): string {
  const hash = createHash('sha256').update(JSON.stringify({ meshes, runs, checks }));
  for (const { script } of Object.values(meshes))
    if (script !== undefined) hash.update(readFileSync(join(VALIDATION_FOLDER, script)));
  return hash.digest('hex').slice(0, 16);
}

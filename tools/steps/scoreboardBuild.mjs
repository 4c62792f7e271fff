// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { mustExecute } from './execute.mjs';
import { fingerprint, isStamped, stamp, unstamp } from './fingerprint.mjs';
import { programInPath, ROOT } from './paths.mjs';
import { say } from './say.mjs';

/** What the page `/benchmarks` is made of, besides its own code. */
export const SCOREBOARD_SOURCES = ['validation', 'benchmarks/mlfma.json'];

/** Makes the files of the page `/benchmarks` when the records, the cases or the words of the contract have changed. */
export async function buildScoreboard() {
  const print = fingerprint([...SCOREBOARD_SOURCES, 'contract/src'], [programInPath('gmsh') ?? 'no gmsh']);
  if (existsSync(join(ROOT, 'web/public/scoreboard/index.json')) && isStamped('scoreboard', print)) return;

  say('Making the scoreboard, with a mesh for every case');
  unstamp('scoreboard');
  await mustExecute(
    process.execPath,
    ['--import', 'tsx', 'validation/scoreboard.ts'],
    'The scoreboard cannot be made; the reason is above.',
  );
  stamp('scoreboard', print);
}

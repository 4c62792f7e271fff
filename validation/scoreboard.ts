/**
 * The files of the page `/benchmarks`: `npm run scoreboard` makes them of the records, with every case as a run folder to download.
 * Solves nothing. Without gmsh, the folders have the scripts of the meshes instead.
 */
import {
  SCOREBOARD_FILE,
  SCOREBOARD_FOLDER,
  ScoreboardSchema,
  type ScoreCase,
} from '@pace/contract/scoreboard';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readCases, VALIDATION_FOLDER } from './study/caseFile.ts';
import { readCurves } from './study/curves.ts';
import { hasGmsh } from './study/programs.ts';
import { readResults } from './study/results.ts';
import { runFolder } from './study/scoreboard/runFolder.ts';
import { curvesFile, scoreboardOf } from './study/scoreboard/scoreboard.ts';
import { writeZip } from './study/scoreboard/zip.ts';

const OUT = join(dirname(VALIDATION_FOLDER), 'web/public', SCOREBOARD_FOLDER);

const cases = readCases();
const results = readResults(cases);
rmSync(OUT, { recursive: true, force: true });
mkdirSync(join(OUT, 'curves'), { recursive: true });
mkdirSync(join(OUT, 'runs'));

const downloads = await writeDownloads();
for (const theCase of cases) {
  const curves = readCurves(theCase);
  if (curves) writeFileSync(join(OUT, curvesFile(theCase.id)), JSON.stringify(curves));
}
const board = ScoreboardSchema.parse(scoreboardOf(cases, results, downloads));
for (const { licenceFile } of Object.values(board.sources))
  if (licenceFile !== undefined)
    copyFileSync(join(dirname(VALIDATION_FOLDER), licenceFile), licence(licenceFile));
writeFileSync(join(OUT, SCOREBOARD_FILE), JSON.stringify(board));

function licence(path: string): string {
  return join(OUT, path.replace(/^.*\//, ''));
}

async function writeDownloads(): Promise<Map<string, NonNullable<ScoreCase['download']>>> {
  const gmsh = hasGmsh();
  if (!gmsh) console.log('gmsh is not installed: run folders have the scripts of their meshes.');
  const work = mkdtempSync(join(tmpdir(), 'pace-scoreboard-'));
  const made = new Map<string, NonNullable<ScoreCase['download']>>();
  try {
    for (const theCase of cases) {
      const { files, mesh } = runFolder(theCase, results.get(theCase.id), work, gmsh);
      const file = `runs/${theCase.id}.zip`;
      await writeZip(join(OUT, file), theCase.id, files);
      made.set(theCase.id, { file, bytes: statSync(join(OUT, file)).size, mesh });
    }
    return made;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

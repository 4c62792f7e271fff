import { RESULT_FILE } from '@pace/contract';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHECKSUMS } from '../storage/checksums.ts';
import {
  EVENTS,
  JOB,
  MESH,
  RESULT_FOLDERS,
  type Attempt,
  type Fence,
  type ProjectFiles,
} from '../storage/projectFiles.ts';
import { isMissing } from '../storage/missing.ts';
import type { RunRow } from '../storage/schema.ts';

/**
 * Where a solver run works: always in `results` of the attempt's own folder. Of an ordinary run the project shows it as
 * `results` from the beginning. Of one that continues a finished run it shows it as `results.next`, and as `results`
 * only at the end. Until then, and for good if it is cancelled or fails, every result call answers the numbers of the
 * finished run: in one common folder, frequencies that are done again would stand beside some that are not, and
 * monostatic results would be there in part only.
 */

/** Says which run a results folder is of. */
const MARKER = '.run';
/** What the names of unfinished solutions begin with; result.json is there once one of them was finished. */
const CHECKPOINT = '.checkpoint_';
const { results: RESULTS, next: NEXT, old: OLD } = RESULT_FOLDERS;

/** A solver run, where it works and what lets its work become the project's. */
export interface Place {
  files: Pick<ProjectFiles, 'read'>;
  projectId: string;
  attempt: Attempt;
  runId: string;
  /** The cancelled run whose unfinished work this one takes up */
  resumes?: string | undefined;
  job: string;
  fence: Fence;
}

/** Results of an interrupted attempt of this very run, or of the run it takes up, are resumed. Others go. */
export async function prepareResults(place: Place): Promise<void> {
  const earlier = await runOf(place, RESULTS);
  const isOwn = earlier !== undefined && (earlier === place.runId || earlier === place.resumes);
  const own = isOwn ? [RESULTS, EVENTS] : [];
  await open(
    place,
    [MESH, ...own].map((name) => ({ from: name, to: name })),
  );
  await place.attempt.expose(shownAs(RESULTS), isOwn ? [] : [NEXT, OLD], place.fence);
}

/**
 * Begins from what an interrupted attempt or a cancelled continuation left, else from the finished run's results.
 * @returns false if this very run had taken their place already, and only its end was not written down
 */
export async function prepareContinuation(place: Place): Promise<boolean> {
  if ((await runOf(place, RESULTS)) === place.runId) {
    // It may have been killed before the end of that.
    await place.attempt.expose([], [NEXT], place.fence);
    return false;
  }
  const from = (await runOf(place, NEXT)) === undefined ? RESULTS : NEXT;
  await open(place, [
    { from: MESH, to: MESH },
    { from: EVENTS, to: EVENTS },
    { from, to: RESULTS },
  ]);
  await place.attempt.expose(shownAs(NEXT), [], place.fence);
  return true;
}

/** `results.next` becomes `results`. */
export async function replaceResults({ attempt, fence }: Place): Promise<void> {
  await attempt.expose(shownAs(RESULTS), [NEXT], fence);
}

/** A continuation that failed begins anew from the finished run: what it left may be why it failed. */
export async function dropContinuation({ attempt, fence }: Place): Promise<void> {
  await attempt.expose([], [NEXT], fence);
}

/** The cancelled run, or the one before it that it took up, of which there is something to go on from. */
export async function keptWorkOf(
  { id, input }: Pick<RunRow, 'id' | 'input'>,
  files: Pick<ProjectFiles, 'read' | 'list'>,
  projectId: string,
): Promise<string | undefined> {
  const kept = await runOf({ files, projectId }, RESULTS);
  const own = input.kind === 'solver' && (kept === id || kept === input.resumes);
  if (kept === undefined || !own) return undefined;
  const isWork = (path: string) =>
    path === `${RESULTS}/${RESULT_FILE}` || path.startsWith(`${RESULTS}/${CHECKPOINT}`);
  return (await files.list(projectId)).some(({ path }) => isWork(path)) ? kept : undefined;
}

async function open(place: Place, inputs: readonly { from: string; to: string }[]): Promise<void> {
  const { attempt, runId, job } = place;
  await attempt.open(inputs);
  await mkdir(join(attempt.folder, RESULTS), { recursive: true });
  await writeFile(join(attempt.folder, EVENTS), '', { flag: 'a' });
  // Of an earlier attempt: what it recorded is about to change.
  await rm(join(attempt.folder, RESULTS, CHECKSUMS), { force: true });
  await writeWhole(join(attempt.folder, RESULTS, MARKER), runId);
  await writeWhole(join(attempt.folder, JOB), job);
}

/** The results come last: where they are shown, everything of their run is. */
const shownAs = (results: string) => [
  { what: JOB, as: JOB },
  { what: EVENTS, as: EVENTS },
  { what: RESULTS, as: results },
];

async function runOf(
  { files, projectId }: Pick<Place, 'files' | 'projectId'>,
  results: string,
): Promise<string | undefined> {
  try {
    return (await files.read(projectId, `${results}/${MARKER}`)).toString('utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** By replacement, as the file may be one of several names of the same content. */
async function writeWhole(path: string, text: string): Promise<void> {
  await writeFile(`${path}.part`, text);
  await rename(`${path}.part`, path);
}

import {
  largestEchoQuestions,
  RESULT_FILE,
  wholeSweepQuestions,
  type RunResult,
  type WireProject,
} from '@pace/contract';
import type { RunMaps } from '../engines/index.ts';
import type { Reader } from '../policies/ownership.ts';
import { problem, Problem } from '../problem.ts';
import type { Services } from '../services.ts';
import { RESULT_FOLDERS } from '../storage/projectFiles.ts';
import type { AskedAlone } from './mapsOfRun.ts';
import { readBackProjection } from './readBackProjection.ts';
import { readDesignMaps } from './readDesignMaps.ts';
import { readMonoStatic } from './readResult.ts';

/** Of all maps of one archive together: a download waits for them no longer than a page does. */
const TIMEOUT_MS = 120_000;
/** Paths in an archive; the polarization that is received follows, then the ending. */
export const DESIGN_MAPS = 'design/maps';
export const HOT_SPOTS = 'imaging/hot_spots';

const UNREADABLE = `${RESULT_FOLDERS.results}/${RESULT_FILE} cannot be read. Start the solver again, or restore the file from a backup.`;

/** `path`.json and `path`.bin, or why an archive has neither. */
export type ArchivedMaps = { path: string } & ({ answer: RunMaps<object> } | { missing: string });

/** Maps to be computed, or why there are none. @throws Problem as mapsOfRun */
type WantedMaps = { path: string } & (
  { read: (alone: AskedAlone) => Promise<RunMaps<object>> } | { refused: unknown }
);

/**
 * Design maps and hot spots of a finished run, the same as in its report. Each is computed when it is asked for, so only one
 * of them has to be in memory. What cannot be had is reported as missing, and the others follow.
 */
export async function* mapsForArchive(
  services: Services,
  reader: Reader,
  project: WireProject,
  signal: AbortSignal,
): AsyncGenerator<ArchivedMaps> {
  const { id, state, resultSummary } = project;
  if (!state.solverResultReady) return;
  if (!resultSummary) {
    for (const path of [DESIGN_MAPS, HOT_SPOTS]) yield { path, missing: UNREADABLE };
    return;
  }
  const deadline = Date.now() + TIMEOUT_MS;
  const wanted = [
    ...(await designMapsOf(services, reader, id, resultSummary)),
    ...hotSpotsOf(services, reader, id, resultSummary),
  ];
  for (const one of wanted) {
    const { path } = one;
    if (signal.aborted) return;
    if ('refused' in one) {
      yield { path, missing: reasonOf(services, id, one.refused) };
      continue;
    }
    try {
      yield { path, answer: await beforeDeadline(deadline, (timeoutMs) => one.read({ signal, timeoutMs })) };
    } catch (error) {
      yield { path, missing: reasonOf(services, id, error) };
    }
  }
}

async function designMapsOf(
  services: Services,
  reader: Reader,
  projectId: string,
  { polarization }: RunResult,
): Promise<WantedMaps[]> {
  try {
    const { monoStaticRcs } = await readMonoStatic(services, reader, projectId);
    const questions = largestEchoQuestions(monoStaticRcs, polarization);
    if (questions.length === 0) return [{ path: DESIGN_MAPS, refused: problem('MAPS_UNAVAILABLE.circular') }];
    return questions.map(({ component, question }) => ({
      path: pathOf(DESIGN_MAPS, component),
      read: (alone) => readDesignMaps(services, reader, { projectId, ...question }, alone),
    }));
  } catch (error) {
    return [{ path: DESIGN_MAPS, refused: error }];
  }
}

function hotSpotsOf(services: Services, reader: Reader, projectId: string, result: RunResult): WantedMaps[] {
  const questions = wholeSweepQuestions(result, result.polarization);
  if (questions.length === 0) return [{ path: HOT_SPOTS, refused: problem('MAPS_UNAVAILABLE.few') }];
  return questions.map(({ component, question }) => ({
    path: pathOf(HOT_SPOTS, component),
    read: (alone) => readBackProjection(services, reader, { projectId, ...question }, alone),
  }));
}

const pathOf = (kind: string, component: string) => `${kind}_${component[0]}`;

/** The sentence about the limit has the time of all maps, not what was left for the last of them. */
async function beforeDeadline<Answer>(
  deadline: number,
  read: (timeoutMs: number) => Promise<Answer>,
): Promise<Answer> {
  const tooLate = () => problem('ESTIMATE_TIMEOUT.maps', { seconds: TIMEOUT_MS / 1000 });
  const left = deadline - Date.now();
  if (left <= 0) throw tooLate();
  try {
    return await read(left);
  } catch (error) {
    throw error instanceof Problem && error.code === 'ESTIMATE_TIMEOUT' ? tooLate() : error;
  }
}

function reasonOf({ log }: Services, project: string, error: unknown): string {
  if (error instanceof Problem) return error.detail;
  log.error({ err: error, project }, 'maps of an archive could not be computed');
  return 'The server could not compute them. Please try again later.';
}

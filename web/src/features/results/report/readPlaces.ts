import {
  CALLS,
  largestEchoQuestions,
  wholeSweepQuestions,
  type BackProjectionFile,
  type MappedComponent,
  type MonoStaticRcs,
  type Project,
  type SurfaceComponent,
} from '@pace/contract';
import { callApi, callBinary } from '../../../api/client.ts';
import { lackOf } from '../data/mapsChoice.ts';
import type { DesignMaps } from '../data/queries.ts';
import { polarizationOfRun, sweepPointsOf } from '../data/resultSummary.ts';
import { parseMaps } from '../fields/designMaps.ts';

/** Design maps at the largest echo of a component. */
export interface LargestEcho extends DesignMaps {
  component: MappedComponent;
}

/** Hot spots of a whole sweep. */
export interface SweepSpots {
  component: SurfaceComponent;
  file: BackProjectionFile;
  /** 4π|I|² a triangle [m²] */
  image: Float32Array;
}

/** Co-polar design maps, where the run has currents for them. */
export async function readLargestEchoes(
  project: Project,
  records: readonly MonoStaticRcs[],
  signal: AbortSignal,
): Promise<LargestEcho[]> {
  if (lackOf(project) !== undefined) return [];
  const questions = largestEchoQuestions(records, polarizationOfRun(project));
  return available(questions, signal, async ({ component, question }) => {
    const body = { projectId: project.id, ...question };
    const file = await callApi(CALLS.designMaps, { body, signal });
    return { component, file, maps: parseMaps(await callBinary(CALLS.designMaps, { body, signal })) };
  });
}

/** Co-polar hot spots, where the sweep resolves places. */
export async function readSpots(project: Project, signal: AbortSignal): Promise<SweepSpots[]> {
  const questions = wholeSweepQuestions(sweepPointsOf(project), polarizationOfRun(project));
  return available(questions, signal, async ({ component, question }) => {
    const body = { projectId: project.id, ...question };
    const file = await callApi(CALLS.backProjection, { body, signal });
    const [image] = parseMaps(await callBinary(CALLS.backProjection, { body, signal }));
    return image && { component, file, image };
  });
}

/** One after the other; what the server cannot compute of this run is left out of the report. */
async function available<Question, Answer>(
  questions: readonly Question[],
  signal: AbortSignal,
  read: (question: Question) => Promise<Answer | undefined>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const question of questions) {
    const answer = await read(question).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return undefined;
    });
    if (answer !== undefined) answers.push(answer);
  }
  return answers;
}

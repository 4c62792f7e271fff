import {
  backscatterOf,
  CALLS,
  type BackProjectionFile,
  type Incident,
  type MonoStaticRcs,
  type Project,
} from '@pace/contract';
import { callApi, callBinary } from '../../../api/client.ts';
import { lackOf, mappedComponents, type MappedComponent } from '../data/mapsChoice.ts';
import type { DesignMaps } from '../data/queries.ts';
import { sweepPointsOf } from '../data/resultSummary.ts';
import { parseMaps } from '../fields/designMaps.ts';
import {
  isEnough,
  rangeOf,
  surfaceComponents,
  surfaceQuestion,
  SWEPT,
  valuesOf,
  type SurfaceComponent,
  type SurfaceRanges,
} from '../data/surfaceQuestion.ts';

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

/** Components whose received and incident polarizations are the same. */
const isCoPolar = (component: string) => component[0] === (component[1] ?? component[0]);

/** Co-polar design maps, where the run has currents for them. */
export async function readLargestEchoes(
  project: Project,
  records: readonly MonoStaticRcs[],
  signal: AbortSignal,
): Promise<LargestEcho[]> {
  if (lackOf(project) !== undefined) return [];
  return available(mappedComponents(project).filter(isCoPolar), signal, async (component) => {
    const [received, incident] = [...component] as [Incident, Incident];
    const largest = largestOf(records, { received, incident });
    if (!largest) return undefined;
    const { frequency, angleTheta: theta, anglePhi: phi } = largest;
    const body = { projectId: project.id, frequency, theta, phi, incident, received };
    const file = await callApi(CALLS.designMaps, { body, signal });
    return { component, file, maps: parseMaps(await callBinary(CALLS.designMaps, { body, signal })) };
  });
}

/** Co-polar hot spots, where the sweep resolves places. */
export async function readSpots(project: Project, signal: AbortSignal): Promise<SweepSpots[]> {
  const values = valuesOf(sweepPointsOf(project));
  const ranges = Object.fromEntries(
    SWEPT.map((swept) => [swept, rangeOf(values[swept], undefined)]),
  ) as SurfaceRanges;
  if (!isEnough(values, ranges)) return [];
  return available(surfaceComponents(project).filter(isCoPolar), signal, async (component) => {
    const body = { projectId: project.id, ...surfaceQuestion(ranges, component) };
    const file = await callApi(CALLS.backProjection, { body, signal });
    const [image] = parseMaps(await callBinary(CALLS.backProjection, { body, signal }));
    return image && { component, file, image };
  });
}

function largestOf(
  records: readonly MonoStaticRcs[],
  wave: { received: Incident; incident: Incident },
): MonoStaticRcs | undefined {
  const size = (record: MonoStaticRcs) => Math.hypot(...backscatterOf(record, wave));
  return records.reduce<MonoStaticRcs | undefined>(
    (best, one) => (!best || size(one) > size(best) ? one : best),
    undefined,
  );
}

/** One after the other; what the server cannot compute of this run is left out of the report. */
async function available<Component, Answer>(
  components: readonly Component[],
  signal: AbortSignal,
  read: (component: Component) => Promise<Answer | undefined>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const component of components) {
    const answer = await read(component).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return undefined;
    });
    if (answer !== undefined) answers.push(answer);
  }
  return answers;
}

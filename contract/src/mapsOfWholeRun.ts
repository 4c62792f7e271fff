import type { BackProjectionRequest } from './backProjection.ts';
import { backscatterOf } from './coatingPrediction.ts';
import type { DesignMapsRequest } from './designMaps.ts';
import { isBothPolarizations, POLARIZATIONS } from './excitation.ts';
import type { Incident } from './run/fileNames.ts';
import { isInterpolated, type MonoStaticRcs } from './run/monostatic.ts';
import type { RunResult } from './run/result.ts';
import {
  resolvesPlaces,
  surfaceComponentsOf,
  surfaceQuestion,
  surfaceRanges,
  sweptValues,
  type SurfaceComponent,
} from './surfaceQuestion.ts';

/** The design maps and hot spots that stand for a whole run: the report and the archive have the same. */

/** First letter received, second incident. VH is HV, by reciprocity. */
export const MAPPED_COMPONENTS = ['VV', 'HH', 'VH'] as const;
export type MappedComponent = (typeof MAPPED_COMPONENTS)[number];

/** @param polarization of the incident wave; of a circular one there are no design maps */
export function mappedComponentsOf(polarization: number): readonly MappedComponent[] {
  if (isBothPolarizations(polarization)) return MAPPED_COMPONENTS;
  if (polarization === POLARIZATIONS.vertical) return ['VV'];
  return polarization === POLARIZATIONS.horizontal ? ['HH'] : [];
}

export interface LargestEchoQuestion {
  component: MappedComponent;
  question: Omit<DesignMapsRequest, 'projectId'>;
}

/** Design maps of each co-polar component, at the frequency and illumination of its largest echo. */
export const largestEchoQuestions = (
  records: readonly MonoStaticRcs[],
  polarization: number,
): LargestEchoQuestion[] =>
  mappedComponentsOf(polarization)
    .filter(isCoPolar)
    .flatMap((component) => {
      const [received, incident] = [...component] as [Incident, Incident];
      // Of what an adaptive sweep interpolated there are no currents.
      const solved = records.filter((record) => !isInterpolated(record));
      const largest = largestOf(solved, { received, incident });
      if (!largest) return [];
      const { frequency, angleTheta: theta, anglePhi: phi } = largest;
      return [{ component, question: { frequency, theta, phi, incident, received } }];
    });

export interface WholeSweepQuestion {
  component: SurfaceComponent;
  question: Omit<BackProjectionRequest, 'projectId'>;
}

/** Hot spots of the whole sweep, of each co-polar component; none where the sweep is too short to resolve places. */
export function wholeSweepQuestions(
  sweep: Pick<RunResult, 'frequenciesHz' | 'illuminations'>,
  polarization: number,
): WholeSweepQuestion[] {
  const values = sweptValues(sweep);
  const ranges = surfaceRanges(values);
  if (!resolvesPlaces(values, ranges)) return [];
  return surfaceComponentsOf(polarization)
    .filter(isCoPolar)
    .map((component) => ({ component, question: surfaceQuestion(ranges, component) }));
}

/** Received and incident polarization are the same; of a circular wave both received ones count. */
const isCoPolar = (component: string) => component[0] === (component[1] ?? component[0]);

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

import { CALLS, type SphereResult } from '@pace/contract';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callApi } from '../../../api/client.ts';
import { resultKeyOf, resultKeyText, type ResultPoint } from './resultPoint.ts';
import { runVersion } from './resultSummary.ts';
import type { ResultRuns } from './resultRuns.ts';

export interface ExactSpheres {
  /** By `exactKey` */
  results: ReadonlyMap<string, SphereResult | undefined>;
  first: SphereResult | undefined;
  errors: readonly Error[];
  isFetching: boolean;
}

export interface RunPoint extends ResultPoint {
  run: string;
}

export const exactKey = (point: RunPoint): string => `${point.run}/${resultKeyText(point)}`;

function combined(results: UseQueryResult<SphereResult>[]) {
  // One sentence for one reason, however many curves meet it.
  const errors = [
    ...new Map(results.flatMap(({ error }) => (error ? [[error.message, error] as const] : []))).values(),
  ];
  return {
    data: results.map(({ data }) => data),
    errors,
    isFetching: results.some(({ isFetching }) => isFetching),
  };
}

/** Exact far fields beside computed ones, asked for when `wanted`; each is kept. */
export function useExactSpheres(
  runs: ResultRuns,
  points: readonly RunPoint[],
  wanted: boolean,
): ExactSpheres {
  const keys = useMemo(
    () => (wanted ? [...new Map(points.map((point) => [exactKey(point), point]))] : []),
    [points, wanted],
  );
  const { data, errors, isFetching } = useQueries({
    queries: keys.map(([key, point]) => {
      const run = runs.byId.get(point.run);
      return {
        queryKey: ['exactSphere', key, run && runVersion(run)],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          callApi(CALLS.sphereResult, { body: { projectId: point.run, ...resultKeyOf(point) }, signal }),
        staleTime: Infinity,
        structuralSharing: false,
        retry: false,
      };
    }),
    combine: combined,
  });
  return useMemo(
    () => ({
      results: new Map(keys.map(([key], i) => [key, data[i]])),
      first: data.find((one) => one !== undefined),
      errors,
      isFetching,
    }),
    [keys, data, errors, isFetching],
  );
}

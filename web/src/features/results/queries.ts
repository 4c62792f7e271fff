import { CALLS, type Project } from '@pace/contract';
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { callApi, callBinary, type ResultOf } from '../../api/client.ts';
import { useMeshGeometry } from '../../api/solver.ts';
import { parseGeometry, type MeshGeometry } from '../../viewer/index.ts';
import { resultKeyOf, resultKeyText, type ResultPoint } from './curveKeys.ts';
import { currentMagnitudes, parseCurrents } from './currents.ts';
import { runVersion } from './resultSummary.ts';

/** Results of a finished run do not change. */
const FOREVER = { staleTime: Infinity } as const;

/** Metres per unit of the mesh: gmsh's are in metres; others as the person confirmed, else as the file says. */
export function metresPerUnit({ state }: Project): number {
  if (state.model?.type === 'STEP') return 1;
  return state.solverInput?.scalefactor ?? state.meshReport?.metresPerUnit ?? 1;
}

/** The mesh, loaded when wanted. */
export function useProjectMesh(project: Project, wanted: boolean) {
  const scale = metresPerUnit(project);
  const version = `${runVersion(project)}/${project.stateLive.mesherState.status}/${scale}`;
  return useMeshGeometry<MeshGeometry>(project.id, wanted ? version : null, (buffer) => parseGeometry(buffer, scale));
}

/** Received share of a download, 0 to 1; undefined while its length is unknown. */
export type Received = number | undefined;

/** |J| a vertex at one frequency and illumination, loaded when there is a point. */
export function useCurrentMagnitudes(project: Project, point: ResultPoint | undefined) {
  const [received, setReceived] = useState<Received>();
  const key = point && resultKeyOf(point);
  const query = useQuery({
    queryKey: ['currents', project.id, runVersion(project), key],
    queryFn: async ({ signal }) => {
      setReceived(undefined);
      const body = { projectId: project.id, ...key!, density: 'J' as const };
      const buffer = await callBinary(CALLS.fusionResult, { body, signal }, (bytes, total) => setReceived(total && bytes / total));
      return currentMagnitudes(parseCurrents(buffer));
    },
    enabled: key !== undefined,
    structuralSharing: false,
    ...FOREVER,
  });
  return { ...query, received };
}

type FarFieldResult = ResultOf<typeof CALLS.farZoneFieldsResult>;

/** Defined once, so that the combined answer stays the same object as long as nothing new came. */
function combined(results: UseQueryResult<FarFieldResult>[]) {
  return {
    data: results.map(({ data }) => data),
    errors: [...new Set(results.flatMap(({ error }) => (error ? [error] : [])))],
    isFetching: results.some(({ isFetching }) => isFetching),
  };
}

/** Bistatic far fields of several illuminations by `resultKeyText`; one call for each different one, kept. */
export function useFarFields(project: Project, points: readonly ResultPoint[]) {
  const keys = useMemo(() => [...new Map(points.map((point) => [resultKeyText(point), resultKeyOf(point)]))], [points]);
  const { data, errors, isFetching } = useQueries({
    queries: keys.map(([text, key]) => ({
      queryKey: ['farField', project.id, runVersion(project), text],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        callApi(CALLS.farZoneFieldsResult, { body: { projectId: project.id, ...key }, signal }),
      structuralSharing: false,
      ...FOREVER,
    })),
    combine: combined,
  });
  const fields = useMemo(() => new Map(keys.map(([text], i) => [text, data[i]])), [keys, data]);
  return { fields, errors, isFetching };
}

export function useMonostatic(project: Project) {
  return useQuery({
    queryKey: ['monostatic', project.id, runVersion(project)],
    queryFn: ({ signal }) => callApi(CALLS.monoStaticRcsResult, { body: { projectId: project.id }, signal }),
    structuralSharing: false,
    ...FOREVER,
  });
}

export function useIterations(project: Project, point: ResultPoint | undefined) {
  const key = point && resultKeyOf(point);
  return useQuery({
    queryKey: ['iterations', project.id, runVersion(project), key],
    queryFn: ({ signal }) => callApi(CALLS.iterationsResult, { body: { projectId: project.id, ...key! }, signal }),
    enabled: key !== undefined,
    ...FOREVER,
  });
}

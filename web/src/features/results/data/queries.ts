import {
  CALLS,
  type BackProjectionFile,
  type BackProjectionRequest,
  type DesignMapsRequest,
  type MapsFile,
  type Project,
} from '@pace/contract';
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { callApi, callBinary, type ResultOf } from '../../../api/client.ts';
import { useMeshGeometry } from '../../../api/solver.ts';
import { parseGeometry, type MeshGeometry } from '../../../viewer/index.ts';
import { resultKeyOf, type WavePoint } from './resultPoint.ts';
import { exactKey, type RunPoint } from './exactSpheres.ts';
import type { ResultRuns } from './resultRuns.ts';
import { parseCurrents } from '../fields/currents.ts';
import { parseMaps } from '../fields/designMaps.ts';
import { parseErrorMap } from '../fields/errorMap.ts';
import { runVersion } from './resultSummary.ts';

/** Results of a finished run do not change. */
const FOREVER = { staleTime: Infinity } as const;

/** Metres per unit of the mesh: gmsh's are in metres; others as the user confirmed, else as the file says. */
export function metresPerUnit({ state }: Project): number {
  if (state.model?.type === 'STEP') return 1;
  return state.solverInput?.scalefactor ?? state.meshReport?.metresPerUnit ?? 1;
}

/** The mesh, loaded when wanted. */
export function useProjectMesh(project: Project, wanted: boolean) {
  const scale = metresPerUnit(project);
  const version = `${runVersion(project)}/${project.stateLive.mesherState.status}/${scale}`;
  const [received, setReceived] = useState<Received>();
  const query = useMeshGeometry<MeshGeometry>(
    project.id,
    wanted ? version : null,
    (buffer) => parseGeometry(buffer, scale),
    (bytes, total) => setReceived(total && bytes / total),
  );
  return { ...query, received };
}

/** Received share of a download, 0 to 1; undefined while its length is unknown. */
export type Received = number | undefined;

/** Complex currents a vertex at one frequency and illumination, loaded when there is a point; as a binary buffer, never as JSON. */
export function useCurrents(
  project: Project,
  wanted: { point: WavePoint; density: 'J' | 'M' } | undefined,
) {
  const [received, setReceived] = useState<Received>();
  const key = wanted && {
    ...resultKeyOf(wanted.point),
    density: wanted.density,
    incident: wanted.point.incident,
  };
  const query = useQuery({
    queryKey: ['currents', project.id, runVersion(project), key],
    queryFn: async ({ signal }) => {
      setReceived(undefined);
      const body = { projectId: project.id, ...key! };
      const buffer = await callBinary(CALLS.fusionResult, { body, signal }, (bytes, total) =>
        setReceived(total && bytes / total),
      );
      return parseCurrents(buffer);
    },
    enabled: key !== undefined,
    structuralSharing: false,
    // A map of a million triangles is tens of megabytes.
    gcTime: 60_000,
    ...FOREVER,
  });
  return { ...query, received };
}

/** What each triangle adds to the error bars of a frequency, loaded when there is one. */
export function useErrorMap(project: Project, frequencyHz: number | undefined) {
  return useQuery({
    queryKey: ['errorMap', project.id, runVersion(project), frequencyHz],
    queryFn: async ({ signal }) => {
      const body = { projectId: project.id, frequency: frequencyHz! };
      return parseErrorMap(await callBinary(CALLS.errorMapResult, { body, signal }));
    },
    enabled: frequencyHz !== undefined,
    structuralSharing: false,
    gcTime: 60_000,
    ...FOREVER,
  });
}

export type MapsQuestion = Omit<DesignMapsRequest, 'projectId'>;

export interface DesignMaps {
  file: MapsFile;
  /** A number a triangle, in the order of `file.maps` */
  maps: Float32Array[];
}

/** Design maps, computed by the server when there is a question: the table first, then the maps of the same answer as bytes. */
export function useDesignMaps(project: Project, question: MapsQuestion | undefined) {
  const [received, setReceived] = useState<Received>();
  const query = useQuery({
    queryKey: ['designMaps', project.id, runVersion(project), question],
    queryFn: async ({ signal }): Promise<DesignMaps> => {
      setReceived(undefined);
      const body = { projectId: project.id, ...question! };
      const file = await callApi(CALLS.designMaps, { body, signal });
      const buffer = await callBinary(CALLS.designMaps, { body, signal }, (bytes, total) =>
        setReceived(total && bytes / total),
      );
      return { file, maps: parseMaps(buffer) };
    },
    enabled: question !== undefined,
    structuralSharing: false,
    gcTime: 60_000,
    ...FOREVER,
  });
  return { ...query, received };
}

export type BackProjectionQuestion = Omit<BackProjectionRequest, 'projectId'>;

export interface BackProjectionAnswer {
  file: BackProjectionFile;
  /** 4π|I|² a triangle [m²] */
  image: Float32Array;
}

/** Hot spots, computed by the server when there is a question. */
export function useBackProjection(project: Project, question: BackProjectionQuestion | undefined) {
  return useQuery({
    queryKey: ['backProjection', project.id, runVersion(project), question],
    queryFn: async ({ signal }): Promise<BackProjectionAnswer> => {
      const body = { projectId: project.id, ...question! };
      const file = await callApi(CALLS.backProjection, { body, signal });
      const [image] = parseMaps(await callBinary(CALLS.backProjection, { body, signal }));
      return { file, image: image! };
    },
    enabled: question !== undefined,
    structuralSharing: false,
    gcTime: 60_000,
    ...FOREVER,
  });
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

/** Bistatic far fields of several illuminations, of several runs, by `exactKey`; one call for each different one, kept. */
export function useFarFields(runs: ResultRuns, points: readonly RunPoint[]) {
  const keys = useMemo(() => [...new Map(points.map((point) => [exactKey(point), point]))], [points]);
  const { data, errors, isFetching } = useQueries({
    queries: keys.map(([text, point]) => {
      const run = runs.byId.get(point.run);
      return {
        queryKey: ['farField', text, run && runVersion(run)],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          callApi(CALLS.farZoneFieldsResult, {
            body: { projectId: point.run, ...resultKeyOf(point) },
            signal,
          }),
        enabled: run !== undefined,
        structuralSharing: false,
        ...FOREVER,
      };
    }),
    combine: combined,
  });
  const fields = useMemo(() => new Map(keys.map(([text], i) => [text, data[i]])), [keys, data]);
  return { fields, errors, isFetching };
}

type MonostaticResult = ResultOf<typeof CALLS.monoStaticRcsResult>;

function combinedMonostatic(results: UseQueryResult<MonostaticResult>[]) {
  return {
    data: results.map(({ data }) => data),
    errors: results.flatMap(({ error }) => (error ? [error] : [])),
    isFetching: results.some(({ isFetching }) => isFetching),
  };
}

/** Backscatter of several runs, by the project's id. */
export function useMonostatic(runs: ResultRuns, ids: readonly string[]) {
  const wanted = useMemo(() => [...new Set(ids)].filter((id) => runs.byId.has(id)), [ids, runs]);
  const { data, errors, isFetching } = useQueries({
    queries: wanted.map((id) => ({
      queryKey: ['monostatic', id, runVersion(runs.byId.get(id)!)],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        callApi(CALLS.monoStaticRcsResult, { body: { projectId: id }, signal }),
      structuralSharing: false,
      ...FOREVER,
    })),
    combine: combinedMonostatic,
  });
  const results = useMemo(() => new Map(wanted.map((id, i) => [id, data[i]])), [wanted, data]);
  return { results, errors, isFetching };
}

export function useIterations(project: Project, point: WavePoint | undefined) {
  const key = point && { ...resultKeyOf(point), incident: point.incident };
  return useQuery({
    queryKey: ['iterations', project.id, runVersion(project), key],
    queryFn: ({ signal }) =>
      callApi(CALLS.iterationsResult, { body: { projectId: project.id, ...key! }, signal }),
    enabled: key !== undefined,
    ...FOREVER,
  });
}

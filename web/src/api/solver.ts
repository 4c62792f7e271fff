import { CALLS, TIMINGS_MS } from '@pace/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { askAgain } from './askAgain.ts';
import { callApi, callBinary, type CallInput } from './client.ts';
import { isActive } from './liveState.ts';
import { keepLiveState, liveStateKey, projectKey, projectsKey } from './projects.ts';

type Body<C> = CallInput<C> extends { body: infer B } ? B : never;

/**
 * Live state of mesher and solver, asked for every 3 s while one of them is active, or always with `watch`; not while
 * live events are `streaming`, which tell it as it changes.
 * When a status changes, the project is loaded again.
 */
export function useLiveState(id: string, { enabled = true, watch = false, streaming = false } = {}) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: liveStateKey(id),
    queryFn: ({ signal }) => callApi(CALLS.storageStateLive, { body: { projectId: id }, signal }),
    enabled: enabled && id !== '',
    refetchInterval: ({ state }) =>
      !streaming && (watch || (state.data && isActive(state.data))) ? TIMINGS_MS.poll : false,
  });
  const statuses = query.data && `${query.data.mesherState.status}/${query.data.solverState.status}`;
  const before = useRef(statuses);
  useEffect(() => {
    if (before.current !== undefined && before.current !== statuses) {
      void askAgain(client, projectKey(id));
      void askAgain(client, projectsKey);
    }
    before.current = statuses;
  }, [client, id, statuses]);
  return query;
}

/** The mesh as `mesh.geo.bin` (docs/run-folder.md); `version` is anything that changes when the mesh does. */
export function useMeshGeometry<T>(
  id: string,
  version: string | null,
  parse: (buffer: ArrayBuffer) => Promise<T> | T,
  onProgress?: (received: number, total: number | undefined) => void,
) {
  return useQuery({
    queryKey: ['geometry', id, version],
    queryFn: async ({ signal }) =>
      parse(await callBinary(CALLS.mesherResult, { body: { projectId: id }, signal }, onProgress)),
    enabled: id !== '' && version !== null,
    staleTime: Infinity,
    gcTime: 60_000,
    structuralSharing: false,
  });
}

/** Saves the mesher options, then starts the mesher. */
export function useStartMesher() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Body<typeof CALLS.mesherInput>) => {
      await callApi(CALLS.mesherInput, { body });
      return callApi(CALLS.runMesher, { body });
    },
    onSuccess: (state, { projectId }) => keepLiveState(client, projectId, state),
  });
}

/** Reads an uploaded mesh again, with the nodes of its torn seams merged. */
export function useMergeSeams() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (projectId: string) => callApi(CALLS.runMesher, { body: { projectId, mergeSeams: true } }),
    onSuccess: (state, projectId) => keepLiveState(client, projectId, state),
  });
}

/** Saves the solver input and the materials, then starts the solver. */
export function useStartSolver() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({
      input,
      materials,
      run,
    }: {
      input: Body<typeof CALLS.input>;
      materials?: Body<typeof CALLS.inputMaterials>;
      run: Body<typeof CALLS.solverRun>;
    }) => {
      await callApi(CALLS.input, { body: input });
      if (materials) await callApi(CALLS.inputMaterials, { body: materials });
      return callApi(CALLS.solverRun, { body: run });
    },
    onSuccess: (state, { run }) => keepLiveState(client, run.projectId, state),
  });
}

/** Goes on with a finished run that has not converged. */
export function useContinueRun() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<typeof CALLS.continueRun>) => callApi(CALLS.continueRun, { body }),
    onSuccess: (state, { projectId }) => keepLiveState(client, projectId, state),
  });
}

export function useCancelRun() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (projectId: string) => callApi(CALLS.cancel, { body: { projectId } }),
    onSuccess: (state, projectId) => keepLiveState(client, projectId, state),
  });
}

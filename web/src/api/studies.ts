import { CALLS, type RcsComponent, type Study, type StudyDefinitionInput } from '@pace/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { askAgain } from './askAgain.ts';
import { ApiError, callApi } from './client.ts';
import { projectsKey } from './projects.ts';

const studiesKey = ['studies'] as const;
const studyKey = (id: string) => ['study', id] as const;
const POLL_MS = 2000;
const ASKED_AGAIN = 30;

/** Studies of the user, newest first; asked for again while one of them has something to do. */
export function useStudies() {
  return useQuery({
    queryKey: studiesKey,
    queryFn: async ({ signal }) => (await callApi(CALLS.getStudies, { signal })).studies,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'Open') ? POLL_MS : false),
  });
}

export function useStudy(id: string) {
  return useQuery({
    queryKey: studyKey(id),
    queryFn: ({ signal }) => callApi(CALLS.getStudy, { query: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'Open' ? POLL_MS : false),
    enabled: id !== '',
  });
}

/** σ of all variants that have finished. */
export const readStudyCurves = (id: string, component: RcsComponent, signal?: AbortSignal) =>
  callApi(CALLS.studyCurves, { body: { id, component }, ...(signal && { signal }) });

/** σ of variants that have finished; asked for again when there are more. */
export function useStudyCurves(study: Study, component: RcsComponent) {
  return useQuery({
    queryKey: ['studyCurves', study.id, component, study.counts.finished],
    queryFn: ({ signal }) => readStudyCurves(study.id, component, signal),
    enabled: study.counts.finished > 0,
    // While there are more of them; never those of another component.
    placeholderData: (before, query) => (query?.queryKey[2] === component ? before : undefined),
    staleTime: Infinity,
  });
}

/** @param definition undefined as long as it is not complete */
export function useStudyForecast(projectId: string, definition: StudyDefinitionInput | undefined) {
  return useQuery({
    queryKey: ['studyForecast', projectId, definition],
    queryFn: ({ signal }) =>
      callApi(CALLS.predictStudy, { body: { projectId, definition: definition! }, signal }),
    enabled: definition !== undefined,
    // The solver answers one question of a user at a time: where another page of theirs asks too, this one asks again.
    retry: (failures, error) =>
      error instanceof ApiError && error.code === 'RATE_LIMITED' && failures < ASKED_AGAIN,
    retryDelay: POLL_MS,
    staleTime: 60_000,
  });
}

export function useCreateStudy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { projectId: string; name: string; definition: StudyDefinitionInput }) =>
      callApi(CALLS.createStudy, { body }),
    onSuccess: (study) => {
      client.setQueryData(studyKey(study.id), study);
      void askAgain(client, studiesKey);
    },
  });
}

const CHANGES = { cancel: CALLS.cancelStudy, resume: CALLS.resumeStudy } as const;
export type StudyChange = keyof typeof CHANGES;

export function useChangeStudy(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: StudyChange) => callApi(CHANGES[change], { body: { id } }),
    onSuccess: (study) => client.setQueryData(studyKey(id), study),
  });
}

export function useRenameStudy(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => callApi(CALLS.renameStudy, { body: { id, name } }),
    onSuccess: (study) => {
      client.setQueryData(studyKey(id), study);
      void askAgain(client, studiesKey);
    },
  });
}

export function useDeleteStudy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(CALLS.deleteStudy, { body: { id } }),
    onSuccess: () => askAgain(client, studiesKey),
  });
}

export function usePromoteVariant(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { variant: number; name: string }) =>
      callApi(CALLS.promoteVariant, { body: { id, ...body } }),
    onSuccess: () => askAgain(client, projectsKey),
  });
}

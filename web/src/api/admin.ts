import { CALLS, TIMINGS_MS } from '@pace/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { askAgain } from './askAgain.ts';
import { callApi, type CallInput } from './client.ts';

type Body<C> = CallInput<C> extends { body: infer B } ? B : never;

export interface PageRequest {
  search: string;
  page: number;
}

const key = ['admin'] as const;

export function useAdminSystem() {
  return useQuery({
    queryKey: [...key, 'system'],
    queryFn: ({ signal }) => callApi(CALLS.adminSystem, { signal }),
  });
}

export function useAdminUsers(query: PageRequest) {
  return useQuery({
    queryKey: [...key, 'users', query],
    queryFn: ({ signal }) => callApi(CALLS.adminUsers, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Looks again every few seconds: what it shows changes by itself. */
export function useAdminQueue() {
  return useQuery({
    queryKey: [...key, 'queue'],
    queryFn: ({ signal }) => callApi(CALLS.adminQueue, { signal }),
    refetchInterval: TIMINGS_MS.poll,
  });
}

export function useAdminProjects(query: PageRequest) {
  return useQuery({
    queryKey: [...key, 'projects', query],
    queryFn: ({ signal }) => callApi(CALLS.adminProjects, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useAdminMessages(query: PageRequest) {
  return useQuery({
    queryKey: [...key, 'messages', query],
    queryFn: ({ signal }) => callApi(CALLS.adminMessages, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useAdminAudit(query: PageRequest) {
  return useQuery({
    queryKey: [...key, 'audit', query],
    queryFn: ({ signal }) => callApi(CALLS.adminAudit, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** After a change everything that is shown is asked for again. */
function useAdminChange<B>(change: (body: B) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => askAgain(client, key),
  });
}

export const useChangeUser = () =>
  useAdminChange((body: Body<typeof CALLS.adminChangeUser>) => callApi(CALLS.adminChangeUser, { body }));

export const useCancelAnyRun = () =>
  useAdminChange((body: Body<typeof CALLS.adminCancelRun>) => callApi(CALLS.adminCancelRun, { body }));

export const useSetPriority = () =>
  useAdminChange((body: Body<typeof CALLS.adminSetPriority>) => callApi(CALLS.adminSetPriority, { body }));

export const useHandleMessage = () =>
  useAdminChange((body: Body<typeof CALLS.adminHandleMessage>) =>
    callApi(CALLS.adminHandleMessage, { body }),
  );

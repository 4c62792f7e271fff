import { CALLS } from '@pace/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from './client.ts';

const sharesKey = (projectId: string) => ['shares', projectId] as const;

export function useShares(projectId: string, enabled: boolean) {
  return useQuery({
    queryKey: sharesKey(projectId),
    queryFn: async ({ signal }) =>
      (await callApi(CALLS.getShares, { query: { id: projectId }, signal })).shares,
    enabled,
  });
}

export function useCreateShare(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(CALLS.createShare, { body: { projectId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: sharesKey(projectId) }),
  });
}

export function useRevokeShare(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (shareId: string) => callApi(CALLS.revokeShare, { body: { projectId, shareId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: sharesKey(projectId) }),
  });
}

/** Address of the page that a link opens. The token stands behind the #, which browsers never send to a server. */
export function shareAddress(projectId: string, token: string): string {
  return `${window.location.origin}/shared?id=${encodeURIComponent(projectId)}#${token}`;
}

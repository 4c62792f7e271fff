import { CALLS } from '@pace/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { askAgain } from './askAgain.ts';
import { callApi } from './client.ts';

const sharesKey = (projectId: string) => ['shares', projectId] as const;

/**
 * Read-only links to a project: those that are valid, making one, and revoking one.
 * @param addressOf  of the page that a link with this token opens
 */
export function useShareLinks(projectId: string, addressOf: (token: string) => string) {
  const client = useQueryClient();
  const onSuccess = () => askAgain(client, sharesKey(projectId));
  const shares = useQuery({
    queryKey: sharesKey(projectId),
    queryFn: async ({ signal }) =>
      (await callApi(CALLS.getShares, { query: { id: projectId }, signal })).shares,
  });
  const create = useMutation({
    mutationFn: () => callApi(CALLS.createShare, { body: { projectId } }),
    onSuccess,
  });
  const revoke = useMutation({
    mutationFn: (shareId: string) => callApi(CALLS.revokeShare, { body: { projectId, shareId } }),
    onSuccess,
  });
  const made = create.data;
  const isGone = made && shares.data && !shares.isFetching && !shares.data.some(({ id }) => id === made.id);
  return {
    links: shares.data,
    address: made && !isGone ? addressOf(made.token) : undefined,
    isMaking: create.isPending,
    isRevoking: revoke.isPending,
    error: shares.error ?? create.error ?? revoke.error,
    onMake: () => create.mutate(),
    onRevoke: (shareId: string) => revoke.mutate(shareId),
  };
}

/** Where a link is opened. The token stands behind the #, which browsers never send to a server. */
const pathWithToken = (path: string, id: string, token: string): string =>
  `${path}?id=${encodeURIComponent(id)}#${token}`;
export const sharedProjectPath = (projectId: string, token: string): string =>
  pathWithToken('/shared', projectId, token);
export const projectShareAddress = (projectId: string, token: string): string =>
  `${window.location.origin}${sharedProjectPath(projectId, token)}`;
export const studyShareAddress = (studyId: string, token: string): string =>
  `${window.location.origin}${pathWithToken('/shared/study', studyId, token)}`;

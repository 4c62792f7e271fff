import { CALLS, type CreateAccessKey } from '@pace/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { askAgain } from './askAgain.ts';
import { callApi } from './client.ts';

export const accessKeysKey = ['access-keys'] as const;

export function useAccessKeys() {
  return useQuery({
    queryKey: accessKeysKey,
    queryFn: async ({ signal }) => (await callApi(CALLS.getAccessKeys, { signal })).keys,
  });
}

export function useCreateAccessKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateAccessKey) => callApi(CALLS.createAccessKey, { body }),
    onSuccess: () => askAgain(client, accessKeysKey),
    // What it answers is shown once and kept nowhere.
    gcTime: 0,
  });
}

export function useRevokeAccessKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (keyId: string) => callApi(CALLS.revokeAccessKey, { body: { keyId } }),
    // Also after a failure: the key may have been revoked in another tab.
    onSettled: () => askAgain(client, accessKeysKey),
  });
}

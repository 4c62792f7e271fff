import { CALLS } from '@pace/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accessKeysKey } from './accessKeys.ts';
import { askAgain } from './askAgain.ts';
import { callApi, callApiWithDetail, callBlob, type CallInput } from './client.ts';
import { beginSession, endSession, useSession } from './session.ts';

type Body<C> = CallInput<C> extends { body: infer B } ? B : never;

export const userKey = ['user'] as const;

/** The logged-in user; idle without a session. */
export function useUser() {
  const { token } = useSession();
  return useQuery({
    queryKey: userKey,
    queryFn: ({ signal }) => callApi(CALLS.getUserInfo, { signal }),
    enabled: token !== null,
    staleTime: 5 * 60_000,
  });
}

export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<typeof CALLS.login>) => callApi(CALLS.login, { body }),
    onSuccess: ({ token, user }, { rememberMe }) => {
      client.clear();
      client.setQueryData(userKey, user);
      beginSession(token, rememberMe === true);
    },
  });
}

const automaticLoginKey = ['automatic-login'] as const;

/**
 * The attempt with empty credentials that the login screen makes on opening: good for a browser that is still logged in
 * in another tab. Not for a person who has just logged out, even if the server has not heard of it.
 */
export function useAutomaticLogin() {
  const client = useQueryClient();
  const { token, end } = useSession();
  return useQuery({
    queryKey: automaticLoginKey,
    queryFn: async ({ signal }) => {
      const { token: given, user } = await callApi(CALLS.login, {
        body: { email: '', password: '' },
        signal,
      });
      client.setQueryData(userKey, user);
      beginSession(given, false);
      return true;
    },
    enabled: token === null && end !== 'signedOut',
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Gives up the automatic attempt: whoever begins to type wants to be asked. */
export function useForgoAutomaticLogin() {
  const client = useQueryClient();
  return () => void client.cancelQueries({ queryKey: automaticLoginKey });
}

/** Revokes the token; the session ends here even when the server cannot be reached. */
export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(CALLS.logout, { body: {} }),
    onSettled: () => {
      endSession('signedOut');
      client.clear();
    },
  });
}

export function useRegister() {
  return useMutation({
    mutationFn: (body: Body<typeof CALLS.register>) => callApi(CALLS.register, { body }),
  });
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: Body<typeof CALLS.resetPassword>) => callApi(CALLS.resetPassword, { body }),
  });
}

export function usePasswordConfirm(cid: string) {
  return useMutation({
    mutationFn: (body: Body<typeof CALLS.passwordConfirm>) =>
      callApi(CALLS.passwordConfirm, { query: { cid }, body }),
  });
}

export function useAskUnlock() {
  return useMutation({
    mutationFn: (body: Body<typeof CALLS.askUnlock>) => callApi(CALLS.askUnlock, { body }),
  });
}

/** The link of the unlock mail: this browser may log in again. */
export function useUnlock() {
  return useMutation({
    mutationFn: (body: Body<typeof CALLS.unlock>) => callApi(CALLS.unlock, { body }),
  });
}

/** The confirmation link; the detail of the answer says how it went. */
export function useConfirmAccount(enc: string, enabled: boolean) {
  return useQuery({
    queryKey: ['confirm', enc],
    queryFn: ({ signal }) => callApiWithDetail(CALLS.confirm, { query: { enc }, signal }),
    enabled,
    retry: false,
    staleTime: Infinity,
  });
}

export function useProfileUpdate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<typeof CALLS.profileUpdate>) => callApi(CALLS.profileUpdate, { body }),
    onSuccess: (user) => client.setQueryData(userKey, user),
  });
}

export function useSupport() {
  return useMutation({
    mutationFn: (body: Body<typeof CALLS.support>) => callApiWithDetail(CALLS.support, { body }),
  });
}

/** What the user has used of what they may use. */
export function useUsage() {
  return useQuery({
    queryKey: ['usage'],
    queryFn: ({ signal }) => callApi(CALLS.usage, { signal }),
  });
}

/** It also revokes every access key. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<typeof CALLS.changePassword>) => callApi(CALLS.changePassword, { body }),
    onSuccess: () => askAgain(client, accessKeysKey),
  });
}

export function useLogoutOthers() {
  return useMutation({ mutationFn: () => callApi(CALLS.logoutOthers, { body: {} }) });
}

/** Everything that is stored of the user, as an archive. */
export function useExportData() {
  return useMutation({ mutationFn: () => callBlob(CALLS.exportData, {}) });
}

/** After this there is no account, and nobody is logged in. */
export function useDeleteAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<typeof CALLS.deleteAccount>) => callApi(CALLS.deleteAccount, { body }),
    onSuccess: () => {
      endSession('signedOut');
      client.clear();
    },
  });
}

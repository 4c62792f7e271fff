import { useSyncExternalStore } from 'react';
import { clearToken, readToken, storeToken } from './token.ts';

/** Why nobody is logged in: it decides where a protected page sends the visitor. */
export type SessionEnd = 'none' | 'signedOut' | 'rejected';

export interface Session {
  token: string | null;
  end: SessionEnd;
}

let session: Session = { token: readToken(), end: 'none' };
const listeners = new Set<() => void>();

function change(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

export const getSession = (): Session => session;

export function beginSession(token: string, rememberMe: boolean): void {
  storeToken(token, rememberMe);
  change({ token, end: 'none' });
}

/** `signedOut`: the user asked for it; `rejected`: the server answered 401. */
export function endSession(end: Exclude<SessionEnd, 'none'>): void {
  clearToken();
  if (session.token !== null || session.end !== end) change({ token: null, end });
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session {
  return useSyncExternalStore(subscribeSession, getSession);
}

// Logging out in one tab logs out the others.
window.addEventListener('storage', (event) => {
  if (event.key !== 'accessToken' && event.key !== null) return;
  const token = readToken();
  if (token !== session.token) change({ token, end: token === null ? 'signedOut' : 'none' });
});

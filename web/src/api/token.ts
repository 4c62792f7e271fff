const KEY = 'accessToken';

/** Where the browser keeps the token: for good (remember me) or until the tab is closed. */
export function readToken(): string | null {
  const token = localStorage.getItem(KEY) ?? sessionStorage.getItem(KEY);
  if (token === null || !isExpired(token, Date.now() / 1000)) return token;
  clearToken();
  return null;
}

export function storeToken(token: string, rememberMe: boolean): void {
  clearToken();
  (rememberMe ? localStorage : sessionStorage).setItem(KEY, token);
}

export function clearToken(): void {
  localStorage.removeItem(KEY);
  sessionStorage.removeItem(KEY);
}

/** True if the token is a JWT whose `exp` has passed. A token of another form is left for the server to check. */
export function isExpired(token: string, nowSeconds: number): boolean {
  const payload = token.split('.')[1];
  if (payload === undefined) return false;
  try {
    const claims = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) as { exp?: unknown };
    return typeof claims.exp === 'number' && claims.exp <= nowSeconds;
  } catch {
    return false;
  }
}

import type { FastifyRequest } from 'fastify';
import { CALLS } from '@pace/contract';

/**
 * The cookie by which a browser that is still logged in gets a further token when the login screen opens: it ends with
 * the browser, or after 30 days with "Remember me". It goes to the login call only, no other call looks at it, scripts
 * can not read it, and other sites can neither send it (SameSite) nor read the answer (no CORS).
 */
const NAME = 'pace_session';

export function cookieHeader(
  value: string,
  { seconds, https }: { seconds: number | undefined; https: boolean },
): string {
  return [
    `${NAME}=${value}`,
    `Path=${CALLS.login.path}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(https ? ['Secure'] : []),
    ...(seconds === undefined ? [] : [`Max-Age=${seconds}`]),
  ].join('; ');
}

/** Undefined as well if the browser says that a page of another site asks. */
export function sessionCookie(request: FastifyRequest): string | undefined {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return undefined;
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name, value] = pair.trim().split('=');
    if (name === NAME && value) return value;
  }
  return undefined;
}

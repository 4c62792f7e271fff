import type { FastifyRequest } from 'fastify';
import { CALLS } from '@pace/contract';

/**
 * The cookie by which a browser that is still logged in gets a further token when the login screen opens: it ends with
 * the browser, or after 30 days with "Remember me". It goes to the login call only, no other call looks at it, scripts
 * cannot read it, and other sites can neither send it (SameSite) nor read the answer (no CORS).
 */
const NAME = 'pace_session';
/** Goes to the calls of accounts, and lets nobody in: auth/knownDevice.ts. */
const DEVICE_NAME = 'pace_device';
const ACCOUNT_PATH = '/api/account';

interface CookieOptions {
  /** undefined: it ends with the browser */
  seconds: number | undefined;
  https: boolean;
}

export const cookieHeader = (value: string, options: CookieOptions): string =>
  header(NAME, CALLS.login.path, value, options);

export const deviceCookieHeader = (value: string, options: CookieOptions): string =>
  header(DEVICE_NAME, ACCOUNT_PATH, value, options);

function header(name: string, path: string, value: string, { seconds, https }: CookieOptions): string {
  return [
    `${name}=${value}`,
    `Path=${path}`,
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
  return cookieOf(request, NAME);
}

export const deviceCookie = (request: FastifyRequest): string | undefined => cookieOf(request, DEVICE_NAME);

function cookieOf(request: FastifyRequest, wanted: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name, value] = pair.trim().split('=');
    if (name === wanted && value) return value;
  }
  return undefined;
}

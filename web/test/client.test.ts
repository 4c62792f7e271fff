import { CALLS } from '@pace/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ApiError, callApi, callApiWithDetail } from '../src/api/client.ts';
import { beginSession, endSession, getSession } from '../src/api/session.ts';
import { isExpired } from '../src/api/token.ts';
import { fakeServer } from './server.ts';

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as ApiError,
  );

afterEach(() => {
  endSession('signedOut');
  vi.unstubAllGlobals();
});

describe('callApi', () => {
  it('sends the token, the body and the query, and gives what stands under "result"', async () => {
    beginSession('abc', false);
    const seen = fakeServer(() => ({ body: { result: { received: 3, fileSize: 3, complete: true } } }));
    const chunk = {
      projectId: 'p',
      fileName: 'a.unv',
      index: 0,
      offset: 0,
      fileSize: 3,
      chunkSize: 3,
      data: 'QUJD',
    };
    expect(await callApi(CALLS.upload, { body: chunk })).toEqual({
      received: 3,
      fileSize: 3,
      complete: true,
    });
    expect(seen[0]).toMatchObject({
      path: '/api/solver/upload',
      method: 'POST',
      body: chunk,
      headers: { authorization: 'Bearer abc' },
    });
  });

  it('puts the query into the address', async () => {
    const seen = fakeServer(() => ({ body: { result: {}, detail: 'ok' } }));
    expect((await callApiWithDetail(CALLS.confirm, { query: { enc: 'a b&c' } })).detail).toBe('ok');
    expect(seen[0]?.path).toBe('/api/account/confirm?enc=a+b%26c');
  });

  it('throws the code, detail, issues and status of a refusal', async () => {
    fakeServer(() => ({
      status: 400,
      body: {
        detail: 'Theta is wrong',
        code: 'ANGLE_INVALID',
        issues: [{ path: '/excitation/0', message: 'x' }],
      },
    }));
    const error = await failure(callApi(CALLS.health, {}));
    expect(error).toMatchObject({
      code: 'ANGLE_INVALID',
      detail: 'Theta is wrong',
      status: 400,
      issues: [{ path: '/excitation/0', message: 'x' }],
    });
  });

  it('says so when nobody answers and when the answer is not as agreed', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
    expect(await failure(callApi(CALLS.health, {}))).toMatchObject({ code: 'NETWORK', status: 0 });
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    fakeServer(() => ({ body: { result: { status: 'strange' } } }));
    expect(await failure(callApi(CALLS.health, {}))).toMatchObject({ code: 'ANSWER' });
  });

  it('401 to a call of a member ends the session; a failed login does not', async () => {
    beginSession('abc', true);
    fakeServer(() => ({ status: 401, body: { detail: 'x', code: 'LOGIN_FAILED' } }));
    await failure(callApi(CALLS.login, { body: { email: 'a@b.co', password: 'x' } }));
    expect(getSession().token).toBe('abc');
    fakeServer(() => ({ status: 401, body: { detail: 'x', code: 'UNAUTHENTICATED' } }));
    await failure(callApi(CALLS.getUserInfo, {}));
    expect(getSession()).toEqual({ token: null, end: 'rejected' });
    expect(localStorage.getItem('accessToken')).toBeNull();
  });
});

describe('token', () => {
  it('is kept for good only when the user wants it', () => {
    beginSession('abc', false);
    expect([localStorage.getItem('accessToken'), sessionStorage.getItem('accessToken')]).toEqual([
      null,
      'abc',
    ]);
    beginSession('def', true);
    expect([localStorage.getItem('accessToken'), sessionStorage.getItem('accessToken')]).toEqual([
      'def',
      null,
    ]);
  });

  it('has expired when its time is over, by the second', () => {
    const token = (exp: number) => `x.${btoa(JSON.stringify({ exp }))}.y`;
    expect(isExpired(token(1000), 999)).toBe(false);
    expect(isExpired(token(1000), 1000)).toBe(true);
    expect(isExpired('no-claims', 1)).toBe(false);
  });
});

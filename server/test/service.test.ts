import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import { TestServer } from './support/testServer.ts';

let server: TestServer;
let webDir: string;
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'pace-web-'));
  await mkdir(join(webDir, 'assets'));
  await writeFile(join(webDir, 'index.html'), '<!doctype html><title>Pace</title>');
  await writeFile(join(webDir, 'assets', 'app-1a2b.js'), 'export {};');
  server = await TestServer.start({ environment: { PACE_WEB: webDir, PACE_PUBLIC_CALLS_PER_MINUTE: '20' } });
});
afterAll(async () => {
  await server.stop();
  await rm(webDir, { recursive: true, force: true });
});

const post = (path: string, body: string, type = 'application/json') =>
  fetch(`${server.url}${path}`, { method: 'POST', headers: { 'content-type': type }, body });

describe('the door', () => {
  test('health tells version, database and solver', async () => {
    expect((await server.guest().call('health')).result).toMatchObject({
      status: 'ok',
      database: process.env['PACE_TEST_POSTGRES'] ? 'postgresql' : 'pglite',
      solver: 'fake',
    });
  });

  test.each([
    ['broken JSON', '{"email":', 'application/json'],
    ['Infinity', '{"email":Infinity}', 'application/json'],
    ['a form', 'email=x', 'application/x-www-form-urlencoded'],
    ['nothing', '', 'application/json'],
    ['a list', '[1,2]', 'application/json'],
    ['a prototype', '{"__proto__":{"admin":true}}', 'application/json'],
    ['16 000 nested lists', '['.repeat(16_000), 'application/json'],
  ])('%s as a body is answered with 400 and a sentence', async (_, body, type) => {
    const response = await post('/api/account/login', body, type);
    expect(response.status).toBe(400);
    const answer = (await response.json()) as { code: string; detail: string };
    expect(answer.code).toBe('VALIDATION');
    expect(answer.detail).not.toContain('    at ');
  });

  test('a path under /api that does not exist, and a wrong method, answer 404 in the envelope', async () => {
    for (const response of [
      await fetch(`${server.url}/api/nothing`),
      await fetch(`${server.url}/api/account/login`),
      await fetch(`${server.url}/api`),
    ]) {
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
    }
    expect((await fetch(`${server.url}/api/%zz`)).status).toBe(400);
  });

  test('the API page and its OpenAPI document show every call and load under the content policy', async () => {
    const document = (await (await fetch(`${server.url}/api/docs/json`)).json()) as {
      paths: Record<string, object>;
    };
    expect(Object.keys(document.paths)).toContain('/api/solver/FarZoneFieldsResult');
    const page = await fetch(`${server.url}/api/docs/`);
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval'");
    // The policy allows scripts of our own only, so the page must have none within it.
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/);
    for (const [, source] of html.matchAll(/<script[^>]*\bsrc="([^"]+)"/g))
      expect((await fetch(new URL(source ?? '', `${server.url}/api/docs/`))).status).toBe(200);
  });

  test('too many calls without a token from one address are slowed down', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 25; i++) statuses.push((await post('/api/account/support', '{}')).status);
    expect(statuses[0]).toBe(400);
    expect(statuses.at(-1)).toBe(429);
    expect(await (await post('/api/account/support', '{}')).json()).toMatchObject({ code: 'RATE_LIMITED' });
  });
});

describe('the web application', () => {
  test('every other path is a page of it, never cached; hashed files are cached for ever', async () => {
    for (const path of ['/', '/projects/detail?id=1', '/auth/confirm?enc=x']) {
      const response = await fetch(`${server.url}${path}`);
      expect(await response.text()).toContain('<title>Pace</title>');
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    }
    const script = await fetch(`${server.url}/assets/app-1a2b.js`);
    expect(script.headers.get('cache-control')).toContain('immutable');
    expect((await fetch(`${server.url}/assets/gone-9f9f.js`)).status).toBe(404);
  });

  test('nothing outside the web folder can be read', async () => {
    for (const path of ['/..%2f..%2fsecret', '/%2e%2e/secret', '/assets/..%2f..%2fsecret'])
      expect(await (await fetch(`${server.url}${path}`)).text()).not.toMatch(/^[\w-]{64}$/);
  });

  test('pages may run WebAssembly and workers of their own, and nothing of others', async () => {
    const policy = (await fetch(server.url)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("worker-src 'self' blob:");
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toContain("'unsafe-eval'");
    expect(policy).not.toContain('upgrade-insecure-requests');
  });
});

describe('the address about the company', () => {
  const aboutOf = async ({ url }: TestServer) => {
    const { status, headers } = await fetch(`${url}/about`, { redirect: 'manual' });
    return { status, to: headers.get('location') };
  };

  test('is a page of ours, or the one of the settings', async () => {
    expect(await aboutOf(server)).toEqual({ status: 200, to: null });
    const own = await TestServer.start({ environment: { PACE_ABOUT_URL: 'https://company.example/us' } });
    expect(await aboutOf(own)).toEqual({ status: 302, to: 'https://company.example/us' });
    await own.stop();
  });
});

describe('settings', () => {
  test('bad values are all named, good ones are read, empty ones are as if not set', () => {
    expect(() => readConfig({ PORT: 'eighty', DATABASE_URL: 'mysql://x', PACE_SECRET: 'short' })).toThrow(
      /PORT:[^]*DATABASE_URL:[^]*PACE_SECRET:/,
    );
    expect(readConfig({ PORT: '', PUBLIC_URL: 'https://pace.example/' })).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      publicUrl: 'https://pace.example',
      demo: true,
      solverRuns: 1,
    });
  });
});

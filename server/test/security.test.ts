import { CALLS, LIMITS, type CallName, type WireProject as Project, type User } from '@pace/contract';
import { eq } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../src/auth/passwords.ts';
import { Throttle, type Limit } from '../src/auth/throttle.ts';
import { attempts, sessions, tokens, users } from '../src/storage/schema.ts';
import { PASSWORD, TestServer, registration, type Client } from './support/testServer.ts';

/** Threats and what stands against them; docs/security.md names these tests. */

let server: TestServer;
let user: Client;
let me: User;
beforeAll(async () => {
  server = await TestServer.start({
    environment: { PACE_LOGIN_FAILURES_PER_ACCOUNT: '3', PACE_MAILS_PER_RECIPIENT: '4' },
  });
  user = await server.newUser();
  me = (await user.call('getUserInfo')).result;
});
afterAll(() => server.stop());

const post = (path: string, init: RequestInit) => fetch(`${server.url}${path}`, { method: 'POST', ...init });

describe('secrets at rest', () => {
  test('passwords are argon2id with 19 MiB and two passes', async () => {
    expect(await hashPassword('x')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const [row] = await server.db.select().from(users).where(eq(users.email, me.email));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
  });

  test('links and cookies are kept as hashes only, and expire', async () => {
    const email = 'rest@company.example';
    await server.guest().call('register', { body: registration(email) });
    const enc = await server.tokenMailedTo(email);
    const rows = await server.db.select().from(tokens);
    expect(rows.map(({ hash }) => hash)).not.toContain(enc);
    expect(rows.map(({ hash }) => hash)).toContain(createHash('sha256').update(enc).digest('hex'));
    const cookie = await cookieOf({});
    const kept = await server.db.select().from(sessions);
    expect(kept.map(({ cookieHash }) => cookieHash)).not.toContain(cookie);
    for (const { expiresAt } of [...rows, ...kept]) expect(expiresAt.getTime()).toBeGreaterThan(Date.now());
  });
});

/** Logs in and gives the value of the session cookie. */
async function cookieOf({ rememberMe = false, email = me.email }) {
  const reply = await server.guest().call('login', { body: { email, password: PASSWORD, rememberMe } });
  return /pace_session=([^;]+)/.exec(reply.headers.getSetCookie()[0] ?? '')?.[1] ?? '';
}

describe('the automatic log-in and CSRF', () => {
  const empty = { email: '', password: '' };
  const automatic = (headers: Record<string, string>) =>
    server.guest().call('login', { body: empty, headers });

  test('the cookie ends with the browser, or with Remember me after 30 days, and scripts never see it', async () => {
    const setCookie = async (rememberMe: boolean) =>
      (
        await server.guest().call('login', { body: { email: me.email, password: PASSWORD, rememberMe } })
      ).headers.getSetCookie()[0] ?? '';
    expect(await setCookie(false)).toMatch(/; Path=\/api\/account\/login; HttpOnly; SameSite=Strict$/);
    expect(await setCookie(true)).toMatch(/; Max-Age=2592000$/);
  });

  test('empty credentials log in a browser with the cookie of a living session, and nobody else', async () => {
    const refused = { status: 401, code: 'LOGIN_FAILED' };
    expect(await automatic({})).toMatchObject(refused);
    expect(await automatic({ cookie: 'pace_session=made-up' })).toMatchObject(refused);
    const cookie = `other=1; pace_session=${await cookieOf({})}`;
    const again = await automatic({ cookie });
    expect(again).toMatchObject({ status: 200, result: { user: { email: me.email } } });
    const client = server.as((again.result as { token: string }).token);
    expect((await client.call('getUserInfo')).status).toBe(200);
    // Logging out ends the session with its cookie.
    await client.call('logout');
    expect(await automatic({ cookie })).toMatchObject(refused);
  });

  test('a page of another site cannot use it', async () => {
    const cookie = `pace_session=${await cookieOf({})}`;
    for (const site of ['cross-site', 'same-site', 'none'])
      expect((await automatic({ cookie, 'sec-fetch-site': site })).status).toBe(401);
    expect((await automatic({ cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    // What a form of another site can send without asking first is no JSON.
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data'])
      expect(
        (
          await post(CALLS.login.path, {
            headers: { cookie, 'content-type': type },
            body: JSON.stringify(empty),
          })
        ).status,
      ).toBe(400);
  });

  test('no call but the login looks at the cookie', async () => {
    const cookie = `pace_session=${await cookieOf({})}`;
    for (const name of Object.keys(CALLS) as CallName[])
      if (CALLS[name].access !== 'public')
        expect(
          (
            await server.guest().call(name, {
              body: CALLS[name].method === 'POST' ? {} : undefined,
              headers: { cookie },
            })
          ).status,
        ).toBe(401);
  });

  test('no other origin is let in by CORS', async () => {
    const origin = 'https://evil.example';
    const preflight = await fetch(`${server.url}${CALLS.profileUpdate.path}`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
    const simple = await fetch(`${server.url}${CALLS.health.path}`, { headers: { origin } });
    for (const { headers } of [preflight, simple])
      expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(preflight.ok).toBe(false);
  });
});

describe('brute force and flooding', () => {
  test('guessing one account is locked out, longer with every guess; the owner’s reset link opens it again', async () => {
    const person = await server.newUser();
    const { email } = (await person.call('getUserInfo')).result as User;
    const guess = () => server.guest().call('login', { body: { email, password: 'guess' } });
    for (let i = 0; i < 3; i++) expect((await guess()).status).toBe(401);
    const locked = await server.guest().call('login', { body: { email, password: PASSWORD } });
    expect(locked).toMatchObject({
      status: 429,
      code: 'RATE_LIMITED',
      detail: 'Too many log-in attempts. Please wait 1 minute and try again.',
    });
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(50);
    await server.guest().call('resetPassword', { body: { email } });
    await expect.poll(() => server.tokenMailedTo(email, 'cid')).not.toBe('');
    const cid = await server.tokenMailedTo(email, 'cid');
    await server.guest().call('passwordConfirm', { query: { cid }, body: { password: 'another one' } });
    expect((await server.logIn(email, 'another one')).token).toBeDefined();
  });

  test('the lock doubles, many attempts at once count one by one, and a restart forgets nothing', async () => {
    const limit: Limit = {
      what: 'tooMany.requestsFromNetwork',
      free: 2,
      lockSeconds: 60,
      maxLockSeconds: 300,
    };
    const waits: number[] = [];
    await new Throttle(server.db).begin(limit, 'somebody');
    for (let i = 0; i < 6; i++) {
      // Another object each time, as after a restart.
      await new Throttle(server.db).begin(limit, 'somebody');
      const refusal: unknown = await new Throttle(server.db).begin(limit, 'somebody').then(
        () => undefined,
        (error: unknown) => error,
      );
      if (refusal) waits.push((refusal as { retryAfterSeconds: number }).retryAfterSeconds);
      // The time of waiting passes.
      await server.db.update(attempts).set({ lockedUntil: new Date(Date.now() - 1000) });
    }
    expect(waits.map((seconds) => Math.round(seconds / 10) * 10)).toEqual([60, 120, 240, 300, 300, 300]);
    const many = await Promise.allSettled(
      Array.from({ length: 20 }, () => new Throttle(server.db).begin(limit, 'in a hurry')),
    );
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const rows = await server.db.select().from(attempts);
    expect(JSON.stringify(rows)).not.toContain('somebody');
  });

  test('nobody’s inbox is filled: after four mails the next has to wait, with or without an account', async () => {
    const { email } = (await (await server.newUser()).call('getUserInfo')).result as User;
    const replies: Record<string, number[]> = {};
    for (const address of [email, 'nobody.at.all@company.example']) {
      replies[address] = [];
      for (let i = 0; i < 6; i++)
        replies[address].push(
          (await server.guest().call('resetPassword', { body: { email: address } })).status,
        );
    }
    // One mail to the first was its confirmation.
    expect(replies[email]).toEqual([200, 200, 200, 429, 429, 429]);
    expect(replies['nobody.at.all@company.example']).toEqual([200, 200, 200, 200, 429, 429]);
  });

  test('one account cannot keep the server busy', async () => {
    const own = await TestServer.start({ environment: { PACE_USER_CALLS_PER_MINUTE: '30' } });
    const busy = await own.newUser();
    const statuses = [];
    for (let i = 0; i < 40; i++) statuses.push((await busy.call('getUserInfo')).status);
    expect(statuses.slice(0, 25)).toEqual(Array.from({ length: 25 }, () => 200));
    expect(statuses.at(-1)).toBe(429);
    expect((await (await own.newUser()).call('getUserInfo')).status).toBe(200);
    await own.stop();
  });
});

describe('enumeration', () => {
  /** Least processor time of several [µs]: the wall clock of a busy machine says nothing about the work done. */
  async function least(emails: string[], work: (email: string) => Promise<unknown>): Promise<number> {
    let best = Infinity;
    for (const email of emails) {
      const start = process.cpuUsage();
      await work(email);
      const { user: own, system } = process.cpuUsage(start);
      best = Math.min(best, own + system);
    }
    return best;
  }

  // Of what waits for its work; what is done after an answer would count for the call that follows it.
  test('sign-up and log-in take the same time for a known and an unknown address, within a factor of two', async () => {
    const known = await Promise.all(
      Array.from(
        { length: 4 },
        async () => ((await (await server.newUser()).call('getUserInfo')).result as User).email,
      ),
    );
    const works = {
      register: (email: string) => server.guest().call('register', { body: registration(email) }),
      login: (email: string) => server.guest().call('login', { body: { email, password: 'guess' } }),
    };
    for (const [name, work] of Object.entries(works)) {
      await work(`warm.up.${name}@company.example`);
      const one = await least(known, work);
      const other = await least(
        known.map((email) => `${name}.${email}`),
        work,
      );
      expect(one / other, name).toBeGreaterThan(0.5);
      expect(one / other, name).toBeLessThan(2);
    }
  });

  test.each([
    ['resetPassword', 'cid'],
    ['askUnlock', 'key'],
  ] as const)('the answer to %s is sent before anything is looked up', async (call, token) => {
    const { email } = (await (await server.newUser()).call('getUserInfo')).result as User;
    const mails = async () =>
      (await server.mailsTo(email)).filter(({ text }) => text?.includes(`?${token}=`));
    await server.guest().call(call, { body: { email } });
    // The work begins after the answer, so no mail is there yet.
    expect(await mails()).toEqual([]);
    expect(await server.tokenMailedTo(email, token)).not.toBe('');
  });
});

describe('what comes in', () => {
  const NASTY = [
    "Robert'); DROP TABLE users;--",
    '" OR 1=1 --',
    '$1; SELECT pg_sleep(5)',
    '<img src=x onerror=alert(1)>',
    '{{constructor.constructor("alert(1)")()}}',
    '../../etc/passwd',
    '%s%n\u202e\ud83d\ude80İğş',
  ];

  test.each(NASTY)('%j stays text in every field that a person can fill', async (text) => {
    const short = text.slice(0, 11);
    const profile = {
      Name: text,
      Surname: text,
      PhoneNumber: short,
      Country: text,
      Address: text,
      Instagram: text,
      Linkedin: text,
      Twitter: text,
      Facebook: text,
      WebSite: text,
    };
    const updated = (await user.call('profileUpdate', { body: profile })).result as User;
    expect(updated).toMatchObject({
      name: text,
      surname: text,
      phoneNumber: short.trim(),
      country: text,
      address: text,
      social: { instagram: text, linkedin: text, twitter: text, facebook: text, webSite: text },
    });
    const project = await user.newProject({ name: text });
    expect(project.name).toBe(text);
    const materialName = text.slice(0, 25).trim();
    const material = {
      id: 1,
      name: materialName,
      frequency: 1e9,
      permitivity: { real: 2, imaginary: 0 },
      permeability: { real: 1, imaginary: 0 },
    };
    const saved = await user.call('inputMaterials', {
      body: { projectId: project.id, inputMaterials: [material] },
    });
    expect(saved.status).toBe(200);
    expect(JSON.stringify((await user.project(project.id)).state.materials)).toContain(
      JSON.stringify(materialName).slice(1, -1),
    );
    const message = await user.call('support', { body: { name: text, email: me.email, message: text } });
    expect(message.status).toBe(200);
    const signUp = {
      ...registration(`n${createHash('md5').update(text).digest('hex').slice(0, 8)}@company.example`),
      name: text,
      surname: text,
      company: text,
      phoneNumber: short,
      password: `${text} long enough`,
    };
    expect((await server.guest().call('register', { body: signUp })).status).toBe(200);
    for (const [name, request] of [
      ['login', { body: { email: text, password: text } }],
      ['resetPassword', { body: { email: text } }],
      ['askUnlock', { body: { email: text } }],
      ['unlock', { body: { key: text } }],
      ['confirm', { query: { enc: text } }],
      ['passwordConfirm', { query: { cid: text }, body: { password: 'long enough' } }],
    ] as const)
      expect((await server.guest().call(name, request)).status).toBe(400);
    for (const id of [text, `${project.id}' OR '1'='1`])
      expect((await user.call('getSingleProject', { query: { id } })).code).toBe('PROJECT_NOT_FOUND');
    // Everything is still there.
    expect((await server.db.select().from(users)).length).toBeGreaterThan(1);
    expect(
      ((await user.call('getProjects')).result as { projects: Project[] }).projects.length,
    ).toBeGreaterThan(0);
  });

  test('a compressed body is refused and not blown up', async () => {
    const bomb = gzipSync(Buffer.alloc(10 * 1024 ** 2, ' '));
    expect(bomb.length).toBeLessThan(LIMITS.bodyBytes);
    const reply = await post(CALLS.login.path, {
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: bomb,
    });
    expect(reply.status).toBe(400);
  });

  test('an archive that claims to be a model is refused, not unpacked', async () => {
    const zip = Buffer.from('504b0304140000000800', 'hex');
    const project = await user.newProject();
    expect((await user.upload(project.id, 'bomb.step', zip)).code).toBe('STEP_NOT_A_STEP');
    expect((await user.upload(project.id, 'bomb.zip', zip)).code).toBe('UPLOAD_FILE_TYPE');
    await user.upload(project.id, 'bomb.unv', zip);
    const { mesherState } = await user.waitFor(project.id, (state) => state.mesherState.status === 'Error');
    expect(mesherState.code).toMatch(/^UNV_/);
  });

  test('prototypes cannot be reached through a body', async () => {
    const body = `{"Name":"A","Surname":"B","Country":"C","__proto__":{"userType":1},"constructor":{"prototype":{"userType":1}},"userType":1}`;
    await post(CALLS.profileUpdate.path, {
      headers: { 'content-type': 'application/json', authorization: `Bearer ${user.token ?? ''}` },
      body,
    });
    expect((await user.call('getUserInfo')).result).toMatchObject({ userType: 2 });
    expect(({} as { userType?: number }).userType).toBeUndefined();
  });
});

describe('what goes out', () => {
  test('every answer carries the headers that keep a browser safe', async () => {
    for (const path of [
      '/',
      '/api/health',
      '/api/account/get-user-info',
      '/auth/confirm-password?cid=secret',
    ]) {
      const { headers } = await fetch(`${server.url}${path}`);
      const policy = headers.get('content-security-policy') ?? '';
      for (const part of [
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "frame-ancestors 'self'",
      ])
        expect(policy).toContain(part);
      expect(policy).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      // Links of mails have tokens in their address.
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });

  test('answers with personal data are kept in no cache', async () => {
    expect((await user.call('getUserInfo')).headers.get('cache-control')).toBe('no-store');
    expect((await user.fetch('exportData', {})).headers.get('cache-control')).toBe('no-store');
  });

  test('the name of a project cannot break the header of a download', async () => {
    const name = 'a"\r\nSet-Cookie: x=1; "<script>';
    const project = await user.newProject({ name });
    await user.upload(project.id, 'a.unv', Buffer.from('{"parts":1,"metresPerUnit":1}'));
    await user.waitFor(project.id, ({ mesherState }) => mesherState.status === 'Finished');
    const { headers } = await user.fetch('download', { query: { ProjectID: project.id } });
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w%.-]+$/,
    );
  });

  test('with https the cookie is Secure and browsers are told to stay with https', async () => {
    const own = await TestServer.start({ environment: { PUBLIC_URL: 'https://pace.example' } });
    const person = await own.newUser();
    const { email } = (await person.call('getUserInfo')).result as User;
    const { headers } = await own.guest().call('login', { body: { email, password: PASSWORD } });
    expect(headers.get('set-cookie')).toContain('; Secure');
    expect(headers.get('strict-transport-security')).toContain('max-age=');
    await own.stop();
  });
});

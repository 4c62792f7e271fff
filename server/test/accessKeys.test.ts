import {
  ACCESS_KEY_SCOPES,
  CALL_SCOPES,
  CALLS,
  LIMITS,
  type AccessKey,
  type AccessKeyScope,
  type CallName,
  type User,
} from '@pace/contract';
import { eq, sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAccessKey } from '../src/auth/accessKeys.ts';
import { runMaintenance } from '../src/commands/maintenance.ts';
import { operate } from '../src/operator/accounts.ts';
import { accessKeys, audit } from '../src/storage/schema.ts';
import { unvModel } from './support/fakeEngines.ts';
import { PASSWORD, TestServer, type Client } from './support/testServer.ts';

/** Access keys for scripts: what they open, and everything that they must not. */

type NewKey = AccessKey & { key: string };
const DAY_MS = 24 * 3600 * 1000;
const LATER = 'a different long password';

const logged: string[] = [];
let server: TestServer;
let owner: Client;
let stranger: Client;
beforeAll(async () => {
  const logTo = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      logged.push(chunk.toString());
      done();
    },
  });
  server = await TestServer.start({ logTo });
  [owner, stranger] = [await server.newUser(), await server.newUser()];
});
afterAll(() => server.stop());

const newKey = async (of: Client = owner, scope: AccessKeyScope = 'read', days = 30): Promise<NewKey> =>
  (await of.call('createAccessKey', { body: { name: 'Nightly sweep', scope, days } })).result;
const keysOf = async (client: Client) =>
  ((await client.call('getAccessKeys')).result as { keys: AccessKey[] }).keys;
const personOf = async (client: Client) => (await client.call('getUserInfo')).result as User;
const statusOf = async (key: string) => (await server.as(key).call('getUserInfo')).status;
const expire = (id: string, at = new Date(Date.now() - 1000)) =>
  server.db.update(accessKeys).set({ expiresAt: at }).where(eq(accessKeys.id, id));
const inputOf = (name: CallName) => (CALLS[name].method === 'POST' ? { body: {} } : {});

describe('creating a key', () => {
  test('shows it once: 32 random bytes behind pace_, kept as a SHA-256 hash with its first characters', async () => {
    const { key, ...shown } = await newKey(owner, 'run', 90);
    expect(key).toMatch(/^pace_[\w-]{43}$/);
    expect(Buffer.from(key.slice(5), 'base64url')).toHaveLength(32);
    expect(shown).toMatchObject({
      name: 'Nightly sweep',
      scope: 'run',
      prefix: key.slice(0, 11),
      expired: false,
      lastUsedDate: null,
    });
    const lasts = Date.parse(shown.expiresDate) - Date.parse(shown.createdDate);
    expect(Math.abs(lasts - 90 * DAY_MS)).toBeLessThan(60_000);
    const [row] = await server.db.select().from(accessKeys).where(eq(accessKeys.id, shown.id));
    expect(row?.hash).toBe(createHash('sha256').update(key).digest('hex'));
    expect(JSON.stringify(row)).not.toContain(key);
    expect((await keysOf(owner))[0]).toEqual(shown);
    expect((await newKey()).key).not.toBe(key);
  });

  test('is told by mail, in the language of who asks, without the key and without what looks like a link', async () => {
    const client = await server.newUser();
    const { email } = await personOf(client);
    const create = async (name: string, language: string) =>
      (
        await client.call('createAccessKey', {
          body: { name, scope: 'run', days: 30 },
          headers: { 'accept-language': language },
        })
      ).result as NewKey;
    const mailAfter = async (count: number) => {
      await expect.poll(async () => (await toldTo(email)).length).toBe(count);
      return (await toldTo(email)).at(-1)!;
    };
    const toldTo = async (to: string) =>
      (await server.mailsTo(to)).filter(({ subject }) => /access key|erişim anahtarı/.test(subject ?? ''));
    const { key, prefix, expiresDate } = await create('Nightly sweep', 'en');
    const english = await mailAfter(1);
    expect(english.text).toContain('called “Nightly sweep”');
    expect(english.text).toContain(`${prefix}…`);
    expect(english.text).toContain(
      `run: set up and run projects”, and it is valid until ${expiresDate.slice(0, 10)}.`,
    );
    expect(english.text).toContain('/profile/settings');
    expect(`${english.text}${english.html}`).not.toContain(key);
    await create('evil.example/now', 'tr');
    const turkish = await mailAfter(2);
    expect(turkish.subject).toBe('Pace hesabınız için bir erişim anahtarı oluşturuldu');
    expect(turkish.text).not.toContain('evil.example');
  });

  test.each([
    [{ name: '   ' }, '/name', 'Name is required'],
    [{ name: 'x'.repeat(61) }, '/name', 'Name must be at most 60 characters'],
    [{ name: 'two\nlines' }, '/name', 'Name must be on one line'],
    [{ scope: 'all' }, '/scope', 'Invalid option'],
    [{ days: 31 }, '/days', 'Invalid option'],
  ])('with %o is refused in a sentence', async (wrong, path, sentence) => {
    const body = { name: 'x', scope: 'read', days: 30, ...wrong };
    const reply = await owner.call('createAccessKey', { body });
    expect(reply).toMatchObject({ status: 400, code: 'VALIDATION', issues: [{ path }] });
    expect(reply.detail).toContain(sentence);
  });

  test(`there are no more than ${LIMITS.accessKeys} active ones of a person, also if they are asked for at once`, async () => {
    const person = await server.newUser();
    const body = { name: 'One of many', scope: 'read', days: 365 };
    const replies = await Promise.all(
      Array.from({ length: LIMITS.accessKeys + 2 }, () => person.call('createAccessKey', { body })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(LIMITS.accessKeys);
    expect(replies.find(({ status }) => status !== 200)).toMatchObject({
      status: 409,
      code: 'ACCESS_KEY_LIMIT',
    });
    const [first] = await keysOf(person);
    await expire(first!.id);
    expect((await person.call('createAccessKey', { body })).status).toBe(200);
    expect(await keysOf(person)).toHaveLength(LIMITS.accessKeys + 1);
  });
});

describe('the scope of a key', () => {
  test.each(Object.entries(CALL_SCOPES) as [keyof typeof CALL_SCOPES, string][])(
    '%s needs %s',
    async (name, needed) => {
      for (const scope of ACCESS_KEY_SCOPES) {
        const reply = await server.as(keyOf[scope]).call(name, inputOf(name));
        const isEnough =
          needed !== 'session' &&
          ACCESS_KEY_SCOPES.indexOf(scope) >= ACCESS_KEY_SCOPES.findIndex((one) => one === needed);
        if (isEnough) expect([401, 403], scope).not.toContain(reply.status);
        else expect(reply, scope).toMatchObject({ status: 403, code: 'ACCESS_KEY_SCOPE' });
      }
    },
  );
  const keyOf: Record<AccessKeyScope, string> = { read: '', run: '', full: '' };
  beforeAll(async () => {
    // Of an administrator: the type of the account opens no call of the administration to a key.
    const admin = await server.newUser(1);
    for (const scope of ACCESS_KEY_SCOPES) keyOf[scope] = (await newKey(admin, scope)).key;
  });

  test('is said in the refusal', async () => {
    const read = await server.as(keyOf.read).call('createProject', { body: {} });
    expect(read.detail).toBe(
      'This call needs an access key of the scope run, and this one has the scope read. Create another key in your profile settings.',
    );
    const full = await server.as(keyOf.full).call('createAccessKey', { body: {} });
    expect(full.detail).toBe('No access key may do this. Log in with your password.');
  });

  test('run takes a script from the model to the results, read to the results', async () => {
    const script = server.as((await newKey(owner, 'run')).key);
    const { id } = await script.projectWithMesh(unvModel());
    await script.startSolver(id);
    await script.waitFor(id, ({ solverState }) => solverState.status === 'Finished');
    const reading = server.as((await newKey(owner, 'read')).key);
    expect((await reading.call('monoStaticRcsResult', { body: { projectId: id } })).status).toBe(200);
    expect((await reading.call('downloadRun', { query: { ProjectID: id } })).status).toBe(200);
    expect((await reading.call('deleteProject', { body: { id } })).code).toBe('ACCESS_KEY_SCOPE');
    expect((await owner.project(id)).id).toBe(id);
  });

  test('full reaches only projects of its owner', async () => {
    const { id } = await owner.newProject();
    const foreign = server.as((await newKey(stranger, 'full')).key);
    expect((await foreign.call('deleteProject', { body: { id } })).code).toBe('PROJECT_NOT_FOUND');
    expect((await foreign.call('getSingleProject', { query: { id } })).code).toBe('PROJECT_NOT_FOUND');
  });
});

describe('a key that is refused', () => {
  test('wrong, expired or revoked answers 401 with a sentence of its own', async () => {
    const { id, key } = await newKey();
    expect(await statusOf(key)).toBe(200);
    const wrong = `${key.slice(0, -2)}${key.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const other of [wrong, 'pace_', key.toUpperCase().replace('PACE_', 'pace_')])
      expect(await server.as(other).call('getUserInfo')).toMatchObject({
        status: 401,
        code: 'ACCESS_KEY_INVALID',
        message: 'ACCESS_KEY_INVALID',
      });
    await expire(id);
    expect(await server.as(key).call('getUserInfo')).toMatchObject({
      status: 401,
      code: 'ACCESS_KEY_INVALID',
      message: 'ACCESS_KEY_INVALID.expired',
    });
    expect((await keysOf(owner)).find((one) => one.id === id)?.expired).toBe(true);
  });

  test('revoking works with the very next call, and is on record', async () => {
    const { id, key } = await newKey();
    expect(await statusOf(key)).toBe(200);
    expect((await owner.call('revokeAccessKey', { body: { keyId: id } })).status).toBe(200);
    expect(await server.as(key).call('getUserInfo')).toMatchObject({ code: 'ACCESS_KEY_INVALID' });
    expect((await keysOf(owner)).map((one) => one.id)).not.toContain(id);
    expect(await owner.call('revokeAccessKey', { body: { keyId: id } })).toMatchObject({
      status: 404,
      message: 'NOT_FOUND.accessKey',
    });
    const actions = await server.db.select().from(audit).where(eq(audit.subject, id));
    expect(actions.map(({ action }) => action)).toEqual(['access key created (read)', 'access key revoked']);
  });

  test('revoking ends live events that the key is watching', async () => {
    const { id, key } = await newKey();
    const project = await owner.projectWithMesh(unvModel());
    await owner.startSolver(project.id, { numberofiterations: 60_000 });
    await owner.waitFor(project.id, ({ solverState }) => solverState.status === 'Running');
    const response = await server.as(key).fetch('liveEvents', { query: { id: project.id } });
    expect(response.status).toBe(200);
    await owner.call('revokeAccessKey', { body: { keyId: id } });
    // Ends although the run goes on; else this waits for the time limit of the test.
    await response.text();
    expect((await owner.state(project.id)).solverState.status).toBe('Running');
    await owner.call('cancel', { body: { projectId: project.id } });
  });

  test('another person neither sees nor revokes it', async () => {
    const { id, key } = await newKey();
    expect((await keysOf(stranger)).map((one) => one.id)).not.toContain(id);
    expect((await stranger.call('revokeAccessKey', { body: { keyId: id } })).status).toBe(404);
    expect(await statusOf(key)).toBe(200);
  });

  test('a call of guests does not look at it', async () => {
    expect((await server.as('pace_wrong').call('health')).status).toBe(200);
  });
});

describe('keys stop with the sessions of their owner', () => {
  test('a changed password revokes all of them', async () => {
    const person = await server.newUser();
    const { key } = await newKey(person);
    const body = { currentPassword: PASSWORD, password: LATER };
    expect((await person.call('changePassword', { body })).status).toBe(200);
    expect(await statusOf(key)).toBe(401);
    expect(await keysOf(person)).toEqual([]);
  });

  test('a password that is reset by mail revokes all of them', async () => {
    const person = await server.newUser();
    const { email } = await personOf(person);
    const { key } = await newKey(person);
    await server.guest().call('resetPassword', { body: { email } });
    const cid = await server.tokenMailedTo(email, 'cid');
    const reset = await server.guest().call('passwordConfirm', { query: { cid }, body: { password: LATER } });
    expect(reset.status).toBe(200);
    expect(await statusOf(key)).toBe(401);
    expect(await keysOf(await server.logIn(email, LATER))).toEqual([]);
  });

  test.each(['administrator', 'operator'])(
    'an account that the %s disables has none, also when it is enabled again',
    async (who) => {
      const admin = await server.newUser(1);
      const person = await server.newUser();
      const { id, email } = await personOf(person);
      const { key } = await newKey(person);
      const disable = async (disabled: boolean) => {
        if (who === 'operator') await operate(server.db, { verb: disabled ? 'disable' : 'enable', email });
        else await admin.call('adminChangeUser', { body: { id, disabled } });
      };
      await disable(true);
      expect(await statusOf(key)).toBe(401);
      await disable(false);
      expect(await statusOf(key)).toBe(401);
      expect(await keysOf(await server.logIn(email))).toEqual([]);
    },
  );

  test('a password that the operator resets revokes all of them', async () => {
    const person = await server.newUser();
    const { key } = await newKey(person);
    await operate(server.db, { verb: 'reset', email: (await personOf(person)).email, password: LATER });
    expect(await statusOf(key)).toBe(401);
  });

  test('logging out elsewhere leaves them, deleting the account deletes them', async () => {
    const person = await server.newUser();
    const { id } = await personOf(person);
    const { key } = await newKey(person);
    await person.call('logoutOthers', { body: {} });
    expect(await statusOf(key)).toBe(200);
    expect((await person.call('deleteAccount', { body: { password: PASSWORD } })).status).toBe(200);
    expect(await statusOf(key)).toBe(401);
    expect(await server.db.select().from(accessKeys).where(eq(accessKeys.userId, id))).toEqual([]);
  });
});

test('an administrator sees how many active keys each account has, and nothing else of them', async () => {
  const admin = await server.newUser(1);
  const person = await server.newUser();
  const { email } = await personOf(person);
  const [first] = [await newKey(person), await newKey(person)];
  await expire(first.id);
  const { result } = await admin.call('adminUsers', { query: { search: email } });
  expect((result as { users: object[] }).users).toMatchObject([{ email, accessKeys: 1 }]);
  expect(JSON.stringify(result)).not.toContain('pace_');
});

test('the last use is written down once a minute at most', async () => {
  const { id, key } = await newKey();
  const lastUsed = async () => (await keysOf(owner)).find((one) => one.id === id)?.lastUsedDate;
  expect(await lastUsed()).toBeNull();
  const first = new Date();
  const after = (seconds: number) => new Date(first.getTime() + seconds * 1000);
  for (const [now, noted] of [
    [first, first],
    [after(59), first],
    [after(61), after(61)],
  ] as const) {
    await checkAccessKey(server.db, key, now);
    expect(await lastUsed()).toBe(noted.toISOString());
  }
});

test('keys that expired a month ago are forgotten', async () => {
  const [recent, old] = [await newKey(), await newKey()];
  await expire(recent.id, new Date(Date.now() - 29 * DAY_MS));
  await expire(old.id, new Date(Date.now() - 31 * DAY_MS));
  await runMaintenance(server.db, server.services.files);
  const ids = (await keysOf(owner)).map(({ id }) => id);
  expect(ids).toContain(recent.id);
  expect(ids).not.toContain(old.id);
});

test('the documentation of the API states keys, and the scope that each call needs', async () => {
  const document = (await (await fetch(`${server.url}/api/docs/json`)).json()) as {
    components: { securitySchemes: Record<string, object> };
    paths: Record<string, Record<string, { security?: object[] }>>;
  };
  expect(document.components.securitySchemes['accessKey']).toMatchObject({ type: 'http', scheme: 'bearer' });
  for (const [name, scope] of Object.entries(CALL_SCOPES)) {
    const { method, path } = CALLS[name as CallName];
    const { security } = document.paths[path]![method.toLowerCase()]!;
    const stated = security?.filter((one) => 'accessKey' in one);
    expect(stated, name).toEqual(scope === 'session' ? [] : [{ accessKey: [scope] }]);
  }
});

// Last: it breaks a table.
test('no key is in the log, whether its call succeeds, is refused or fails', async () => {
  const { key, id } = await newKey(owner, 'full');
  const script = server.as(key);
  expect((await script.call('getProjects')).status).toBe(200);
  expect((await script.call('logout', { body: {} })).status).toBe(403);
  expect((await script.call('createProject', { body: { name: key } })).status).toBe(400);
  await server.db.execute(sql`alter table access_keys rename to access_keys_away`);
  expect((await script.call('getProjects')).status).toBe(500);
  await server.db.execute(sql`alter table access_keys_away rename to access_keys`);
  await expire(id);
  expect((await script.call('getProjects')).status).toBe(401);
  const log = logged.join('');
  expect(log).toContain('a call failed');
  expect(log).not.toContain(key.slice(0, 16));
  expect(log).not.toContain(createHash('sha256').update(key).digest('hex'));
});

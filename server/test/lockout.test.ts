import type { User } from '@pace/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { originOf } from '../src/auth/network.ts';
import { tokens, users } from '../src/storage/schema.ts';
import { PASSWORD, registration, TestServer, type Reply } from './support/testServer.ts';

/** Guesses and mails of strangers slow strangers down, not the owner of an account. */

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({
    environment: {
      PACE_TRUSTED_PROXY: 'loopback',
      PACE_LOGIN_FAILURES_PER_ACCOUNT: '2',
      PACE_MAILS_PER_RECIPIENT: '3',
    },
  });
});
afterAll(() => server.stop());

const OWNER = '198.51.100.7';
const from = (address: string, cookie = '') => ({ 'x-forwarded-for': address, ...(cookie && { cookie }) });

async function newAccount(): Promise<string> {
  return ((await (await server.newUser()).call('getUserInfo')).result as User).email;
}

const logIn = (email: string, password: string, headers: Record<string, string>) =>
  server.guest().call('login', { body: { email, password }, headers });

const guess = (email: string, address: string) => logIn(email, 'guess', from(address));

const deviceOf = (reply: Reply) =>
  reply.headers
    .getSetCookie()
    .map((line) => /^pace_device=[^;]+/.exec(line)?.[0])
    .find((found) => found !== undefined) ?? '';

const askUnlock = (email: string, headers: Record<string, string>) =>
  server.guest().call('askUnlock', { body: { email }, headers });

const unlock = (key: string, headers: Record<string, string>) =>
  server.guest().call('unlock', { body: { key }, headers });

const askReset = (email: string, headers: Record<string, string>) =>
  server.guest().call('resetPassword', { body: { email }, headers });

describe('guesses', () => {
  test('of one network lock that network out of the account, and its owner is let in from elsewhere', async () => {
    const email = await newAccount();
    for (const address of ['203.0.113.5', '203.0.113.6'])
      expect((await guess(email, address)).status).toBe(401);
    expect((await logIn(email, PASSWORD, from('203.0.113.7'))).status).toBe(429);
    expect((await logIn(email, PASSWORD, from(OWNER))).status).toBe(200);
  });

  test('from everywhere lock browsers that the account does not know; the others, and a link by mail, let its owner in', async () => {
    const email = await newAccount();
    const device = deviceOf(await logIn(email, PASSWORD, from(OWNER)));
    expect(device).toMatch(/^pace_device=\d+\./);
    for (let i = 0; i < 20; i++) expect((await guess(email, `10.${i}.0.1`)).status, String(i)).toBe(401);
    const locked = await logIn(email, PASSWORD, from('192.0.2.9'));
    expect(locked).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    expect(locked.detail).toContain('A link that is mailed to its address lets this browser log in at once');
    expect((await logIn(email, PASSWORD, from('192.0.2.9', device))).status).toBe(200);
    // Another account's cookie, or a made-up one, is none.
    const other = deviceOf(await logIn(await newAccount(), PASSWORD, from(OWNER)));
    for (const cookie of [other, 'pace_device=9999999999.x', 'pace_device=x'])
      expect((await logIn(email, PASSWORD, from('192.0.2.9', cookie))).status).toBe(429);
    // The owner was told, with a link: the browser that opens it is let in, others still are not.
    const key = await server.tokenMailedTo(email, 'key');
    const notice = (await server.mailsTo(email)).find(({ subject }) => subject?.includes('locked'));
    expect(notice?.text).toContain(key);
    const unlocked = await unlock(key, from('192.0.2.9'));
    expect(unlocked.status).toBe(200);
    expect((await logIn(email, PASSWORD, from('192.0.2.9', deviceOf(unlocked)))).status).toBe(200);
    expect((await logIn(email, PASSWORD, from('192.0.2.9'))).status).toBe(429);
    // A new password forgives the guesses, and ends what browsers were known by.
    await askReset(email, from('192.0.2.9', device));
    const cid = await server.tokenMailedTo(email, 'cid');
    await server.guest().call('passwordConfirm', { query: { cid }, body: { password: 'quite another one' } });
    expect((await logIn(email, 'quite another one', from('192.0.2.9'))).status).toBe(200);
    for (let i = 0; i < 2; i++) await logIn(email, 'guess', from('192.0.2.200', device));
    expect((await logIn(email, 'quite another one', from('192.0.2.200', device))).status).toBe(429);
  });

  test('in a known browser are counted as well', async () => {
    const email = await newAccount();
    const device = deviceOf(await logIn(email, PASSWORD, from(OWNER)));
    for (let i = 0; i < 2; i++) expect((await logIn(email, 'guess', from(OWNER, device))).status).toBe(401);
    expect((await logIn(email, PASSWORD, from('10.99.0.1', device))).status).toBe(429);
  });

  test('at the log-in do not stop its owner from changing the password', async () => {
    const user = await server.newUser();
    const { email } = (await user.call('getUserInfo')).result as User;
    for (let i = 0; i < 2; i++) await guess(email, '127.0.0.1');
    expect((await guess(email, '127.0.0.1')).status).toBe(429);
    const body = { currentPassword: PASSWORD, password: 'quite another one' };
    expect((await user.call('changePassword', { body })).status).toBe(200);
  });
});

describe('a link by mail', () => {
  const SPENT = { status: 400, code: 'TOKEN_INVALID' };

  /** An account that is locked for the network of its owner, and an unlock link. */
  async function lockedAccount() {
    const user = await server.newUser();
    const { email } = (await user.call('getUserInfo')).result as User;
    for (let i = 0; i < 2; i++) await guess(email, OWNER);
    expect((await logIn(email, PASSWORD, from(OWNER))).status).toBe(429);
    expect((await askUnlock(email, from(OWNER))).status).toBe(200);
    return { user, email, key: await server.tokenMailedTo(email, 'key') };
  }

  test('lets its browser and its network log in; password, sessions and other networks stay as they are', async () => {
    const { user, email, key } = await lockedAccount();
    const elsewhere = '203.0.113.5';
    for (let i = 0; i < 2; i++) await guess(email, elsewhere);
    const unlocked = await unlock(key, from(OWNER));
    expect(unlocked.status).toBe(200);
    expect(unlocked.headers.getSetCookie().join()).toMatch(
      /^pace_device=[^;]+; Path=\/api\/account; HttpOnly/,
    );
    expect((await logIn(email, PASSWORD, from(elsewhere))).status).toBe(429);
    expect((await logIn(email, PASSWORD, from(elsewhere, deviceOf(unlocked)))).status).toBe(200);
    // Another browser of the same network, or one that keeps no cookies.
    expect((await logIn(email, PASSWORD, from(OWNER))).status).toBe(200);
    expect((await user.call('getUserInfo')).status).toBe(200);
  });

  test('lets nobody in by itself, and the guesses that follow are counted', async () => {
    const { email, key } = await lockedAccount();
    const unlocked = await unlock(key, from(OWNER));
    expect(unlocked.headers.getSetCookie().join()).not.toContain('pace_session');
    const device = deviceOf(unlocked);
    for (let i = 0; i < 2; i++) expect((await logIn(email, 'guess', from(OWNER, device))).status).toBe(401);
    expect((await logIn(email, PASSWORD, from(OWNER, device))).status).toBe(429);
    const again = await server.guest().call('login', {
      body: { email: '', password: '' },
      headers: from(OWNER, device),
    });
    expect(again.status).toBe(401);
  });

  test('works once, for an hour, for nothing else, and not after a new password', async () => {
    const { user, email, key } = await lockedAccount();
    expect((await unlock('made up', from(OWNER))).code).toBe('TOKEN_INVALID');
    const body = { password: 'quite another one' };
    expect(await server.guest().call('passwordConfirm', { query: { cid: key }, body })).toMatchObject(SPENT);
    expect((await unlock(key, from(OWNER))).status).toBe(200);
    expect(await unlock(key, from(OWNER))).toMatchObject(SPENT);

    const another = async () => {
      await server.db.delete(tokens).where(eq(tokens.kind, 'unlock'));
      const sent = (await server.mailsTo(email)).length;
      await askUnlock(email, from(OWNER));
      await expect.poll(async () => (await server.mailsTo(email)).length).toBe(sent + 1);
      return server.tokenMailedTo(email, 'key');
    };
    const old = await another();
    const [row] = await server.db.select().from(tokens).where(eq(tokens.kind, 'unlock'));
    const minutes = ((row?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(55);
    expect(minutes).toBeLessThanOrEqual(60);
    await server.db.update(tokens).set({ expiresAt: new Date(Date.now() - 1000) });
    expect(await unlock(old, from(OWNER))).toMatchObject(SPENT);

    const open = await another();
    const change = { currentPassword: PASSWORD, password: 'quite another one' };
    expect((await user.call('changePassword', { body: change })).status).toBe(200);
    expect(await unlock(open, from(OWNER))).toMatchObject(SPENT);
  });

  test('is asked for with one answer, with or without an account, and counted as a mail', async () => {
    const email = await newAccount();
    const replies: Record<string, [number, string | undefined][]> = {};
    for (const address of [email, 'nobody.locked@company.example']) {
      replies[address] = [];
      for (let i = 0; i < 5; i++) {
        const { status, detail } = await askUnlock(address, from('203.0.113.200'));
        replies[address].push([status, status === 200 ? detail : undefined]);
      }
    }
    const good = [200, 'If this address has an account, a mail with a link is on its way.'];
    const expected = [good, good, good, [429, undefined], [429, undefined]];
    expect(Object.values(replies)).toEqual([expected, expected]);
    // Reset mails to the same address are counted with them.
    expect((await askReset(email, from('203.0.113.201'))).status).toBe(429);
    await expect.poll(async () => (await server.mailsTo(email)).length).toBe(4);
    expect(await server.mailsTo('nobody.locked@company.example')).toEqual([]);
  });

  test.each([
    ['en', 'Unlock logging in to Pace', 'your password stays as it is'],
    ['tr', 'Pace girişinizin kilidini açın', 'parolanız değişmez'],
  ])('is mailed in the language of the browser: %s', async (language, subject, words) => {
    const email = await newAccount();
    await askUnlock(email, { ...from(OWNER), 'accept-language': language });
    await server.tokenMailedTo(email, 'key');
    const mail = (await server.mailsTo(email)).at(-1);
    expect(mail?.subject).toBe(subject);
    expect(mail?.text).toContain(words);
  });

  test('is mailed to no account that is not confirmed or that is disabled', async () => {
    await server.guest().call('register', { body: registration('unconfirmed.lock@company.example') });
    const disabled = await newAccount();
    await server.db.update(users).set({ disabledAt: new Date() }).where(eq(users.email, disabled));
    const last = await newAccount();
    for (const email of ['unconfirmed.lock@company.example', disabled, last])
      expect((await askUnlock(email, from(OWNER))).status).toBe(200);
    expect(await server.tokenMailedTo(last, 'key')).not.toBe('');
    for (const email of ['unconfirmed.lock@company.example', disabled])
      expect((await server.mailsTo(email)).some(({ text }) => text?.includes('?key='))).toBe(false);
  });
});

test('a known browser is not locked out by those who share its address', async () => {
  const own = await TestServer.start({ environment: { PACE_LOGIN_FAILURES_PER_ADDRESS: '3' } });
  try {
    const { email } = (await (await own.newUser()).call('getUserInfo')).result as User;
    const login = (password: string, cookie?: string) =>
      own.guest().call('login', { body: { email, password }, headers: cookie ? { cookie } : {} });
    const device = deviceOf(await login(PASSWORD));
    for (let i = 0; i < 3; i++)
      await own.guest().call('login', { body: { email: `ghost${i}@company.example`, password: 'guess' } });
    expect((await login(PASSWORD)).status).toBe(429);
    expect((await login(PASSWORD, device)).status).toBe(200);
  } finally {
    await own.stop();
  }
});

test('reset mails that strangers ask for are few for each network and all together, and the owner’s own browser still gets one', async () => {
  const email = await newAccount();
  const device = deviceOf(await logIn(email, PASSWORD, from(OWNER)));
  const asked = async (address: string) => (await askReset(email, from(address))).status;
  for (let i = 0; i < 3; i++) expect(await asked('203.0.113.5')).toBe(200);
  expect(await asked('203.0.113.99')).toBe(429);
  expect(await asked(OWNER)).toBe(200);
  // Twelve from everywhere: the confirmation, three and one have been.
  for (let i = 0; i < 7; i++) expect(await asked(`10.${i}.1.1`)).toBe(200);
  expect(await asked('192.0.2.1')).toBe(429);
  expect((await askReset(email, from('192.0.2.1', device))).status).toBe(200);
  await expect.poll(async () => (await server.mailsTo(email)).length).toBe(13);
});

test.each([
  ['203.0.113.77', '203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:DB8::6', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['2001:db8:1:02::192.0.2.1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
])('%s counts as %s and %s', (ip, address, network) => {
  expect(originOf(ip)).toEqual({ address, network });
});

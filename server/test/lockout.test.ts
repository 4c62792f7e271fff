import type { User } from '@pace/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { originOf } from '../src/auth/network.ts';
import { PASSWORD, TestServer, type Reply } from './support/testServer.ts';

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
    expect(locked.detail).toContain(
      'A new password, by the link that "Forgot password" mails, opens it at once',
    );
    expect((await logIn(email, PASSWORD, from('192.0.2.9', device))).status).toBe(200);
    // Another account's cookie, or a made-up one, is none.
    const other = deviceOf(await logIn(await newAccount(), PASSWORD, from(OWNER)));
    for (const cookie of [other, 'pace_device=9999999999.x', 'pace_device=x'])
      expect((await logIn(email, PASSWORD, from('192.0.2.9', cookie))).status).toBe(429);
    // The owner was told, with a link.
    const cid = await server.tokenMailedTo(email, 'cid');
    const notice = (await server.mailsTo(email)).find(({ subject }) => subject?.includes('locked'));
    expect(notice?.text).toContain(cid);
    await server.guest().call('passwordConfirm', { query: { cid }, body: { password: 'quite another one' } });
    expect((await logIn(email, 'quite another one', from('192.0.2.9'))).status).toBe(200);
    // A new password ends what browsers were known by.
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
  await expect.poll(async () => (await server.mailsTo(email)).length, { timeout: 10_000 }).toBe(13);
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

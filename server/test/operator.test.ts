import type { User } from '@pace/contract';
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wordsOf } from './support/builtPrograms.ts';
import { TestServer, environmentOf, newDataDir } from './support/testServer.ts';

const run = promisify(execFile);

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ environment: { PACE_LOGIN_FAILURES_PER_ACCOUNT: '2' } });
});
afterAll(() => server.stop());

/** `npm run admin -- …` on a data directory. */
async function admin(dataDir: string, ...args: string[]) {
  const env = { ...process.env, ...(await environmentOf(dataDir)) };
  return run(process.execPath, [...wordsOf('cli'), ...args], { env }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, text: error.stderr }),
  );
}

const passwordIn = (text: string) => /^Password: (\S+)$/m.exec(text)?.[1] ?? '';

test('an operator makes the first administrator while the server runs', async () => {
  const { code, text } = await admin(server.dataDir, 'create', 'Boss@Ops.example', '--name', 'Grace');
  expect(code).toBe(0);
  expect(text).toContain('boss@ops.example is created as admin.');
  const boss = await server.logIn('boss@ops.example', passwordIn(text));
  expect((await boss.call('getUserInfo')).result as User).toMatchObject({ name: 'Grace', userType: 1 });
  expect((await boss.call('adminSystem')).status).toBe(200);
  expect(await admin(server.dataDir, 'create', 'boss@ops.example')).toMatchObject({ code: 1 });
});

test('promote changes the type at once, in a session that goes on', async () => {
  const user = await server.newUser();
  const { email } = (await user.call('getUserInfo')).result as User;
  expect((await user.call('adminSystem')).status).toBe(403);
  expect((await admin(server.dataDir, 'promote', email)).text).toContain(`${email} is now admin.`);
  expect((await user.call('adminSystem')).status).toBe(200);
  expect((await admin(server.dataDir, 'promote', email, '--type', 'student')).code).toBe(0);
  expect((await user.call('getUserInfo')).result as User).toMatchObject({ userType: 3 });
  expect((await user.call('adminSystem')).status).toBe(403);
});

test('reset gives a new password, ends all sessions and forgives failed log-ins', async () => {
  const user = await server.newUser();
  const { email } = (await user.call('getUserInfo')).result as User;
  for (let i = 0; i < 2; i++) await server.guest().call('login', { body: { email, password: 'guess' } });
  expect((await server.guest().call('login', { body: { email, password: 'guess' } })).status).toBe(429);
  const { text } = await admin(server.dataDir, 'reset', email);
  expect((await user.call('getUserInfo')).status).toBe(401);
  expect((await (await server.logIn(email, passwordIn(text))).call('getUserInfo')).status).toBe(200);
});

test('disable shuts a person out, enable lets them in again', async () => {
  const user = await server.newUser();
  const { email } = (await user.call('getUserInfo')).result as User;
  await admin(server.dataDir, 'disable', email);
  expect((await user.call('getUserInfo')).status).toBe(401);
  expect((await admin(server.dataDir, 'list')).text).toMatch(new RegExp(`${email}\\s+free\\s+disabled`));
  await admin(server.dataDir, 'enable', email);
  expect((await (await server.logIn(email)).call('getUserInfo')).status).toBe(200);
});

test('the door of the operator is open to the account of the server only', async () => {
  const { mode } = await stat(join(server.dataDir, 'operator.sock'));
  expect(mode & 0o777).toBe(0o600);
});

test('without a running server the database is opened directly; nonsense is told in words', async () => {
  const dataDir = await newDataDir();
  expect((await admin(dataDir, 'create', 'a@ops.example', '--type', 'teacher')).text).toContain('teacher');
  expect((await admin(dataDir, 'list')).text).toMatch(/a@ops\.example\s+teacher\s+active/);
  const nonsense = [
    [['promote', 'nobody@ops.example'], 'has no account'],
    [['explode', 'a@ops.example'], 'no verb'],
    [['promote', 'a@ops.example', '--type', 'king'], 'A type is one of'],
  ] as const;
  for (const [args, words] of nonsense) {
    const { code, text } = await admin(dataDir, ...args);
    expect(code).not.toBe(0);
    expect(text).toContain(words);
  }
});

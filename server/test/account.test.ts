import { CONFIRM_SUCCESS_DETAIL, LOGIN_FAILED_DETAIL, type User } from '@pace/contract';
import { eq } from 'drizzle-orm';
import { SignJWT, UnsecuredJWT, decodeJwt } from 'jose';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccessTokens } from '../src/auth/accessTokens.ts';
import { hashPassword, isPasswordOf } from '../src/auth/passwords.ts';
import { tokens, users } from '../src/storage/schema.ts';
import { PASSWORD, TestServer, registration } from './support/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({
    environment: { PACE_LOGIN_FAILURES_PER_ACCOUNT: '4', PACE_LOGIN_FAILURES_PER_ADDRESS: '1000' },
  });
});
afterAll(() => server.stop());

describe('signing up', () => {
  test('a person registers, opens the link of the mail, logs in and is who they said', async () => {
    const email = 'ada@company.example';
    const registered = await server.guest().call('register', { body: registration(email) });
    expect(registered.status).toBe(200);
    const before = await server.guest().call('login', { body: { email, password: PASSWORD } });
    expect(before).toMatchObject({ status: 401, code: 'LOGIN_FAILED', detail: LOGIN_FAILED_DETAIL });

    const confirmed = await server
      .guest()
      .call('confirm', { query: { enc: await server.tokenMailedTo(email) } });
    expect(confirmed).toMatchObject({ status: 200, detail: CONFIRM_SUCCESS_DETAIL });
    const login = await server
      .guest()
      .call('login', { body: { email: 'ADA@Company.example', password: PASSWORD } });
    expect(login.result).toMatchObject({ user: { email, name: 'Ada', surname: 'Lovelace', userType: 2 } });
    const { token } = login.result as { token: string };
    expect(decodeJwt(token).exp).toBeGreaterThan(Date.now() / 1000);
    const info = await server.as(token).call('getUserInfo');
    expect(info.result as User).toMatchObject({ email, company: 'Engines Ltd', phoneNumber: '5551234567' });
  });

  test('a confirmation link works once', async () => {
    const email = 'once@company.example';
    await server.guest().call('register', { body: registration(email) });
    const enc = await server.tokenMailedTo(email);
    expect((await server.guest().call('confirm', { query: { enc } })).status).toBe(200);
    expect(await server.guest().call('confirm', { query: { enc } })).toMatchObject({
      status: 400,
      code: 'TOKEN_INVALID',
    });
    expect(await server.guest().call('confirm', { query: { enc: 'mail' } })).toMatchObject({
      status: 400,
      code: 'TOKEN_INVALID',
    });
  });

  test('an expired confirmation link is refused', async () => {
    const email = 'late@company.example';
    await server.guest().call('register', { body: registration(email) });
    const [user] = await server.db.select().from(users).where(eq(users.email, email));
    await server.db
      .update(tokens)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(tokens.userId, user?.id ?? ''));
    expect(
      await server.guest().call('confirm', { query: { enc: await server.tokenMailedTo(email) } }),
    ).toMatchObject({ code: 'TOKEN_INVALID' });
  });

  test('registering a taken address answers as for a new one, changes nothing and tells the owner by mail', async () => {
    const email = 'taken@company.example';
    const first = await server.guest().call('register', { body: registration(email) });
    await server.guest().call('confirm', { query: { enc: await server.tokenMailedTo(email) } });
    const second = await server
      .guest()
      .call('register', { body: { ...registration(email), password: 'another password' } });
    expect([second.status, second.result, second.detail]).toEqual([first.status, first.result, first.detail]);
    expect((await server.guest().call('login', { body: { email, password: 'another password' } })).code).toBe(
      'LOGIN_FAILED',
    );
    expect((await server.mailsTo(email)).map((mail) => mail.subject)).toContain(
      'You already have a Pace account',
    );
  });

  test('a confirmation link gives the account the password of its own sign-up, not of a later stranger', async () => {
    const email = 'victim@company.example';
    await server.guest().call('register', { body: registration(email) });
    const enc = await server.tokenMailedTo(email);
    await server
      .guest()
      .call('register', { body: { ...registration(email), password: 'laid by a stranger' } });
    await server.guest().call('confirm', { query: { enc } });
    expect((await server.guest().call('login', { body: { email, password: PASSWORD } })).status).toBe(200);
    expect(
      (await server.guest().call('login', { body: { email, password: 'laid by a stranger' } })).status,
    ).toBe(401);
    const laterLink = (await server.mailsTo(email))
      .map(({ text }) => /enc=(\S+)/.exec(text ?? '')?.[1])
      .find((each) => each !== enc);
    expect((await server.guest().call('confirm', { query: { enc: laterLink ?? '' } })).code).toBe(
      'TOKEN_INVALID',
    );
  });

  test.each([
    [
      'a free mail provider',
      { email: 'ada@Mail.GMAIL.com' },
      'EMAIL_NOT_COMPANY',
      'Invalid email address, must be a company email',
    ],
    ['no address', { email: 'not an address' }, 'VALIDATION', 'Must be a valid email'],
    ['a short password', { password: 'short' }, 'VALIDATION', 'Must be at least 8 characters'],
    [
      'the terms not accepted',
      { personalInfoCheck: false },
      'VALIDATION',
      'Please accept the personal-information terms',
    ],
    [
      'a phone number of 12 digits',
      { phoneNumber: '123456789012' },
      'VALIDATION',
      'Phone number must be at 11 characters',
    ],
    [
      'a name the database cannot store',
      { name: 'A\0da' },
      'VALIDATION',
      'The text has characters that cannot be stored.',
    ],
    [
      'half a surrogate pair',
      { name: '\ud800' },
      'VALIDATION',
      'The text has characters that cannot be stored.',
    ],
  ])('%s is refused with its sentence', async (_, change, code, detail) => {
    const reply = await server
      .guest()
      .call('register', { body: { ...registration('x@company.example'), ...change } });
    expect(reply).toMatchObject({ status: 400, code, detail });
    expect(reply.issues?.[0]?.path).toBe(`/${Object.keys(change)[0] ?? ''}`);
  });

  test('what is refused is said as a message too, whole and by its places', async () => {
    const body = { ...registration('x@company.example'), name: '', surname: 'x'.repeat(61), phoneNumber: 7 };
    const reply = await server.guest().call('register', { body });
    const required = {
      message: 'validation.required',
      values: { label: { message: 'label.name', values: {} } },
    };
    const long = {
      message: 'validation.tooLong',
      values: { label: { message: 'label.surname', values: {} }, most: 60 },
    };
    const wrongType = {
      message: 'invalid.type',
      values: {
        expected: { message: 'type.string', values: {} },
        received: { message: 'type.number', values: {} },
      },
    };
    const placed = { message: 'validation.at', values: { path: '/phoneNumber', reason: wrongType } };
    expect(reply).toMatchObject({
      code: 'VALIDATION',
      detail:
        'Name is required. Surname must be at most 60 characters. ' +
        '/phoneNumber is not valid: Invalid input: expected string, received number',
      message: 'validation.three',
      values: { first: required, second: long, third: placed },
      issues: [
        { path: '/name', message: 'Name is required', key: required.message, values: required.values },
        {
          path: '/surname',
          message: 'Surname must be at most 60 characters',
          key: long.message,
          values: long.values,
        },
        {
          path: '/phoneNumber',
          message: 'Invalid input: expected string, received number',
          key: wrongType.message,
          values: wrongType.values,
        },
      ],
    });
  });

  test('mail is Turkish for a Turkish browser, an RFC 822 file, and holds no token in the database', async () => {
    const email = 'elif@company.example';
    await server.guest().call('register', {
      body: { ...registration(email), name: 'Elif Çağrı' },
      headers: { 'accept-language': 'tr-TR,tr;q=0.9,en;q=0.8' },
    });
    const [mail] = await server.mailsTo(email);
    expect(mail?.subject).toBe('Pace hesabınızı onaylayın');
    expect(mail?.text).toContain('Merhaba Elif Çağrı');
    expect(mail?.date).toBeDefined();
    const enc = await server.tokenMailedTo(email);
    const rows = await server.db.select().from(tokens);
    expect(rows.some((row) => row.hash === enc)).toBe(false);
  });
});

describe('logging in', () => {
  test('wrong password, unknown address and unconfirmed account get one answer', async () => {
    const user = await server.newUser();
    const { email } = (await user.call('getUserInfo')).result as User;
    await server.guest().call('register', { body: registration('unconfirmed@company.example') });
    const replies = await Promise.all(
      [
        { email, password: 'wrong password' },
        { email: 'nobody@company.example', password: PASSWORD },
        { email: 'unconfirmed@company.example', password: PASSWORD },
      ].map((body) => server.guest().call('login', { body })),
    );
    for (const { status, code, detail } of replies)
      expect({ status, code, detail }).toEqual({
        status: 401,
        code: 'LOGIN_FAILED',
        detail: LOGIN_FAILED_DETAIL,
      });
  });

  test('comparing a password with no account costs as much as with one, within a factor of two', async () => {
    const hash = await hashPassword(PASSWORD);
    await isPasswordOf(undefined, 'warm');
    const time = async (of: string | undefined) => {
      // Processor time: the wall clock of a busy machine says nothing about the work done.
      const start = process.cpuUsage();
      expect(await isPasswordOf(of, 'wrong password')).toBe(false);
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let i = 0; i < 5; i++) {
      known.push(await time(hash));
      unknown.push(await time(undefined));
    }
    const ratio = Math.min(...known) / Math.min(...unknown);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  test('after four failures an account waits, known or not, and others do not', async () => {
    const { email } = (await (await server.newUser()).call('getUserInfo')).result as User;
    for (const address of [email, 'ghost@company.example']) {
      for (let i = 0; i < 4; i++)
        await server.guest().call('login', { body: { email: address, password: 'guess' } });
      expect(
        await server.guest().call('login', { body: { email: address, password: PASSWORD } }),
      ).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    }
    expect((await (await server.newUser()).call('getUserInfo')).status).toBe(200);
  });
});

describe('access tokens', () => {
  const refused = { status: 401, code: 'UNAUTHENTICATED' };

  test('no token, garbage, another key, alg none and an expired token are refused alike', async () => {
    const user = await server.newUser();
    const claims = decodeJwt(user.token ?? '');
    const secret = new TextEncoder().encode(await readFile(join(server.dataDir, 'secret'), 'utf8'));
    const { token: expired } = await new AccessTokens(server.db, secret).begin(
      claims.sub ?? '',
      false,
      new Date(Date.now() - 13 * 3_600_000),
    );
    const otherKey = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(48));
    const unsigned = new UnsecuredJWT(claims).setIssuedAt().setExpirationTime('1h').encode();
    const noneHeader = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${(user.token ?? '').split('.').slice(1).join('.')}`;
    for (const token of [undefined, 'garbage', otherKey, unsigned, noneHeader, expired]) {
      const client = token === undefined ? server.guest() : server.as(token);
      expect(await client.call('getUserInfo')).toMatchObject(refused);
    }
    expect((await user.call('getUserInfo')).status).toBe(200);
  });

  test('a bare token without "Bearer" is accepted', async () => {
    const user = await server.newUser();
    const reply = await server.guest().call('getUserInfo', { headers: { authorization: user.token ?? '' } });
    expect(reply.status).toBe(200);
  });

  test('logging out ends this session and no other', async () => {
    const user = await server.newUser();
    const other = await server.logIn(((await user.call('getUserInfo')).result as User).email);
    expect((await user.call('logout')).status).toBe(200);
    expect(await user.call('getUserInfo')).toMatchObject(refused);
    expect((await other.call('getUserInfo')).status).toBe(200);
  });

  test('Remember me lasts 30 days, otherwise less than a day', async () => {
    const { email } = (await (await server.newUser()).call('getUserInfo')).result as User;
    const days = async (rememberMe: boolean) => {
      const { result } = await server
        .guest()
        .call('login', { body: { email, password: PASSWORD, rememberMe } });
      return ((decodeJwt((result as { token: string }).token).exp ?? 0) - Date.now() / 1000) / 86_400;
    };
    expect(await days(true)).toBeCloseTo(30, 1);
    expect(await days(false)).toBeLessThan(1);
  });
});

describe('password, profile and support', () => {
  test('the reset link sets a new password once and ends all sessions', async () => {
    const user = await server.newUser();
    const { email } = (await user.call('getUserInfo')).result as User;
    const asked = await server.guest().call('resetPassword', { body: { email } });
    const unknown = await server.guest().call('resetPassword', { body: { email: 'nobody@company.example' } });
    expect([asked.status, asked.detail]).toEqual([unknown.status, unknown.detail]);
    await expect.poll(() => server.tokenMailedTo(email, 'cid')).not.toBe('');
    const cid = await server.tokenMailedTo(email, 'cid');
    expect(
      (await server.guest().call('passwordConfirm', { query: { cid }, body: { password: 'short' } })).code,
    ).toBe('VALIDATION');
    expect(
      (await server.guest().call('passwordConfirm', { query: { cid }, body: { password: 'a new password' } }))
        .status,
    ).toBe(200);
    expect(
      await server.guest().call('passwordConfirm', { query: { cid }, body: { password: 'again and again' } }),
    ).toMatchObject({ status: 400, code: 'TOKEN_INVALID', detail: 'Token is not valid' });
    expect((await user.call('getUserInfo')).status).toBe(401);
    expect((await server.guest().call('login', { body: { email, password: PASSWORD } })).status).toBe(401);
    expect((await server.guest().call('login', { body: { email, password: 'a new password' } })).status).toBe(
      200,
    );
  });

  test('a profile update changes what it names and never e-mail or company', async () => {
    const user = await server.newUser();
    const before = (await user.call('getUserInfo')).result as User;
    const body = {
      Name: "Robert'); DROP TABLE users;--",
      Surname: 'Hopper',
      Country: 'Türkiye',
      Twitter: '@x',
      email: 'evil@company.example',
      company: 'Evil',
    };
    const reply = await user.call('profileUpdate', { body });
    expect(reply.result).toMatchObject({
      name: body.Name,
      surname: 'Hopper',
      country: 'Türkiye',
      address: '-',
      social: { twitter: '@x', facebook: '-' },
      email: before.email,
      company: before.company,
    });
    expect((await user.call('profileUpdate', { body: { ...body, Country: '' } })).detail).toBe(
      'Country is required',
    );
  });

  test('a guest and a logged-in person can write to support', async () => {
    const body = { name: 'Ada', email: 'ada@gmail.com', message: 'Hello' };
    expect((await server.guest().call('support', { body })).status).toBe(200);
    expect((await (await server.newUser()).call('support', { body })).detail).toBe(
      'Your message has been sent.',
    );
    expect((await server.guest().call('support', { body: { ...body, message: ' ' } })).detail).toBe(
      'Message is required',
    );
  });
});

describe('the name in mails', () => {
  const mailOf = async (name: string, email: string) => {
    const reply = await server.guest().call('register', { body: { ...registration(email), name } });
    await server.tokenMailedTo(email);
    const [mail] = await server.mailsTo(email);
    return { reply, text: mail?.text ?? '' };
  };

  test.each([
    ['x'.repeat(61), 'Name must be at most 60 characters'],
    ['Ada\nYou have won. Open the link', 'Name must be on one line'],
    ['Ada\u2028You have won', 'Name must be on one line'],
  ])('%j is refused', async (name, detail) => {
    const email = 'refused.name@company.example';
    const body = { ...registration(email), name };
    expect(await server.guest().call('register', { body })).toMatchObject({ status: 400, detail });
  });

  test.each([
    'Win at evil.example',
    'https://evil.example/x',
    'WWW.EVIL.CO',
    'mail me@evil.example',
    'evil。example',
  ])('%s is not said: a mail program would make a link of it', async (name) => {
    const { reply, text } = await mailOf(
      name,
      `link${Buffer.from(name).toString('hex').slice(0, 40)}@company.example`,
    );
    expect(reply.status).toBe(200);
    expect(text).toMatch(/^Hello,\r?\n/);
    expect(text.toLowerCase()).not.toContain('evil');
  });

  test.each(['Ada', 'J. R. Hartley', 'Ömer Şahin', 'O’Neil-Smith Jr.'])('%s is greeted', async (name) => {
    const email = `greeted${Buffer.from(name).toString('hex').slice(0, 40)}@company.example`;
    expect((await mailOf(name, email)).text).toContain(`Hello ${name},`);
  });
});

describe('new passwords', () => {
  test.each(['12345678', 'PASSWORD', 'qwertyuiop', ' iloveyou1', 'football1'])(
    '%j is refused as too common, wherever a password is chosen',
    async (password) => {
      const body = { ...registration('common.password@company.example'), password };
      const refused = { status: 400, code: 'PASSWORD_COMMON' };
      expect(await server.guest().call('register', { body })).toMatchObject(refused);
      expect(
        await server.guest().call('passwordConfirm', { query: { cid: 'any' }, body: { password } }),
      ).toMatchObject(refused);
      const user = await server.newUser();
      expect(
        await user.call('changePassword', { body: { currentPassword: PASSWORD, password } }),
      ).toMatchObject(refused);
      expect(await server.mailsTo('common.password@company.example')).toEqual([]);
    },
  );

  test('blanks are none, and no kind of character is asked for', async () => {
    const chosen = (password: string) =>
      server.guest().call('register', { body: { ...registration('blank@company.example'), password } });
    expect(await chosen(' '.repeat(12))).toMatchObject({
      status: 400,
      detail: 'A password cannot be made of blanks only',
    });
    expect((await chosen('three quiet lakes')).status).toBe(200);
  });
});

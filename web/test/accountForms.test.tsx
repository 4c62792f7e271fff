import { message, type Message } from '@pace/contract';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { endSession } from '../src/api/session.ts';
import { changeLanguage } from '../src/app/i18n/index.ts';
import { LoginForm } from '../src/features/account/LoginForm.tsx';
import { SignUpForm } from '../src/features/account/SignUpForm.tsx';
import { UnlockForm } from '../src/features/account/UnlockForm.tsx';
import { NewPasswordForm } from '../src/features/account/NewPasswordForm.tsx';
import { byTestId, click, render, type, until } from './render.tsx';
import { fakeServer } from './server.ts';

afterEach(() => vi.unstubAllGlobals());

const there = (testId: string) => document.querySelector(`[data-testid="${testId}"]`) !== null;
const shows = (text: string) => document.body.textContent.includes(text);

const formIsThere = () => until(() => document.querySelector('[data-testid="login-submit"]') !== null);

describe('login', () => {
  it('tries to log in with empty credentials first, and on failure shows the form', async () => {
    const seen = fakeServer(() => ({ status: 401, body: { detail: 'x', code: 'LOGIN_FAILED' } }));
    const { unmount } = await render(<LoginForm />, { language: 'tr' });
    await formIsThere();
    expect(seen).toMatchObject([
      {
        path: '/api/account/login',
        body: { email: '', password: '' },
        // The language of the page goes with every call.
        headers: { 'accept-language': 'tr' },
      },
    ]);
    expect(document.querySelector('[data-testid="login-error"]')).toBeNull();
    await unmount();
  });

  it('goes to the dashboard if the browser is still logged in', async () => {
    const user = {
      ...{ id: '1', name: 'A', surname: 'B', email: 'a@b.co', company: 'C', country: '', address: '' },
      ...{ phoneNumber: '', userType: 2 },
      social: { twitter: '', linkedin: '', instagram: '', facebook: '', webSite: '' },
    };
    fakeServer(() => ({ body: { result: { token: 'given', user } } }));
    const { router, unmount } = await render(<LoginForm />, { path: '/auth/login' });
    await until(() => router.state.location.pathname === '/dashboard');
    expect(sessionStorage.getItem('accessToken')).toBe('given');
    await unmount();
    endSession('rejected');
  });

  it('does not try for who has just logged out', async () => {
    endSession('signedOut');
    const seen = fakeServer(() => ({ body: {} }));
    const { unmount } = await render(<LoginForm />);
    await formIsThere();
    expect(seen).toEqual([]);
    await unmount();
    endSession('rejected');
  });

  it('asks for both fields and a valid address before it calls', async () => {
    const seen = fakeServer(() => ({ status: 401, body: { detail: 'x', code: 'LOGIN_FAILED' } }));
    const { unmount } = await render(<LoginForm />);
    await formIsThere();
    seen.length = 0;
    await click('login-submit');
    await until(() => shows('Password is required'));
    expect(shows('Email is required')).toBe(true);
    await type('login-email', 'nobody');
    await until(() => shows('Must be a valid email'));
    expect(seen).toEqual([]);
    await unmount();
  });

  it.each([
    ['en', 'Invalid login, or the account is not approved yet.'],
    ['tr', 'Geçersiz giriş veya onaylanmamış hesap'],
  ] as const)('a refused login is a warning in the language of the page: %s', async (language, sentence) => {
    fakeServer(() => ({
      status: 401,
      body: {
        detail: 'Geçersiz giriş veya onaylanmamış hesap',
        code: 'LOGIN_FAILED',
        ...message('LOGIN_FAILED'),
      },
    }));
    const { unmount } = await render(<LoginForm />, { language });
    await formIsThere();
    await type('login-email', 'a@company.example');
    await type('login-password', 'wrong-password');
    await click('login-submit');
    await until(() => there('login-error'));
    expect(byTestId<HTMLElement>('login-error').textContent).toBe(sentence);
    expect(byTestId<HTMLElement>('login-error').className).toContain('Warning');
    await unmount();
  });

  it('after too many attempts a link that unlocks the browser is offered, for the address that was typed', async () => {
    const seen = fakeServer(({ path, body }) =>
      path !== '/api/account/login'
        ? { body: { result: {} } }
        : (body as { email: string }).email === ''
          ? { status: 401, body: { detail: 'x', code: 'LOGIN_FAILED' } }
          : { status: 429, body: { detail: 'Too many log-in attempts.', code: 'RATE_LIMITED' } },
    );
    const { unmount } = await render(<LoginForm />);
    await formIsThere();
    expect(there('unlock-ask')).toBe(false);
    await type('login-email', 'a@company.example');
    await type('login-password', 'right after all');
    await click('login-submit');
    await until(() => there('unlock-ask'));
    expect(shows('Too many log-in attempts.')).toBe(true);
    await click('unlock-ask');
    await until(() => there('unlock-sent'));
    expect(seen.at(-1)).toMatchObject({
      path: '/api/account/ask-unlock',
      body: { email: 'a@company.example' },
    });
    expect(shows('Open it in this browser.')).toBe(true);
    await unmount();
  });

  it('speaks Turkish', async () => {
    fakeServer(() => ({ status: 401, body: { detail: 'x', code: 'LOGIN_FAILED' } }));
    const { unmount } = await render(<LoginForm />, { language: 'tr' });
    await formIsThere();
    await click('login-submit');
    await until(() => shows('Parola gereklidir'));
    await unmount();
  });
});

describe('sign-up', () => {
  const fill = async (values: Record<string, string>) => {
    for (const [field, text] of Object.entries(values)) await type(`signup-${field}`, text);
  };
  const GOOD = {
    name: 'Ada',
    surname: 'Lovelace',
    email: 'ada@company.example',
    phone: '5551112233',
    company: 'Company',
    password: 'long enough',
    'confirm-password': 'long enough',
  };

  it('tells every rule that is broken at once', async () => {
    const { unmount } = await render(<SignUpForm />);
    await fill({
      email: 'ada@mail.yahoo.co.in',
      phone: '123456789012',
      password: 'short',
      'confirm-password': 'other',
    });
    await click('signup-submit');
    await until(() => shows('Name is required'));
    for (const text of [
      'Surname is required',
      'Company is required',
      'Invalid email address, must be a company email',
      'Phone number must be at 11 characters',
      'Must be at least 8 characters',
      'Both password need to be the same',
      'Please accept the personal-information terms',
    ])
      expect(shows(text), text).toBe(true);
    await unmount();
  });

  it('says the rules in the language of the page, also when it changes while they stand there', async () => {
    const { unmount } = await render(<SignUpForm />, { language: 'tr' });
    await fill({ email: 'ada@gmail.com', phone: '123456789012', name: 'x'.repeat(61), password: 'short' });
    await click('signup-submit');
    await until(() => shows('Soyad gereklidir'));
    for (const text of [
      'Geçersiz e-posta adresi, kurumsal bir adres olmalı',
      'Telefon numarası en çok 11 karakter olabilir',
      'Ad en çok 60 karakter olabilir',
      'En az 8 karakter olmalı',
      'Gerekli',
      'Lütfen kişisel veri şartlarını kabul edin',
    ])
      expect(shows(text), text).toBe(true);
    await act(() => changeLanguage('en'));
    await until(() => shows('Surname is required'));
    expect(shows('Name must be at most 60 characters')).toBe(true);
    expect(shows('gereklidir')).toBe(false);
    await unmount();
  });

  it.each([
    ['en', 'Name is required. /phoneNumber is not valid: Invalid input'],
    ['tr', 'Ad gereklidir. /phoneNumber geçerli değil: Geçersiz girdi'],
  ] as const)('shows what the server refuses in the language %s', async (language, text) => {
    const first: Message = message('validation.required', { label: message('label.name') });
    const second: Message = message('validation.at', { path: '/phoneNumber', reason: message('invalid') });
    const detail = 'Name is required. /phoneNumber is not valid: Invalid input';
    const said = message('validation.two', { first, second });
    fakeServer(() => ({ status: 400, body: { code: 'VALIDATION', detail, ...said } }));
    const { unmount } = await render(<SignUpForm />, { language });
    await fill(GOOD);
    await act(async () => byTestId('signup-terms').click());
    await click('signup-submit');
    await until(() => there('signup-error'));
    expect(byTestId<HTMLElement>('signup-error').textContent).toBe(text);
    await unmount();
  });

  it('sends what the contract asks for and goes to the confirmation page', async () => {
    const seen = fakeServer(() => ({ body: { result: {} } }));
    const { router, unmount } = await render(<SignUpForm />);
    await fill(GOOD);
    await act(async () => byTestId('signup-terms').click());
    await click('signup-submit');
    await until(() => router.state.location.pathname === '/auth/confirm');
    expect(router.state.location.search).toBe('?enc=mail');
    expect(seen[0]).toMatchObject({
      path: '/api/account/register',
      body: {
        email: GOOD.email,
        name: 'Ada',
        surname: 'Lovelace',
        phoneNumber: GOOD.phone,
        password: GOOD.password,
        company: 'Company',
        personalInfoCheck: true,
      },
    });
    expect(seen[0]?.body).not.toHaveProperty('confirmPassword');
    await unmount();
  });
});

describe('new password', () => {
  it('without a token says so', async () => {
    const { unmount } = await render(<NewPasswordForm cid={null} />);
    expect(shows('Confirmation token is not valid or not found, routing to landing page...')).toBe(true);
    await unmount();
  });

  it('a token that the server does not accept is told in words', async () => {
    fakeServer(() => ({ status: 400, body: { detail: 'x', code: 'TOKEN_INVALID' } }));
    const { unmount } = await render(<NewPasswordForm cid="old" />);
    await type('new-password', 'long enough');
    await type('new-password-confirm', 'long enough');
    await click('new-password-submit');
    await until(() => shows('Token is not valid'));
    await unmount();
  });
});

describe('unlocking this browser', () => {
  it('opening the link does nothing until the button is pressed; then the login follows', async () => {
    const seen = fakeServer(() => ({ body: { result: {} } }));
    const { router, unmount } = await render(<UnlockForm unlockKey="abc" />, { path: '/auth/unlock' });
    expect(seen).toEqual([]);
    await click('unlock-submit');
    await until(() => router.state.location.pathname === '/auth/login');
    expect(seen).toMatchObject([{ path: '/api/account/unlock', body: { key: 'abc' } }]);
    await unmount();
  });

  it('a link that was used says so, and one without a key as well', async () => {
    fakeServer(() => ({ status: 400, body: { detail: 'Token is not valid', code: 'TOKEN_INVALID' } }));
    const used = await render(<UnlockForm unlockKey="old" />);
    await click('unlock-submit');
    await until(() => shows('This link has been used or is too old.'));
    await used.unmount();
    const missing = await render(<UnlockForm unlockKey={null} />);
    expect(shows('Confirmation token is not valid or not found, routing to landing page...')).toBe(true);
    await missing.unmount();
  });
});

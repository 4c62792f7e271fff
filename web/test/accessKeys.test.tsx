import { message, type AccessKey } from '@pace/contract';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AccessKeysPanel } from '../src/features/account/AccessKeysPanel.tsx';
import { byTestId, click, render, type, until } from './render.tsx';
import { fakeServer } from './server.ts';

afterEach(() => vi.unstubAllGlobals());

const KEY = `pace_${'k3Y-'.repeat(10)}abc`;
const keyOf = (values: Partial<AccessKey> = {}): AccessKey => ({
  id: 'first',
  name: 'Nightly sweep',
  prefix: 'pace_k3Y-k3',
  scope: 'run',
  createdDate: '2026-11-01T10:00:00.000Z',
  expiresDate: '2026-12-01T10:00:00.000Z',
  expired: false,
  lastUsedDate: null,
  ...values,
});

/** Keeps keys as the server does. */
function serverWith(kept: AccessKey[]) {
  return fakeServer(({ path, body }) => {
    if (path === '/api/account/access-keys') return { body: { result: { keys: kept } } };
    if (path === '/api/account/create-access-key') {
      const created = keyOf({ ...(body as Pick<AccessKey, 'name' | 'scope'>), id: 'new' });
      kept.unshift(created);
      return { body: { result: { ...created, key: KEY } } };
    }
    kept.splice(0, kept.length, ...kept.filter(({ id }) => id !== (body as { keyId: string }).keyId));
    return { body: { result: {} } };
  });
}

const shows = (text: string) => document.body.textContent.includes(text);
const there = (testId: string) => document.querySelector(`[data-testid="${testId}"]`) !== null;
const choose = (testId: string, value: string) =>
  act(async () => {
    const select = byTestId<HTMLElement>(testId) as HTMLSelectElement;
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')!.set!.call(select, value);
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });

describe('access keys', () => {
  it.each([
    ['en', 'No access keys yet'],
    ['tr', 'Henüz erişim anahtarı yok'],
  ] as const)('without any it says so, in the language %s', async (language, text) => {
    serverWith([]);
    await render(<AccessKeysPanel />, { language });
    await until(() => shows(text));
  });

  it('a new key is shown once, copied, and gone after Done', async () => {
    const seen = serverWith([]);
    const written = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: written } });
    await render(<AccessKeysPanel />);
    await type('access-key-name', 'Nightly sweep');
    await choose('access-key-scope', 'run');
    expect(shows('Also creates projects, uploads, meshes')).toBe(true);
    await choose('access-key-days', '365');
    await click('access-key-create');
    await until(() => there('access-key-new'));
    expect(seen.find(({ path }) => path.endsWith('create-access-key'))?.body).toEqual({
      name: 'Nightly sweep',
      scope: 'run',
      days: 365,
    });
    expect(byTestId('access-key-new').value).toBe(KEY);
    expect(shows('Copy the key “Nightly sweep” now: it is not kept and will not be shown again.')).toBe(true);
    await click('access-key-copy');
    expect(written).toHaveBeenCalledWith(KEY);
    await until(() => shows('The key is copied.'));
    await until(() => there('access-key-row'));
    expect(byTestId<HTMLElement>('access-key-row').textContent).toContain('pace_k3Y-k3…');
    await click('access-key-done');
    await until(() => !there('access-key-new'));
    expect(document.body.innerHTML).not.toContain(KEY);
  });

  it('where the browser has no clipboard, the key is selected to be copied by hand', async () => {
    serverWith([]);
    vi.stubGlobal('navigator', { ...navigator, clipboard: undefined });
    await render(<AccessKeysPanel />);
    await type('access-key-name', 'Nightly sweep');
    await click('access-key-create');
    await until(() => there('access-key-new'));
    await click('access-key-copy');
    await until(() => shows('The browser does not allow copying here.'));
    expect(document.activeElement).toBe(byTestId('access-key-new'));
  });

  it('asks for a name before it calls', async () => {
    const seen = serverWith([]);
    await render(<AccessKeysPanel />);
    await type('access-key-name', '   ');
    await click('access-key-create');
    await until(() => shows('Name is required'));
    await type('access-key-name', 'x'.repeat(61));
    await until(() => shows('Name must be at most 60 characters'));
    expect(seen.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('a refusal is shown in the language of the page', async () => {
    fakeServer(({ method }) =>
      method === 'GET'
        ? { body: { result: { keys: [] } } }
        : {
            status: 409,
            body: { code: 'ACCESS_KEY_LIMIT', detail: 'x', ...message('ACCESS_KEY_LIMIT', { most: 20 }) },
          },
    );
    await render(<AccessKeysPanel />, { language: 'tr' });
    await type('access-key-name', 'Gece');
    await click('access-key-create');
    await until(() => shows('20 etkin erişim anahtarınız var, daha fazla olamaz.'));
  });

  it('each key says its scope, when it was created, expires and was last used', async () => {
    serverWith([
      keyOf({ lastUsedDate: '2026-11-20T10:00:00.000Z' }),
      keyOf({ id: 'old', name: 'Old', scope: 'full', expired: true }),
    ]);
    await render(<AccessKeysPanel />);
    await until(() => there('access-key-row'));
    const [first, old] = [...document.querySelectorAll('[data-testid="access-key-row"]')].map(
      ({ textContent }) => textContent,
    );
    for (const text of ['run: set up and run projects', 'Created Nov 1, 2026', 'Expires Dec 1, 2026'])
      expect(first).toContain(text);
    expect(first).toContain('Last used Nov 20, 2026');
    for (const text of ['full: also delete and share', 'Expired Dec 1, 2026', 'Never used'])
      expect(old).toContain(text);
    const named = [...document.querySelectorAll('[data-testid="access-key-revoke"]')];
    expect(named.map((button) => button.getAttribute('aria-label'))).toEqual([
      'Revoke Nightly sweep',
      'Remove Old',
    ]);
  });

  it('revoking asks first; the key leaves the list', async () => {
    const seen = serverWith([keyOf()]);
    await render(<AccessKeysPanel />);
    await until(() => there('access-key-row'));
    await click('access-key-revoke');
    await until(() => shows('Revoke “Nightly sweep”?'));
    expect(seen.filter(({ method }) => method === 'POST')).toEqual([]);
    await click('access-key-revoke-confirm');
    await until(() => shows('No access keys yet'));
    expect(seen.find(({ path }) => path.endsWith('revoke-access-key'))?.body).toEqual({ keyId: 'first' });
  });
});

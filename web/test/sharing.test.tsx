import type { Share } from '@pace/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { ShareDialog } from '../src/features/results/overview/ShareDialog.tsx';
import { aProject } from './aProject.ts';
import { byTestId, click, render, until } from './render.tsx';
import { fakeServer } from './server.ts';

afterEach(() => vi.unstubAllGlobals());

it('a link made before the list of the older ones has arrived is shown, though that list does not have it', async () => {
  const made: Share = { id: 'new', createdDate: '2026-11-01T10:00:00.000Z', lastUsedDate: null };
  let asked = 0;
  let send!: () => void;
  const held = new Promise<void>((resolve) => (send = resolve));
  fakeServer(async ({ path }) => {
    if (path === '/api/project/share') return { body: { result: { ...made, token: 'only-once' } } };
    if (asked++ > 0) return { body: { result: { shares: [made] } } };
    await held;
    return { body: { result: { shares: [] } } };
  });
  await render(<ShareDialog project={aProject()} onClose={() => {}} />);
  await click('share-create');
  await until(() => asked === 2);
  send();
  await until(() => document.querySelector('[data-testid="share-row"]') !== null);
  expect(byTestId('share-link').value).toContain('only-once');
});

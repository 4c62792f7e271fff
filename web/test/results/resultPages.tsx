import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { ProjectDetailPage } from '../../src/pages/ProjectDetailPage.tsx';
import { startTexts } from '../startTexts.ts';
import { answer, type SyntheticId } from './syntheticRun.ts';

let root: Root;
let box: HTMLElement;

/** What was sent in a test, and who answers; changed by tests. */
export const server: { sent: string[]; respond: typeof answer } = { sent: [], respond: answer };

/** A page of its own for each test of a file. */
export function resultPages(): void {
  beforeEach(async () => {
    (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
    server.sent = [];
    server.respond = answer;
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
      server.sent.push(
        `${address} ${new Headers(init?.headers).get('accept')} ${typeof init?.body === 'string' ? init.body : ''}`,
      );
      return server.respond(address, init);
    });
    await startTexts('en');
    box = document.createElement('div');
    document.body.append(box);
    root = createRoot(box);
  });

  afterEach(() => {
    act(() => root.unmount());
    box.remove();
    vi.unstubAllGlobals();
  });
}

export const pageText = (): string => box.textContent;

export function found(testId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-testid="${testId}"]`);
}

/** The element, once it is there. */
export async function appears(testId: string): Promise<HTMLElement> {
  for (let i = 0; i < 200; i++) {
    const element = found(testId);
    if (element) return element;
    await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
  }
  throw new Error(`${testId} did not appear`);
}

/** Waits until the page says so. */
export async function says(text: string): Promise<void> {
  for (let i = 0; i < 200 && !box.textContent.includes(text); i++)
    await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
  expect(box.textContent).toContain(text);
}

export async function open(id: SyntheticId): Promise<void> {
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter initialEntries={[`/projects/detail?id=${id}`]}>
          <ProjectDetailPage />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  await appears('run-status');
}

export async function click(testId: string): Promise<void> {
  const element = await appears(testId);
  act(() => element.click());
}

/** As a person types: React listens to the native setter. */
export async function type(testId: string, text: string): Promise<void> {
  const input = await appears(testId);
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

export async function choose(testId: string, index: number): Promise<void> {
  const select = (await appears(testId)) as HTMLSelectElement;
  act(() => {
    select.value = String(index);
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

export const isDisabled = (testId: string) => (found(testId) as HTMLButtonElement).disabled;
export async function becomesEnabled(testId: string): Promise<void> {
  for (let i = 0; i < 200 && isDisabled(testId); i++)
    await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
  expect(isDisabled(testId)).toBe(false);
}
export const cells = (table: HTMLElement) =>
  [...table.querySelectorAll('td')].map((cell) => Number(cell.dataset['value']));

/** The page is closed, as if another one were opened. */
export function closePage(): void {
  act(() => root.unmount());
  root = createRoot(box);
}

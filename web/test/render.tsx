import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { SnackbarProvider } from 'notistack';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { ThemeModeProvider } from '../src/app/ThemeMode.tsx';
import { shownPages } from './shownPages.ts';
import { startTexts } from './startTexts.ts';

/** Draws an element at an address, with everything that pages have around them. */
export async function render(
  element: ReactNode,
  { path = '/', language = 'en' }: { path?: string; language?: 'en' | 'tr' } = {},
) {
  await startTexts(language);
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] });
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
  });
  await act(async () =>
    root.render(
      <ThemeModeProvider>
        <QueryClientProvider client={client}>
          <SnackbarProvider>
            <RouterProvider router={router} />
          </SnackbarProvider>
        </QueryClientProvider>
      </ThemeModeProvider>,
    ),
  );
  const unmount = async () => {
    shownPages.delete(unmount);
    await act(async () => root.unmount());
  };
  shownPages.add(unmount);
  return { container, router, unmount };
}

export function byTestId<T extends HTMLElement = HTMLInputElement>(id: string): T {
  const found = document.querySelector<T>(`[data-testid="${id}"]`);
  if (!found) throw new Error(`There is no ${id} on the page`);
  return found;
}

/** Types as a person does: React listens to the native setter. */
export async function type(id: string, text: string): Promise<void> {
  const input = byTestId(id);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

export async function click(id: string): Promise<void> {
  await act(async () => byTestId<HTMLElement>(id).click());
}

/** Lets promises and timers of the page run until the condition holds. */
export async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 100 && !condition(); i++)
    await act(async () => new Promise((resolve) => setTimeout(resolve, 20)));
  if (!condition()) throw new Error('The page did not come to what was awaited');
}

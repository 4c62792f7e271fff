import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What the page shows now, or what is within an element of it, is free of violations of any weight. */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  // A button that is just being enabled, a dialog that is just being faded in, has colours of neither state.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
        .map((one) => one.finished),
    ),
  );
  const axe = new AxeBuilder({ page });
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual(
    [],
  );
}

export const DIALOG = '[role=dialog]';

/** The theme of every page that is opened from now on. */
export async function useTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.addInitScript((mode) => localStorage.setItem('theme', mode), theme);
}

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** A theme changes colours only: what does not depend on them is judged in one theme. */
export const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/**
 * What the page shows now, or what is within an element of it, is free of violations of any weight.
 * only: of these rules of axe
 */
export async function expectAccessible(
  page: Page,
  within?: string,
  { only, what }: { only?: string[]; what?: string } = {},
): Promise<void> {
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
  if (within !== undefined) axe.include(within);
  if (only) axe.withRules(only);
  const { violations } = await axe.analyze();
  expect(
    violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`),
    what,
  ).toEqual([]);
}

export const DIALOG = '[role=dialog]';

/** The theme of every page that is opened from now on. */
export async function useTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.addInitScript((mode) => localStorage.setItem('theme', mode), theme);
}

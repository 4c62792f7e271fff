import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** A theme changes colours only: what does not depend on them is checked in one theme. */
export const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/**
 * What the page shows now, or what is within an element of it, is free of violations of any weight.
 * only: of these rules of axe
 */
export async function expectAccessible(
  page: Page,
  within?: string,
  { only, what }: { only?: string[]; what?: string | undefined } = {},
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
  // Of rules that pass nothing is reported, and the report is made in the page itself (it has no frames of another origin): in a
  // blank page of its own, as axe makes it else, a check takes four times as long.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  if (within !== undefined) axe.include(within);
  if (only) axe.withRules(only);
  const { violations } = await axe.analyze();
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`,
  );
  expect(found.join('\n'), what).toBe('');
}

export const DIALOG = '[role=dialog]';

/** What is open in the dark theme is free of violations, and in the light one, in which it stays. */
export async function expectAccessibleInBothThemes(page: Page, what = 'the page'): Promise<void> {
  await expectAccessible(page, undefined, { what });
  await switchTheme(page);
  await expectAccessible(page, undefined, { what: `${what} in the light theme`, only: RULES_OF_COLOUR });
}

/** Changes the theme of the page that is open, by its switch, also below a dialog. */
export async function switchTheme(page: Page): Promise<void> {
  const before = await page.evaluate(() => document.documentElement.style.colorScheme);
  await page
    .locator('[data-testid=theme-switch], [data-testid=footer-theme]')
    .filter({ visible: true })
    .first()
    .evaluate((element: HTMLElement) => element.click());
  await page.waitForFunction((old) => document.documentElement.style.colorScheme !== old, before);
}

/** The theme of every page that is opened from now on. */
export async function useTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.addInitScript((mode) => localStorage.setItem('theme', mode), theme);
}

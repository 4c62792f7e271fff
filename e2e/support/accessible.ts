import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

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
  // What a script has just changed is drawn in the next frame, and a button that is just being enabled, a dialog that is just being
  // faded in, has colours of neither state. The end of one transition can begin another: that of what inherits from it.
  await page.evaluate(async () => {
    for (;;) {
      for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
      const running = document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity && one.playState === 'running');
      if (running.length === 0) return;
      await Promise.allSettled(running.map((one) => one.finished));
    }
  });
  // Half a megabyte that is compiled once a document: doing so at each check would take as long as the check.
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async ([element, rules]) => {
      // Of rules that pass nothing is reported.
      const { violations } = await window.axe!.run(element ?? document, {
        resultTypes: ['violations'],
        ...(rules && { runOnly: { type: 'rule', values: rules } }),
      });
      return violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html }) => html) }));
    },
    [within, only] as const,
  );
  const found = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.join(' | ')}`);
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

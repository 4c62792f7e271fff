import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Frames after a resize in which a page is watched: what follows the width by a script does so in the first ones. */
const FRAMES = 10;
/** Of one width. Rules that come by chance do not come so often; a page that changes its own with the width is taken as it is. */
const MOST_RESIZES = 4;

interface Watch {
  /** How far the page stuck out to the right [px], and what did */
  over: number;
  by: string;
  frames: number;
  /** Whether style rules came between the last frame of the old width and the first one of the new width */
  newRules: boolean;
}

declare global {
  interface Window {
    watchOfWidth?: Watch;
  }
}

/**
 * The page is at no moment wider than the window: neither as CSS alone lays it out, before any script has seen the new width,
 * nor in the frames after.
 */
export async function expectFits(page: Page, widths: readonly number[], what: string): Promise<void> {
  for (const width of widths) {
    const watch = await resize(page, width);
    expect(watch.over, `${what} at ${width} px sticks out by ${watch.by}`).toBe(0);
  }
}

/**
 * Gives the window another size, and waits until the page is laid out by it. Chromium 150 can miss the media queries of a new
 * width that comes together with style rules a script has just added, and then lays the page out by the old width until it changes
 * again. Such a resize says nothing of the page, and another one is made.
 */
export async function resize(page: Page, width: number, height = 900): Promise<Watch> {
  const before = page.viewportSize()!;
  let watch = await resizeAndWatch(page, width, height);
  for (let i = 0; watch.newRules && i < MOST_RESIZES; i++) {
    await page.setViewportSize(before);
    watch = await resizeAndWatch(page, width, height);
  }
  return watch;
}

async function resizeAndWatch(page: Page, width: number, height: number): Promise<Watch> {
  await page.evaluate(
    async ([wanted, frames]) => {
      const countRules = () =>
        [...document.styleSheets].reduce((sum, { cssRules }) => sum + cssRules.length, 0);
      for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
      const drawn = countRules();
      const watch: Watch = { over: 0, by: '', frames: 0, newRules: false };
      window.watchOfWidth = watch;
      const look = () => {
        if (innerWidth !== wanted || window.watchOfWidth !== watch) return false;
        if (watch.frames === 0) watch.newRules ||= countRules() !== drawn;
        const { scrollWidth } = document.documentElement;
        if (scrollWidth - innerWidth <= watch.over) return true;
        watch.over = scrollWidth - innerWidth;
        const widest = [...document.body.querySelectorAll('*')].findLast(
          (one) => Math.abs(one.getBoundingClientRect().right + scrollX - scrollWidth) < 1,
        );
        const named = widest?.closest('[data-testid]')?.getAttribute('data-testid');
        watch.by = `${widest?.tagName.toLowerCase() ?? 'nothing'} in ${named ?? 'the page'}`;
        return true;
      };
      // The resize comes before the media queries and the frame, and a listener of the capturing phase before all others.
      addEventListener('resize', look, { capture: true, once: true });
      const frame = () => {
        if (look()) watch.frames++;
        if (watch.frames < frames && window.watchOfWidth === watch) requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    },
    [width, FRAMES] as const,
  );
  await page.setViewportSize({ width, height });
  await page.waitForFunction((frames) => (window.watchOfWidth?.frames ?? 0) >= frames, FRAMES);
  return page.evaluate(() => window.watchOfWidth!);
}

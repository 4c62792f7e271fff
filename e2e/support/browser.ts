import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';

/** As tools/steps/systemPackages.mjs knows them. */
const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FAILURES = join(import.meta.dirname, '../test-results');
/** Of what does not compute: only what hangs takes so long, also on a machine that does much else. */
const PAGE_TIMEOUT_MS = 180_000;

/**
 * Machines that test have no graphics card: WebGL is drawn by SwiftShader. Nothing else is: with --use-angle=swiftshader every
 * frame of every page would be put together by it, at twice the processor time of a whole test. Scripts are compiled and garbage is
 * collected by the thread that runs them: on two busy cores helper threads cost a tenth of all processor time.
 */
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--enable-unsafe-swiftshader',
  '--js-flags=--single-threaded',
];

/**
 * A browser for the tests of one file. A failed test leaves a picture of its pages in test-results; an exception
 * in a page fails the test that met it.
 */
export class TestBrowser {
  #browser: Browser | undefined;
  #pages: Page[] = [];
  #exceptions: string[] = [];

  constructor() {
    beforeAll(async () => {
      this.#browser = await chromium.launch({ executablePath: browserProgram(), args: CHROMIUM_ARGS });
    });
    beforeEach(() => {
      this.#exceptions = [];
    });
    afterEach(async ({ task }) => {
      if (task.result?.state === 'fail') await this.#photograph(task.name);
      expect(this.#exceptions, 'exceptions in the page').toEqual([]);
    });
    afterAll(() => this.#browser?.close());
  }

  /** A page of a person whom the browser has never seen. */
  async newPage(options: BrowserContextOptions = {}): Promise<Page> {
    if (!this.#browser) throw new Error('the browser starts before the first test');
    const context = await this.#browser.newContext({
      baseURL: inject('site'),
      locale: 'en-US',
      viewport: { width: 1440, height: 900 },
      // Nothing has to be waited for that only moves.
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(PAGE_TIMEOUT_MS);
    // Also tabs that a page opens, or that a test opens beside it.
    context.on('page', (opened) => this.#watch(opened));
    return context.newPage();
  }

  #watch(page: Page): void {
    this.#pages.push(page);
    page.on('pageerror', (error) => this.#exceptions.push(error.stack ?? error.message));
    page.on('console', (message) => {
      // The policy of the site is as strict as the product can live with: nothing of the product may meet it.
      if (message.text().includes('Content Security Policy')) this.#exceptions.push(message.text());
    });
  }

  async #photograph(test: string): Promise<void> {
    await mkdir(FAILURES, { recursive: true });
    const name = test.replaceAll(/[^A-Za-z0-9]+/g, '-');
    for (const [i, page] of this.#pages.entries())
      if (!page.isClosed())
        await page
          .screenshot({ path: join(FAILURES, `${name}-${i + 1}.png`), fullPage: true })
          .catch(() => undefined);
  }
}

function browserProgram(): string {
  const folders = (process.env['PATH'] ?? '').split(':').filter((folder) => folder !== '');
  const found = PROGRAMS.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
  if (found === undefined) throw new Error(`None of ${PROGRAMS.join(', ')} is installed.`);
  return found;
}

declare module '@vitest/runner' {
  interface TaskMeta {
    /** Why the case did not run, for the summary of `npm test` */
    reason?: string;
  }
}

/**
 * The tests of this file, or of this block, are the steps of one story and need the steps before them: after a failure the
 * others do not run, and the summary says which step failed. A story needs nothing of another one.
 */
export function oneStory(): void {
  let failed: string | undefined;
  beforeEach(({ task, skip }) => {
    if (failed === undefined) return;
    task.meta.reason = `the step before it failed: ${failed}`;
    skip(task.meta.reason);
  });
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') failed ??= task.name;
  });
}

/** Different colours in a drawn canvas; a blank one has one. */
export async function countColors(canvas: Locator): Promise<number> {
  return canvas.evaluate((drawn: HTMLCanvasElement) => {
    const { width, height } = drawn;
    const copy = new OffscreenCanvas(width, height).getContext('2d')!;
    copy.drawImage(drawn, 0, 0);
    return new Set(new Uint32Array(copy.getImageData(0, 0, width, height).data.buffer)).size;
  });
}

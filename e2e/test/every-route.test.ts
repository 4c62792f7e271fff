import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  RULES_OF_COLOUR,
  switchTheme,
  useTheme,
} from '../support/accessible.ts';
import { callApi } from '../support/api.ts';
import { TestBrowser } from '../support/browser.ts';
import { expectFits, resize } from '../support/fits.ts';
import { DEMO } from '../support/people.ts';
import { sphereUnv } from '../../testing/sphereUnv.ts';
import { at, closeDialog, ended, enter, uploadedProject } from '../support/steps.ts';
import { waitUntil } from '../support/wait.ts';

const WIDTHS = [390, 960, 1440];
const SIDEBAR_PX = 220;

const VISITOR = [
  '/landing',
  '/benchmarks',
  '/benchmarks?case=iiia-s1-fx1',
  '/auth/login',
  '/auth/sign-up',
  '/auth/confirm?enc=mail',
  '/auth/reset-password',
  '/auth/confirm-password?cid=unknown',
  '/auth/unlock?key=unknown',
  '/auth/contact',
  '/auth/404',
  '/auth/500',
  '/no/such/page',
];
const MEMBER = [
  '/',
  '/profile',
  '/profile/settings',
  '/projects',
  '/studies',
  '/studies/new',
  '/demo/projects',
  '/demo/models',
  '/guides',
  '/admin',
  '/landing',
  '/auth/contact',
  '/projects/detail',
];

const VIEWS = [
  'mesh',
  'currents',
  'bistatic',
  'monostatic',
  'statistics',
  'iterations',
  'pattern',
  'waterfall',
  'imaging',
  'design',
];
const DOUBLE_SWEEP = {
  scalefactor: 1,
  freqsweep: 1,
  frequency: [0.3e9, 0.1e9, 0.6e9],
  anglesweep: 1,
  excitation: [90, 90, 0, 40, 1, 10, 10],
  numberof3dthetas: 7,
  numberoffarlocations: 36,
};

const RESULTS = 'section:has([data-testid=results-bistatic])';

const browser = new TestBrowser();

describe('in both themes', () => {
  const check = async (page: Page, path: string) => {
    await open(page, path);
    await expectFits(page, WIDTHS, path);
    await expectAccessibleInBothThemes(page, path);
  };
  let visitor: Page;
  let member: Page;
  let token: string;
  let swept: string;
  beforeAll(async () => {
    visitor = await browser.newPage();
    member = await browser.newPage();
    // Whatever was switched to on the page before
    for (const page of [visitor, member]) await useTheme(page, 'dark');
    token = await enter(member, DEMO);
    swept = await sweptSphere(token);
  });

  test('a violation would be noticed, in either theme', async () => {
    await open(visitor, '/auth/login');
    const paint = (text: string, background: string) =>
      visitor
        .locator('h1')
        .evaluate(
          (title, style) => title.setAttribute('style', style),
          `color:${text};background:${background}`,
        );
    await paint('#777', '#666');
    await expect(expectAccessible(visitor)).rejects.toThrow('color-contrast');
    await paint('#eee', 'transparent');
    await expect(expectAccessibleInBothThemes(visitor)).rejects.toThrow('in the light theme');
  });

  test.each(VISITOR)(
    '%s has no accessibility violation and fits every width, for a visitor',
    async (path) => {
      await check(visitor, path);
    },
  );

  test.each(MEMBER)('%s has no accessibility violation and fits every width, for a member', async (path) => {
    await check(member, path);
  });

  test('the page of a computed project has no accessibility violation and fits every width', async () => {
    const { computed } = await exampleIds(token);
    await check(member, `/projects/detail?id=${computed}`);
  });

  test('every view of the results has no accessibility violation', async () => {
    await resize(member, WIDTHS.at(-1)!);
    await member.goto(`/projects/detail?id=${swept}`);
    for (const view of VIEWS) {
      await at(member, `results-${view}`).click();
      const plot = at(member, `${view}-plot`);
      if ((await plot.count()) > 0) await plot.first().click();
      await quiet(member);
      await expectAccessible(member, undefined, { what: view });
    }
    await at(member, 'results-bistatic').click();
    await at(member, 'plot-table-toggle').click();
    await at(member, 'plot-table').waitFor();
    await expectAccessible(member, undefined, { what: 'a plot as a table' });
    // The views keep what they show; what is around them was checked in this theme with the page itself.
    await switchTheme(member);
    for (const view of ['bistatic', ...VIEWS.filter((one) => one !== 'bistatic')]) {
      await at(member, `results-${view}`).click();
      await quiet(member);
      await expectAccessible(member, RESULTS, {
        what: `${view} in the light theme`,
        only: RULES_OF_COLOUR,
      });
    }
  });

  test('a shared project, and a link that is not complete or not valid, have no accessibility violation and fit every width', async () => {
    const link = await callApi('createShare', token, { body: { projectId: swept } });
    await check(visitor, `/shared?id=${swept}#${link.token}`);
    await check(visitor, '/shared');
    await check(visitor, '/shared/study');
    await check(visitor, `/shared?id=${swept}#not-a-token`);
    await check(member, `/projects/detail?id=${swept}`);
    await at(member, 'action-share').click();
    await at(member, 'share-create').waitFor();
    await quiet(member);
    await expectAccessibleInBothThemes(member, 'share dialog');
  });

  test('the wizard has no accessibility violation and fits every width', async () => {
    const { ready } = await exampleIds(token);
    await check(member, `/app/simulation?id=${ready}`);
  });
});

describe('the frame', () => {
  test('the sidebar is 220 px wide from 960 px on, and a drawer below', async () => {
    const page = await browser.newPage();
    await enter(page, DEMO);
    await resize(page, 960);
    await page.goto('/');
    await at(page, 'license-badge').waitFor();
    const sidebar = page.locator('aside');
    expect((await sidebar.boundingBox())?.width).toBe(SIDEBAR_PX);
    await resize(page, 959);
    await sidebar.waitFor({ state: 'hidden' });
    await at(page, 'open-menu').click();
    await page.getByRole('presentation').getByTestId('license-badge').waitFor();
  });

  test('Contact and About keep it for a member; theme, language and logout stand once at every width', async () => {
    const page = await browser.newPage();
    await enter(page, DEMO);
    for (const path of ['/auth/contact', '/about', '/projects']) {
      await page.goto(path);
      await page.locator('h1').waitFor();
      for (const width of WIDTHS) {
        await resize(page, width);
        await page.locator('aside').waitFor({ state: width >= 960 ? 'visible' : 'hidden' });
        for (const [control, id] of [
          ['theme', 'theme-switch'],
          ['language', 'language-tr'],
          ['logout', 'logout'],
        ]) {
          const shown = page
            .locator(
              `[data-testid=${id}], [data-testid=footer-${control}], [data-testid=footer-${control}-tr]`,
            )
            .filter({ visible: true });
          await expect
            .poll(() => shown.count(), { message: `${control} of ${path} at ${width} px`, timeout: 180_000 })
            .toBe(1);
        }
      }
    }
  });

  test('every name in the bar of the landing page leads to its section', async () => {
    const page = await browser.newPage();
    await page.goto('/landing');
    for (const id of ['whypace', 'solvers', 'benchmarks', 'faq']) {
      await page.locator(`header a[href="#${id}"]`).first().click();
      await waitUntil(`section ${id} in view`, async () => {
        const top = (await page.locator(`#${id}`).boundingBox())?.y ?? Infinity;
        return Math.abs(top) < 120 || id === 'faq';
      });
      expect(new URL(page.url()).hash).toBe(`#${id}`);
    }
  });

  test('theme and language are kept', async () => {
    const page = await browser.newPage();
    await page.goto('/landing');
    await at(page, 'language-tr').click();
    await at(page, 'theme-switch').click();
    await page.reload();
    await page.getByRole('link', { name: 'Neden Pace' }).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('tr');
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
  });

  test('a visitor of a page for members comes to the landing page, a member of a page for guests to the start', async () => {
    const page = await browser.newPage();
    await page.goto('/projects');
    await page.waitForURL('**/landing');
    await enter(page, DEMO);
    await page.goto('/auth/sign-up');
    await at(page, 'home-create').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('the terms open from the landing page, which has not loaded them', async () => {
    const page = await browser.newPage();
    await page.goto('/landing');
    await page.getByRole('button', { name: 'Terms and Conditions' }).click();
    await page.getByRole('heading', { name: 'KVKK Metni' }).waitFor();
    // While the PDF is still being read: the button stays where it is.
    const before = await at(page, 'terms-close').boundingBox();
    await page.locator('[data-testid=pdf-pages] canvas[data-drawn=true]').first().waitFor();
    expect(await at(page, 'terms-close').boundingBox()).toEqual(before);
    await closeDialog(page, 'terms-close');
  });
});

describe('the guides', () => {
  test('the PDF of either language opens, and the films come with their captions', async () => {
    const page = await browser.newPage();
    await enter(page, DEMO);
    await page.goto('/guides');
    for (const language of ['en', 'tr']) {
      await at(page, `guide-open-${language}`).click();
      await page.locator('[data-testid=pdf-pages] canvas[data-drawn=true]').first().waitFor();
      await at(page, 'guide-close').click();
      await at(page, 'guide-close').waitFor({ state: 'detached' });
    }
    for (const name of ['first-run', 'own-model', 'results']) {
      const length = await at(page, `video-${name}`).evaluate(async (video: HTMLVideoElement) => {
        video.preload = 'metadata';
        video.load();
        await new Promise((resolve, reject) => {
          video.onloadedmetadata = resolve;
          video.onerror = reject;
          video.querySelector('source')!.onerror = reject;
        });
        return video.duration;
      });
      expect(length, name).toBeGreaterThan(10);
      expect(Number.isFinite(length), name).toBe(true);
      const cues = await at(page, `video-${name}`).evaluate(async (video: HTMLVideoElement) => {
        const track = video.textTracks[0]!;
        track.mode = 'showing';
        for (let i = 0; i < 50 && (track.cues?.length ?? 0) === 0; i++)
          await new Promise((resolve) => setTimeout(resolve, 100));
        return [...(track.cues ?? [])].map(({ endTime }) => endTime);
      });
      expect(cues.length, name).toBeGreaterThan(5);
      expect(Math.max(...cues)).toBeLessThanOrEqual(length);
    }
  });
});

async function open(page: Page, path: string): Promise<void> {
  await resize(page, WIDTHS.at(-1)!);
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  await quiet(page);
  expect(await page.title()).toMatch(/^.+ \| Pace$/);
}

async function quiet(page: Page): Promise<void> {
  // A bar with a number that stays is a meter.
  const busy = page.locator(
    '[role=progressbar]:not([aria-valuenow]), [data-testid=loading-line], [aria-busy=true]',
  );
  await waitUntil('a page that loads nothing more', async () => (await busy.count()) === 0);
}

/** A double sweep over a sphere with a 3D pattern, so that every view has something to show. @returns its id */
async function sweptSphere(token: string): Promise<string> {
  const bytes = sphereUnv(0.2, { name: 'SI', code: 1, unitsPerMetre: 1 });
  const projectId = await uploadedProject(
    token,
    { name: 'Sphere of every view' },
    { name: 'sphere.unv', bytes },
  );
  await callApi('input', token, { body: { projectId, ...DOUBLE_SWEEP } });
  await callApi('solverRun', token, { body: { projectId, formulationType: 1 } });
  await ended(token, projectId, 'solverState');
  return projectId;
}

/** The demo account's computed example and the project that is ready to run. */
async function exampleIds(token: string) {
  return waitUntil('the computed example', async () => {
    const { projects } = await callApi('getProjects', token);
    const computed = projects.find(({ state }) => state.solverResultReady)?.id;
    const ready = projects.find(({ name }) => name.startsWith('Ready'))?.id;
    return computed !== undefined && ready !== undefined && { computed, ready };
  });
}

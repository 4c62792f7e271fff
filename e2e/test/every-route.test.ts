import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, RULES_OF_COLOUR, useTheme } from '../support/accessible.ts';
import { callApi } from '../support/api.ts';
import { TestBrowser } from '../support/browser.ts';
import { expectFits } from '../support/fits.ts';
import { DEMO } from '../support/people.ts';
import { sphereUnv } from '../support/sphereUnv.ts';
import { at, ended, enter, uploadedProject } from '../support/steps.ts';
import { waitUntil } from '../support/wait.ts';

const WIDTHS = [390, 960, 1440];
const SIDEBAR_PX = 220;

const VISITOR = [
  '/landing',
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
  '/demo/projects',
  '/demo/models',
  '/guides',
  '/admin',
  '/landing',
  '/auth/contact',
  '/projects/detail',
];

const VIEWS = ['mesh', 'currents', 'bistatic', 'monostatic', 'iterations', 'pattern', 'waterfall', 'imaging'];
const DOUBLE_SWEEP = {
  scalefactor: 1,
  freqsweep: 1,
  frequency: [0.3e9, 0.1e9, 0.6e9],
  anglesweep: 1,
  excitation: [90, 90, 0, 40, 1, 10, 10],
  numberof3dthetas: 7,
  numberoffarlocations: 36,
};

const browser = new TestBrowser();
/** Of both themes. */
let swept: Promise<string> | undefined;

describe.each(['dark', 'light'] as const)('in the %s theme', (theme) => {
  const isDefault = theme === 'dark';
  const accessible = (page: Page, what: string) =>
    expectAccessible(page, undefined, { what, ...(!isDefault && { only: RULES_OF_COLOUR }) });
  const judge = async (page: Page, path: string) => {
    await open(page, path);
    await accessible(page, path);
    if (isDefault) await expectFits(page, WIDTHS, path);
  };
  let visitor: Page;
  let member: Page;
  let ids: { computed: string; ready: string; swept: string; token: string };
  beforeAll(async () => {
    visitor = await browser.newPage();
    member = await browser.newPage();
    for (const page of [visitor, member]) await useTheme(page, theme);
    const token = await enter(member, DEMO);
    swept ??= sweptSphere(token);
    ids = { ...(await exampleIds(token)), swept: await swept, token };
  });

  test.each(VISITOR)(
    '%s has no accessibility violation and fits every width, for a visitor',
    async (path) => {
      await judge(visitor, path);
    },
  );

  test.each(MEMBER)('%s has no accessibility violation and fits every width, for a member', async (path) => {
    await judge(member, path);
  });

  test('the page of a computed project has no accessibility violation and fits every width', async () => {
    await judge(member, `/projects/detail?id=${ids.computed}`);
  });

  test('every view of the results has no accessibility violation', async () => {
    await member.setViewportSize({ width: WIDTHS.at(-1)!, height: 900 });
    await member.goto(`/projects/detail?id=${ids.swept}`);
    for (const view of VIEWS) {
      await at(member, `results-${view}`).click();
      const plot = at(member, `${view}-plot`);
      if ((await plot.count()) > 0) await plot.first().click();
      await quiet(member);
      await accessible(member, view);
    }
    await at(member, 'results-bistatic').click();
    await at(member, 'plot-table-toggle').click();
    await at(member, 'plot-table').waitFor();
    await accessible(member, 'a plot as a table');
  });

  test('a shared project, and a link that is not complete or not valid, have no accessibility violation and fit every width', async () => {
    const link = await callApi('createShare', ids.token, { body: { projectId: ids.swept } });
    await judge(visitor, `/shared?id=${ids.swept}#${link.token}`);
    await judge(visitor, '/shared');
    await judge(visitor, `/shared?id=${ids.swept}#not-a-token`);
    await judge(member, `/projects/detail?id=${ids.swept}`);
    await at(member, 'action-share').click();
    await at(member, 'share-create').waitFor();
    await quiet(member);
    await accessible(member, 'share dialog');
  });

  test('the wizard has no accessibility violation and fits every width', async () => {
    await judge(member, `/app/simulation?id=${ids.ready}`);
  });
});

describe('the frame', () => {
  test('the sidebar is 220 px wide from 960 px on, and a drawer below', async () => {
    const page = await browser.newPage();
    await enter(page, DEMO);
    await page.setViewportSize({ width: 960, height: 900 });
    await page.goto('/');
    await at(page, 'license-badge').waitFor();
    const sidebar = page.locator('aside');
    expect((await sidebar.boundingBox())?.width).toBe(SIDEBAR_PX);
    await page.setViewportSize({ width: 959, height: 900 });
    expect(await sidebar.isVisible()).toBe(false);
    await at(page, 'open-menu').click();
    await page.getByRole('presentation').getByTestId('license-badge').waitFor();
  });

  test('Contact and About keep it for a member; theme, language and logout stand once at every width', async () => {
    const page = await browser.newPage();
    await enter(page, DEMO);
    for (const path of ['/auth/contact', '/about', '/projects'])
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        await page.locator('h1').waitFor();
        const wide = width >= 960;
        expect(await page.locator('aside').isVisible(), `${path} at ${width} px`).toBe(wide);
        for (const [control, id] of [
          ['theme', 'theme-switch'],
          ['language', 'language-tr'],
          ['logout', 'logout'],
        ]) {
          const seen = await page
            .locator(
              `[data-testid=${id}], [data-testid=footer-${control}], [data-testid=footer-${control}-tr]`,
            )
            .filter({ visible: true })
            .count();
          expect(seen, `${control} of ${path} at ${width} px`).toBe(1);
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
    await at(page, 'terms-close').click();
    await page.getByRole('heading', { name: 'KVKK Metni' }).waitFor({ state: 'detached' });
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
  await page.setViewportSize({ width: WIDTHS.at(-1)!, height: 900 });
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  await quiet(page);
  expect(await page.title()).toMatch(/^.+ \| Pace$/);
}

async function quiet(page: Page): Promise<void> {
  // A bar with a number that stays is a meter.
  const busy = page.locator('[role=progressbar]:not([aria-valuenow]), [data-testid=loading-line]');
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

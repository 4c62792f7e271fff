import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { operate } from '../support/admin.ts';
import { callApi } from '../support/api.ts';
import { oneStory, TestBrowser } from '../support/browser.ts';
import { DEMO } from '../support/people.ts';
import {
  at,
  chooseOption,
  closeDialog,
  createProject,
  enter,
  fill,
  logIn,
  tokenOf,
} from '../support/steps.ts';

const GUEST_ROUTES = ['/auth/login', '/auth/sign-up', '/auth/confirm?enc=mail'];
const PUBLIC_ROUTES = [
  '/landing',
  '/auth/reset-password',
  '/auth/unlock?key=unknown',
  '/auth/contact',
  '/auth/404',
  '/auth/500',
  '/none',
];
const MEMBER_ROUTES = [
  ...['/', '/profile', '/profile/settings', '/projects', '/projects/detail?id=1', '/demo/projects'],
  ...['/demo/models', '/app/simulation?id=1', '/guides', '/admin', '/dashboard'],
];
const SCRIPT = `<img src=x onerror="document.title='broken into'">`;

const browser = new TestBrowser();
const path = (page: Page) => new URL(page.url()).pathname;

describe('guards', () => {
  test('a guest is led from every page of members to the landing page, and sees all others', async () => {
    const page = await browser.newPage();
    for (const route of MEMBER_ROUTES) {
      await page.goto(route);
      await at(page, 'landing-login').waitFor();
      expect(path(page), route).toBe('/landing');
    }
    for (const route of [...GUEST_ROUTES, ...PUBLIC_ROUTES]) {
      await page.goto(route);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(page.url()).toContain(route);
    }
  });

  test('a member is led from pages of guests to the start, and finds no administration', async () => {
    const page = await browser.newPage();
    await enter(page);
    for (const route of GUEST_ROUTES) {
      await page.goto(route);
      await at(page, 'logout').waitFor();
      expect(path(page), route).toBe('/');
    }
    await page.goto('/admin');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
  });

  test('a name with a script in it is text wherever it is shown', async () => {
    const page = await browser.newPage();
    const token = await enter(page);
    const id = await createProject(page, SCRIPT);
    for (const route of ['/', '/projects', `/projects/detail?id=${id}`, `/app/simulation?id=${id}`]) {
      await page.goto(route);
      await page.getByText(SCRIPT).first().waitFor();
      expect(await page.locator('img[src=x]').count()).toBe(0);
      expect(await page.title()).not.toBe('broken into');
    }
    await callApi('deleteProject', token, { body: { id } });
  });
});

describe('the administration', () => {
  const boss = { email: 'boss@pace-rcs.example', password: '' };
  const newcomer = { email: 'student@uni.example', password: 'long enough' };
  let page: Page;
  oneStory();
  beforeAll(async () => {
    const printed = await operate('create', boss.email, '--name', 'Grace');
    boss.password = /^Password: (\S+)$/m.exec(printed)?.[1] ?? '';
    await callApi('register', undefined, {
      body: {
        ...{ ...newcomer, name: 'Elif', surname: SCRIPT, company: 'University', phoneNumber: '' },
        personalInfoCheck: true,
      },
    });
    await callApi('support', undefined, {
      body: { name: 'Ada', email: 'ada@radar.example', message: `Please help ${SCRIPT}` },
    });
    page = await browser.newPage();
  });

  test('an administrator that the operator made finds the page', async () => {
    await logIn(page, boss);
    await tokenOf(page);
    expect(await at(page, 'license-badge').innerText()).toBe('Admin');
    await page.getByRole('link', { name: 'Administration' }).click();
    await at(page, 'admin-overview').waitFor();
    expect(await at(page, 'admin-disk').innerText()).toMatch(/\d GB of [\d.]+ (GB|TB) used/);
    await expectAccessible(page);
  });

  test('approves a student, gives them their type, and disables them', async () => {
    await at(page, 'admin-tab-users').click();
    await fill(page, { 'users-search': newcomer.email });
    const row = at(page, 'admin-users').locator('tbody tr');
    await row.filter({ hasText: 'Not confirmed' }).waitFor();
    await expectAccessible(page);
    await expect(callApi('login', undefined, { body: newcomer })).rejects.toThrow('401');
    await row.getByRole('button', { name: `Approve ${newcomer.email}` }).click();
    await row.filter({ hasText: 'Active' }).waitFor();
    await chooseOption(row, 'Student');
    await row.filter({ hasText: 'Student' }).waitFor();

    const other = await browser.newPage({ locale: 'tr-TR' });
    await logIn(other, newcomer);
    await at(other, 'logout').waitFor();
    expect(await at(other, 'license-badge').innerText()).toBe('Öğrenci');
    // A call of this page that is still on its way would end the session before the next page asks for anything.
    await other.goto('about:blank');

    await row.getByRole('button', { name: `Disable ${newcomer.email}` }).click();
    await closeDialog(page, 'user-disable-confirm');
    await row.filter({ hasText: 'Disabled' }).waitFor();
    await other.goto('/profile');
    await other.waitForURL('**/auth/login');
    await other.close();
  });

  test('sees queue and workers, projects with owner and size, and the log', async () => {
    await at(page, 'admin-tab-queue').click();
    await at(page, 'admin-workers').getByText('This server').waitFor();
    // Whose run ended last depends on the files that ran before: only the last twenty are shown.
    const last = at(page, 'admin-recent').locator('tbody tr').first();
    await last.filter({ hasText: '@' }).waitFor();
    expect(await last.innerText()).toMatch(/Finished|NOT CONVERGED|Cancelled|Error/);
    await expectAccessible(page);
    await at(page, 'admin-tab-projects').click();
    await fill(page, { 'projects-search': 'Ready to run: PEC sphere' });
    const rows = at(page, 'admin-projects').locator('tr', { hasText: 'Ready to run: PEC sphere' });
    // Newest first: copies that other tests made stand before it.
    const ready = rows.filter({ hasText: DEMO.email }).last();
    expect(await ready.innerText()).toMatch(/demo@pace-rcs\.example[^]*PEC[^]*Finished[^]*\d KB/);
    await expectAccessible(page);
    await at(page, 'admin-tab-audit').click();
    await at(page, 'admin-audit').getByText('account type 2 to 3').first().waitFor();
    await at(page, 'admin-audit').getByText('account disabled').first().waitFor();
  });

  test('answers a message, whose script is text; all of it in Turkish and light as well', async () => {
    await at(page, 'language-tr').click();
    await at(page, 'theme-switch').click();
    await at(page, 'admin-tab-messages').click();
    const message = at(page, 'admin-messages').locator('li', { hasText: `Please help ${SCRIPT}` });
    await message.getByRole('button', { name: 'Yanıtlandı olarak işaretle' }).click();
    await message.getByText('Yanıtlandı', { exact: true }).waitFor();
    expect(await page.locator('img[src=x]').count()).toBe(0);
    expect(await page.title()).toBe('Yönetim | Pace');
    for (const tab of ['overview', 'users', 'queue', 'projects', 'messages', 'audit']) {
      await at(page, `admin-tab-${tab}`).click();
      await page
        .getByRole('tabpanel')
        .getByRole('progressbar')
        .or(page.locator('table, li'))
        .first()
        .waitFor();
    }
    await expectAccessible(page);
  });
});

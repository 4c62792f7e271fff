import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { callApi } from '../support/api.ts';
import { TestBrowser } from '../support/browser.ts';
import { at, enter, plotBistatic } from '../support/steps.ts';
import { waitUntil } from '../support/wait.ts';

const GRAVE = ['serious', 'critical'];

const browser = new TestBrowser();

describe.each(['dark', 'light'])('in the %s theme', (theme) => {
  let page: Page;
  let token: string;
  beforeAll(async () => {
    page = await browser.newPage();
    await page.addInitScript((mode) => localStorage.setItem('theme', mode), theme);
  });

  test('the landing page has no serious accessibility violation', async () => {
    await page.goto('/landing');
    await at(page, 'landing-login').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('the login page has no serious accessibility violation', async () => {
    await page.goto('/auth/login');
    await at(page, 'login-submit').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('the project list has no serious accessibility violation', async () => {
    token = await enter(page);
    await page.goto('/projects');
    await at(page, 'project-list').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('the first step of the wizard has no serious accessibility violation', async () => {
    await page.getByRole('link', { name: 'Ready to run: PEC sphere', exact: true }).click();
    await at(page, 'mesh-viewer').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('the result page with a plot and its table has no serious accessibility violation', async () => {
    const id = await exampleOf(token);
    await page.goto(`/projects/detail?id=${id}`);
    await plotBistatic(page, 'xy');
    await at(page, 'plot-table-toggle').click();
    await at(page, 'plot-table').waitFor();
    expect(await violations(page)).toEqual([]);
  });
});

/** Id of the demo account's computed example. */
async function exampleOf(token: string): Promise<string> {
  return waitUntil('the computed example', async () => {
    const { projects } = await callApi('getProjects', token);
    return projects.find(({ isDemo, state }) => isDemo && state.solverResultReady)?.id;
  });
}

/** Serious and critical ones, with what is wrong and where. */
async function violations(page: Page): Promise<string[]> {
  const { violations: all } = await new AxeBuilder({ page }).analyze();
  return all
    .filter(({ impact }) => GRAVE.includes(impact ?? ''))
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

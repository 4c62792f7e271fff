import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { callApi } from '../support/api.ts';
import { oneStory, TestBrowser } from '../support/browser.ts';
import { mailsTo } from '../support/mail.ts';
import { newPerson, type Person } from '../support/people.ts';
import { at, enter, fill } from '../support/steps.ts';
import { waitUntil } from '../support/wait.ts';

oneStory();

const browser = new TestBrowser();
let page: Page;
let person: Person;
const keys: Record<string, string> = {};
beforeAll(async () => {
  page = await browser.newPage();
  person = await newPerson();
  await enter(page, person);
});

const row = (name: string) => at(page, 'access-key-row').filter({ hasText: name });

async function create(name: string, scope: 'read' | 'run'): Promise<string> {
  await fill(page, { 'access-key-name': name });
  await at(page, 'access-key-scope').selectOption(scope);
  await at(page, 'access-key-days').selectOption('90');
  await at(page, 'access-key-create').click();
  const key = await at(page, 'access-key-new').inputValue();
  await at(page, 'access-key-done').click();
  return key;
}

test('a key is shown once, listed with its scope, and told by mail', async () => {
  await page.goto('/profile/settings');
  keys['run'] = await create('Nightly sweep', 'run');
  expect(keys['run']).toMatch(/^pace_[\w-]{43}$/);
  keys['read'] = await create('Watch', 'read');
  await page.reload();
  await row('Watch').waitFor();
  expect(await at(page, 'access-key-new').count()).toBe(0);
  const text = await row('Nightly sweep').innerText();
  expect(text).toContain(`${keys['run'].slice(0, 11)}…`);
  expect(text).toContain('run: set up and run projects');
  expect(text).toContain('Never used');
  expect(await page.content()).not.toContain(keys['run'].slice(12));
  const told = await waitUntil('both mails', async () => {
    const mails = (await mailsTo(person.email)).filter(({ text }) => text.includes('An access key'));
    return mails.length === 2 && mails;
  });
  expect(told.map(({ text }) => text).join()).not.toContain(keys['run']);
});

test('it does what its scope allows, and its last use is seen', async () => {
  const { id } = await callApi('createProject', keys['run'], { body: { name: 'By script', solverType: 1 } });
  const { projects } = await callApi('getProjects', keys['read'], { query: { page: '0' } });
  expect(projects.map((project) => project.id)).toEqual([id]);
  await expect(
    callApi('createProject', keys['read'], { body: { name: 'Not this', solverType: 1 } }),
  ).rejects.toThrow('answered 403');
  await page.reload();
  await waitUntil('the last use', async () => (await row('Watch').innerText()).includes('Last used'));
});

test('once it is revoked it is refused at once, and the other one goes on', async () => {
  await row('Nightly sweep').getByTestId('access-key-revoke').click();
  await at(page, 'access-key-revoke-confirm').click();
  await row('Nightly sweep').waitFor({ state: 'detached' });
  await expect(callApi('usage', keys['run'])).rejects.toThrow('answered 401');
  await callApi('usage', keys['read']);
});

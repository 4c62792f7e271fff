import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { TestBrowser } from '../support/browser.ts';
import { DEMO, newPerson } from '../support/people.ts';
import { at, createProject, enter, fill, logIn, tokenOf, uploadModel } from '../support/steps.ts';

/** One grey pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

const browser = new TestBrowser();
let page: Page;
beforeEach(async () => {
  page = await browser.newPage();
});

test('a wrong password is answered by a sentence', async () => {
  await logIn(page, { ...(await newPerson()), password: 'not the password' });
  expect(await at(page, 'login-error').innerText()).toContain(
    'Invalid login, or the account is not approved yet.',
  );
  expect(new URL(page.url()).pathname).toBe('/auth/login');
});

test('a private mail address is refused by a sentence', async () => {
  await page.goto('/auth/sign-up');
  await fill(page, { 'signup-email': 'somebody@gmail.com' });
  await at(page, 'signup-submit').click();
  await page.getByText('Invalid email address, must be a company email').waitFor();
});

test('a PNG renamed to .step is refused by a sentence', async () => {
  await enter(page);
  await createProject(page, 'Not a model');
  await uploadModel(page, 'step', { name: 'picture.step', bytes: PNG });
  expect(await at(page, 'upload-error').innerText()).toContain(
    '"picture.step" is not a STEP file: it does not begin with ISO-10303-21.',
  );
  // The user may choose again.
  expect(await at(page, 'file-input').isEnabled()).toBe(true);
});

test('a visitor is led from a protected page to the landing page', async () => {
  await page.goto('/projects');
  await page.waitForURL('**/landing');
  await at(page, 'landing-login').waitFor();
});

test('who has logged out is led to the landing page as well', async () => {
  await logIn(page, DEMO);
  await tokenOf(page);
  await at(page, 'logout').click();
  await at(page, 'logout').waitFor({ state: 'detached' });
  await page.goto('/projects');
  await page.waitForURL('**/landing');
  await at(page, 'landing-login').waitFor();
});

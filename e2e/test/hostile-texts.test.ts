import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, test } from 'vitest';
import { operate } from '../support/admin.ts';
import { callApi } from '../support/api.ts';
import { oneStory, TestBrowser } from '../support/browser.ts';
import { linkInMailTo } from '../support/mail.ts';
import { plateRowUnv } from '../support/plateWithFinUnv.ts';
import { waitUntil } from '../support/wait.ts';
import { at, COMPUTING_MS, download, ended, enter, uploadedProject } from '../support/steps.ts';

/**
 * Texts that would do something if a page took them for more than text. An element that came of one has the id `hit`, a
 * request the path /hit, a script sets `hit` or opens a dialog.
 */
const PAYLOADS = [
  `<script id=hit>hit=alert(1)</script>`,
  `<img id=hit src=/hit onerror=alert(2)>`,
  `<svg id=hit onload=alert(3)>`,
  `"><img id=hit src=/hit onerror=alert(4)>`,
  `'-alert(5)-'`,
  `javascript:alert(6)`,
  `</title><base id=hit href=/hit/>`,
  `--><iframe id=hit src=/hit></iframe>`,
  '${alert(7)}{{constructor.constructor("alert(8)")()}}',
  `$t(common:cancel) {{name}} <1>hit</1>`,
  `＜img id=hit src=/hit onerror=alert(9)＞`,
  `\u202e>(01)trela=rorreno /tih/=crs tih=di gmi<\u2066`,
  `&lt;img id=hit src=/hit onerror=alert(11)&gt;`,
  `=HYPERLINK("//hit.example/hit","hit")`,
  `%3Cimg id=hit src=/hit%3E`,
];
/** Where 25, 40 or 60 characters are allowed */
const [SHORT, PART, PERSON] = [`<svg id=hit onload=hit()>`, `<img id=hit src=/hit>`, PAYLOADS[1]!];
const COMPANY = `${PAYLOADS[3]} ${PAYLOADS[0]}`;
const FILE = `"><img id=hit src=x onerror=alert(12)>.unv`;
const PERSON_EMAIL = `hostile-${Date.now()}@radar-works.com`;
const PASSWORD = 'a sphere is enough';
const MESSAGE = PAYLOADS.join('\n');

oneStory();
const browser = new TestBrowser();
const done: string[] = [];
let boss: { email: string; password: string };
let token: string;
let runId: string;
let coatingId: string;
let link: string;

beforeAll(async () => {
  const email = `hostile-boss-${Date.now()}@radar-works.com`;
  const printed = await operate('create', email, '--name', PERSON);
  boss = { email, password: /^Password: (\S+)$/m.exec(printed)?.[1] ?? '' };
}, COMPUTING_MS);

test('what a payload could do would be noticed', async () => {
  const page = await watched('en-US');
  await page.setContent(`${PAYLOADS[1]!}${PAYLOADS[2]!}<a href="javascript:alert(6)">x</a>`);
  await expect(harmless(page)).rejects.toThrow('to match object');
  await waitUntil('dialogs of both', () =>
    Promise.resolve(done.filter((what) => what.startsWith('dialog')).length >= 2),
  );
  done.length = 0;
  await page.close();
});

test('texts that look like scripts are taken by every call that takes texts', async () => {
  await callApi('register', undefined, {
    body: {
      ...{ name: PERSON, surname: PART, company: COMPANY, phoneNumber: '' },
      ...{ email: PERSON_EMAIL, password: PASSWORD, personalInfoCheck: true },
    },
  });
  const enc = new URL(await linkInMailTo(PERSON_EMAIL)).searchParams.get('enc')!;
  await callApi('confirm', undefined, { query: { enc } });
  ({ token } = await callApi('login', undefined, {
    body: { email: PERSON_EMAIL, password: PASSWORD, rememberMe: false },
  }));
  await callApi('support', undefined, { body: { name: PERSON, email: PERSON_EMAIL, message: MESSAGE } });
  const model = { name: FILE, bytes: plateRowUnv(2, 0.1, [PART, `"><b id=hit>`]) };
  const name = PAYLOADS.slice(0, 7).join(' ');
  runId = await uploadedProject(token, { name }, model);
  coatingId = await uploadedProject(token, { name: PAYLOADS[3]!, solverType: 2 }, model);
  for (const payload of PAYLOADS)
    await callApi('createProject', token, { body: { name: payload, solverType: 3 } });
  await callApi('inputMaterials', token, {
    body: {
      projectId: coatingId,
      inputMaterials: [
        {
          ...{ id: '1', name: SHORT, frequency: 1e9 },
          ...{ permitivity: { real: 2, imaginary: 0 }, permeability: { real: 1, imaginary: 0 } },
        },
      ],
      thicknesses: [{ id: '1', materialName: SHORT, surface: 1, surfaceIndex: 1, thickness: 0.001 }],
    },
  });
  const input = { scalefactor: 1, frequency: [1e9, -1, -1], excitation: [60, 30, 0] };
  await callApi('input', token, { body: { ...input, projectId: runId } });
  await callApi('solverRun', token, { body: { projectId: runId, formulationType: 1 } });
  link = `/shared?id=${runId}#${(await callApi('createShare', token, { body: { projectId: runId } })).token}`;
  await ended(token, runId, 'solverState');
});

test.each(['en-US', 'tr-TR'])('every page that shows them in %s shows texts', async (locale) => {
  const page = await watched(locale);
  await enter(page, { email: PERSON_EMAIL, password: PASSWORD });
  await page.goto('/projects');
  for (const payload of PAYLOADS) await seen(page, payload);
  await harmless(page);
  await page.goto('/profile');
  for (const text of [PERSON, COMPANY]) await seen(page, text);
  await harmless(page);
  await page.goto('/profile/settings');
  await page.waitForFunction(
    (company) => [...document.querySelectorAll('input')].some(({ value }) => value === company),
    COMPANY,
  );
  await harmless(page);
  await page.goto('/');
  await seen(page, PAYLOADS.at(-1)!);
  await harmless(page);
  await page.goto(`/app/simulation?id=${coatingId}&step=3`);
  for (const text of [PAYLOADS[3]!, SHORT, FILE]) await seen(page, text);
  await harmless(page);
  await page.goto(`/projects/detail?id=${runId}`);
  await seen(page, PAYLOADS[0]!);
  await harmless(page);
  await page.goto(link);
  await seen(page, PAYLOADS[0]!);
  // Once is enough: the picture takes its time.
  if (locale === 'en-US') {
    await at(page, 'results-mesh').click();
    await at(page, 'mesh-plot').click();
    await seen(page, PART);
  }
  await harmless(page);
  await page.close();
});

test('the report in HTML shows texts, also opened as a file', async () => {
  const page = await watched('en-US');
  await enter(page, { email: PERSON_EMAIL, password: PASSWORD });
  await page.goto(`/projects/detail?id=${runId}`);
  const { bytes } = await download(page, 'action-html');
  const folder = await mkdtemp(join(tmpdir(), 'pace-report-'));
  try {
    const file = join(folder, 'report.html');
    await writeFile(file, bytes);
    const report = await watched('en-US');
    await report.goto(pathToFileURL(file).href);
    for (const text of [PAYLOADS[0]!, PART, FILE]) await seen(report, text);
    await harmless(report);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.each(['en-US', 'tr-TR'])('the administration in %s shows texts', async (locale) => {
  const page = await watched(locale);
  await enter(page, boss);
  await page.goto('/admin');
  for (const [tab, text] of [
    ['users', PERSON_EMAIL],
    ['projects', PAYLOADS.at(-1)!],
    ['queue', PERSON_EMAIL],
    ['messages', PAYLOADS[0]!],
    ['audit', PERSON_EMAIL],
  ] as const) {
    await at(page, `admin-tab-${tab}`).click();
    await seen(page, text);
    await harmless(page);
  }
});

/** A page of which everything is noted that a payload could do. */
async function watched(locale: string): Promise<Page> {
  const page = await browser.newPage({ locale });
  page.on('dialog', (dialog) => {
    done.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const site = new URL(inject('site')).origin;
  page.on('request', (request) => {
    const url = new URL(request.url());
    const own = url.origin === site || ['blob:', 'data:', 'file:'].includes(url.protocol);
    if (!own || url.pathname.includes('hit')) done.push(`request: ${request.url()}`);
  });
  return page;
}

/** The text stands on the page as it was typed. */
async function seen(page: Page, text: string): Promise<void> {
  await page.getByText(text, { exact: false }).first().waitFor();
}

/** Nothing that came of a payload is there, and none has done anything. */
async function harmless(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    elements: [...document.querySelectorAll('#hit, [onerror], [onload], script:not([src])')]
      .filter((element) => element.id === 'hit' || !(element instanceof HTMLScriptElement))
      .map(({ outerHTML }) => outerHTML),
    links: [...document.querySelectorAll<HTMLElement>('[href], [src], [action]')]
      .flatMap((element) => ['href', 'src', 'action'].map((name) => element.getAttribute(name) ?? ''))
      .filter((address) => /^\s*javascript:/i.test(address) || address.includes('/hit')),
    global: 'hit' in window && !((window['hit' as never] as unknown) instanceof Element),
    title: document.title,
  }));
  expect(found).toMatchObject({ elements: [], links: [], global: false });
  expect(done).toEqual([]);
}

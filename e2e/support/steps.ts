import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { callApi } from './api.ts';
import { waitUntil } from './wait.ts';

/** Computing may take long on a machine that does other things as well. */
const COMPUTING_MS = 90_000;
/** The account of the first start, as the README names it. */
export const DEMO = { email: 'demo@pace-rcs.example', password: 'pace-demo-2026' };

export interface ModelFile {
  name: string;
  bytes: Buffer;
}

export const at = (page: Page, testId: string): Locator => page.getByTestId(testId);

export async function fill(page: Page, values: Record<string, string | number>): Promise<void> {
  for (const [testId, value] of Object.entries(values)) await at(page, testId).fill(String(value));
}

export async function logIn(page: Page, { email, password } = DEMO): Promise<void> {
  await page.goto('/auth/login');
  await fill(page, { 'login-email': email, 'login-password': password });
  await at(page, 'login-submit').click();
}

/** Begins with the session of the demo account, where logging in is not what is tested. @returns its token */
export async function enter(page: Page): Promise<string> {
  const { token } = await callApi('login', undefined, { body: { ...DEMO, rememberMe: false } });
  await page.addInitScript((kept) => sessionStorage.setItem('accessToken', kept), token);
  return token;
}

/** @returns the token of the logged-in person's session */
export async function tokenOf(page: Page): Promise<string> {
  await at(page, 'logout').waitFor();
  const token = await page.evaluate(
    () => sessionStorage.getItem('accessToken') ?? localStorage.getItem('accessToken'),
  );
  expect(token, 'token of the session').toBeTruthy();
  return token!;
}

/** Creates a PEC project and ends in its wizard. @returns its id */
export async function createProject(page: Page, name: string): Promise<string> {
  await page.goto('/projects');
  await at(page, 'project-create-open').click();
  await fill(page, { 'project-create-name': name });
  await at(page, 'project-create-submit').click();
  await page.waitForURL('**/app/simulation?id=*');
  await at(page, 'wizard-project').waitFor();
  return new URL(page.url()).searchParams.get('id')!;
}

/** Gives the wizard its model; ends when the file has arrived or was refused. */
export async function uploadModel(
  page: Page,
  type: 'step' | 'unv',
  { name, bytes }: ModelFile,
): Promise<void> {
  await at(page, `file-type-${type}`).click();
  await at(page, 'file-input').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes });
  await at(page, 'upload-start').click();
  await at(page, 'upload-confirm').click();
  await at(page, 'model-file').or(at(page, 'upload-error')).first().waitFor();
}

export async function next(page: Page, step: number): Promise<void> {
  await at(page, 'wizard-next').click();
  await page.locator(`[data-testid=wizard-step-title][data-step="${step}"]`).waitFor();
}

/** Waits until the model has its mesh. */
export async function meshReady(page: Page): Promise<void> {
  await page.locator('[data-testid=file-panel][data-phase=ready]').waitFor({ timeout: COMPUTING_MS });
}

/** Presses Start and follows the run on the page of the project to its end. */
export async function runToTheEnd(page: Page): Promise<void> {
  await at(page, 'wizard-start').click();
  await at(page, 'wizard-started').waitFor();
  await page.waitForURL('**/projects/detail?id=*');
  const status = at(page, 'run-status');
  const last = await waitUntil(
    'the end of the run',
    async () => {
      const now = await status.getAttribute('data-status');
      return ['Finished', 'Error', 'Cancelled'].includes(now ?? '') && now!;
    },
    COMPUTING_MS,
  );
  if (last !== 'Finished') throw new Error(`The run ended so: ${await page.locator('main').innerText()}`);
}

/** One curve of the plot that is open, y by x, read off its table. */
export async function readPlotTable(page: Page, curve = 0): Promise<Map<number, number>> {
  if (!(await at(page, 'plot-table').isVisible())) await at(page, 'plot-table-toggle').click();
  const rows = await at(page, 'plot-table')
    .locator('tbody tr')
    .evaluateAll(
      (all, column) =>
        all.map((row) => {
          const cell = row.querySelectorAll('td')[column]!;
          return {
            x: row.querySelector('th')!.textContent,
            y: cell.getAttribute('data-value')!,
            shown: cell.textContent,
          };
        }),
      curve,
    );
  for (const { y, shown } of rows) expect(Number(shown)).toBeCloseTo(Number(y), 3);
  return new Map(rows.map(({ x, y }) => [Number(x), Number(y)]));
}

/** Adds one cut to the bistatic view. */
export async function plotBistatic(page: Page, plane: 'xy' | 'xz' | 'yz'): Promise<void> {
  await at(page, 'results-bistatic').click();
  await at(page, 'bistatic-plane').selectOption({ label: plane });
  await at(page, 'bistatic-plot').click();
  await at(page, 'bistatic-chart').locator('canvas, svg').first().waitFor();
}

export interface Downloaded {
  name: string;
  path: string;
  bytes: Buffer;
  text: string;
}

/** The file that a button of the page gives. */
export async function download(page: Page, testId: string): Promise<Downloaded> {
  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout: COMPUTING_MS }),
    at(page, testId).first().click(),
  ]);
  const path = await file.path();
  const bytes = await readFile(path);
  return { name: file.suggestedFilename(), path, bytes, text: bytes.toString('utf8') };
}

/** Width and height of a PNG file [px]. */
export function pngSize(bytes: Buffer): [width: number, height: number] {
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

/** Lines of a CSV file as they come from the product: comments, titles, numbers. */
export function csvParts(text: string): { comments: string[]; titles: string; rows: number[][] } {
  const lines = text.split('\n').filter((line) => line !== '');
  const comments = lines.filter((line) => line.startsWith('#'));
  const [titles = '', ...rows] = lines.slice(comments.length);
  return { comments, titles, rows: rows.map((row) => row.split(',').map(Number)) };
}

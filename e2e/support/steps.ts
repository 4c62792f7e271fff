import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { callApi } from './api.ts';
import { DEMO, newPerson, type Person } from './people.ts';
import { waitUntil } from './wait.ts';

/** Of what computes: only what hangs takes so long, also on a machine that does much else. */
export const COMPUTING_MS = 600_000;

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

/**
 * Begins with a session, where logging in is not what is tested.
 * @param person  a new account unless one is named
 * @returns the session's token
 */
export async function enter(page: Page, person?: Person): Promise<string> {
  const { token } = await callApi('login', undefined, {
    body: { ...(person ?? (await newPerson())), rememberMe: false },
  });
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

/**
 * Opens a select and takes one of its options; ends when the list is gone, so that nothing lies over what is clicked next.
 * It is opened from the keyboard: a mouse button released late, over the list that has opened, would choose what is there.
 */
export async function chooseOption(select: Locator, option: string): Promise<void> {
  const page = select.page();
  await select
    .getByRole('combobox')
    .or(select.and(page.getByRole('combobox')))
    .press('Enter');
  await page.getByRole('option', { name: option, exact: true }).click();
  await page.getByRole('listbox').waitFor({ state: 'detached' });
}

/** Takes an entry of a menu; ends when the menu is gone. */
export async function chooseFromMenu(button: Locator, entry: string): Promise<void> {
  const page = button.page();
  await button.click();
  await at(page, entry).click();
  await page.getByRole('menu').waitFor({ state: 'detached' });
}

/** Presses what closes a dialog; ends when the dialog is gone. */
export async function closeDialog(page: Page, button: string): Promise<void> {
  await at(page, button).click();
  await at(page, button).waitFor({ state: 'detached' });
}

/** A project of one's own with a mesh that is ready, by the API. @returns its id */
export async function uploadedProject(
  token: string,
  project: { name: string; solverType?: number },
  { name, bytes }: ModelFile,
): Promise<string> {
  const { id: projectId } = await callApi('createProject', token, { body: { solverType: 1, ...project } });
  const chunk = { index: 0, offset: 0, fileSize: bytes.length, chunkSize: bytes.length };
  await callApi('upload', token, {
    body: { projectId, fileName: name, ...chunk, data: bytes.toString('base64') },
  });
  await ended(token, projectId, 'mesherState');
  return projectId;
}

/** Waits for the end of a project's meshing or run, which must finish. */
export async function ended(
  token: string,
  projectId: string,
  kind: 'mesherState' | 'solverState',
): Promise<void> {
  await waitUntil(
    `the end of the ${kind}`,
    async () => {
      const { status } = (await callApi('storageStateLive', token, { body: { projectId } }))[kind];
      if (['Error', 'Cancelled'].includes(status)) throw new Error(`${kind} of the project: ${status}`);
      return status === 'Finished';
    },
    COMPUTING_MS,
  );
}

/**
 * From the keyboard: what stands above grows when the view of the model has been loaded, and a mouse button that is released
 * after that is no click.
 */
export async function chooseFileType(page: Page, type: 'step' | 'unv'): Promise<void> {
  await at(page, `file-type-${type}`).press('Enter');
}

/** Gives the wizard its model, from the keyboard for the same reason; ends when the file has arrived or was refused. */
export async function uploadModel(
  page: Page,
  type: 'step' | 'unv',
  { name, bytes }: ModelFile,
): Promise<void> {
  await chooseFileType(page, type);
  await at(page, 'file-input').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes });
  await at(page, 'upload-start').press('Enter');
  await closeDialog(page, 'upload-confirm');
  await at(page, 'model-file').or(at(page, 'upload-error')).first().waitFor();
}

export async function next(page: Page, step: number): Promise<void> {
  await at(page, 'wizard-next').click();
  await page.locator(`[data-testid=wizard-step-title][data-step="${step}"]`).waitFor();
}

/** The button moves with the height of the step: it is pressed again only where the step before has come. */
export async function back(page: Page, step: number): Promise<void> {
  await at(page, 'wizard-back').click();
  await page.locator(`[data-testid=wizard-step-title][data-step="${step}"]`).waitFor();
}

/** Waits until the model has its mesh. */
export async function meshReady(page: Page): Promise<void> {
  await page.locator('[data-testid=file-panel][data-phase=ready]').waitFor({ timeout: COMPUTING_MS });
}

/**
 * Meshes the model of the wizard anew, with edges of this length; ends when that mesh is there. The offer to do so stands in
 * the place of the button while the size does not fit the frequency.
 */
export async function meshAgain(page: Page, edgeMm: number, { curved = true } = {}): Promise<void> {
  await at(page, 'mesh-again').or(at(page, 'mesh-again-offer')).click();
  await fill(page, { 'mesh-size': edgeMm });
  await at(page, 'mesh-curved').setChecked(curved);
  const token = await tokenOf(page);
  const projectId = new URL(page.url()).searchParams.get('id')!;
  const started = page.waitForResponse((answer) => answer.url().endsWith('/runMesher'));
  await at(page, 'mesh-start').click();
  expect((await started).status()).toBe(200);
  // Flat elements are as many as curved ones: only the run itself says that there is another mesh.
  await ended(token, projectId, 'mesherState');
  await meshReady(page);
  await at(page, 'mesh-size').waitFor({ state: 'detached' });
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

/**
 * One curve of the plot that is open, y by x, read off its table; ends of error bars stand in columns of their own.
 * @param place  holds no other plot
 */
export async function readPlotTable(place: Page | Locator, curve = 0): Promise<Map<number, number>> {
  const table = place.getByTestId('plot-table');
  if (!(await table.isVisible())) await place.getByTestId('plot-table-toggle').click();
  const rows = await table.locator('tbody tr').evaluateAll(
    (all, column) =>
      all.map((row) => {
        const cell = row.querySelectorAll('td:not([data-end])')[column]!;
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

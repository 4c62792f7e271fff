import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { oneStory, TestBrowser } from '../support/browser.ts';
import { sphereUnv } from '../../testing/sphereUnv.ts';
import { at, createProject, enter, meshReady, uploadModel } from '../support/steps.ts';

const PHONE = { width: 390, height: 844 };

oneStory();
const browser = new TestBrowser();
let page: Page;
beforeAll(async () => {
  page = await browser.newPage({ viewport: PHONE });
});

const fits = () => page.evaluate(() => document.documentElement.scrollWidth);

test('a sphere in two halves with nodes of their own is refused, and the doctor offers to merge them', async () => {
  await enter(page);
  await createProject(page, 'Torn sphere');
  const millimetres = { name: 'SI: mm (milli-newton)', code: 5, unitsPerMetre: 1000 };
  await uploadModel(page, 'unv', {
    name: 'torn.unv',
    bytes: sphereUnv(250, millimetres, { torn: true }),
  });
  await page.locator('[data-testid=file-panel][data-phase=failed]').waitFor();
  expect(await at(page, 'doctor-seam').getAttribute('data-verdict')).toBe('bad');
  expect(await at(page, 'mesher-error').innerText()).toContain('the surface is torn there');
  await at(page, 'merge-seams').scrollIntoViewIfNeeded();
  expect(await fits()).toBe(PHONE.width);
  await expectAccessible(page, '[data-testid=file-panel]');
});

test('the button merges them by keyboard, and the row says how many there were', async () => {
  await at(page, 'merge-seams').focus();
  await page.keyboard.press('Enter');
  await meshReady(page);
  expect(await at(page, 'doctor-mergedSeams').innerText()).toMatch(/\d+ nodes of seams were merged/);
  expect(await at(page, 'doctor-holes').getAttribute('data-verdict')).toBe('good');
  expect(await at(page, 'merge-seams').count()).toBe(0);
  // What the file says of its unit is still asked.
  expect(await at(page, 'units-panel').innerText()).toContain('The file says: Millimetre');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('file-panel-title');
  expect(await fits()).toBe(PHONE.width);
  await expectAccessible(page, '[data-testid=file-panel]');
});

// @ts-check
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../steps/paths.mjs';

/** @param {string} file  relative to the root */
const read = (file) => readFileSync(join(ROOT, file), 'utf8');

const TRACKED = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)));
const PAGES = TRACKED.filter((file) => file.endsWith('.md') && !file.includes('/data/'));

/** What a heading is called in a link, as GitHub does it. @param {string} heading */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** @param {string} page @returns {string[]} */
const anchorsOf = (page) =>
  [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));

test('the pages of validation and the table of the README are what validation/results.json makes', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'validation/run.ts', '--report-only', '--check'],
    { cwd: ROOT, encoding: 'utf8' },
  );
  assert.equal(status, 0, stderr);
});

test('the README has ten lines of validation, each with the worst number of its group that has a limit', () => {
  const [, table = ''] =
    /<!-- validation:begin -->\n([\s\S]*?)<!-- validation:end -->/.exec(read('README.md')) ?? [];
  const lines = table.trim().split('\n').slice(2);
  assert.equal(lines.length, 10);
  /** @type {Record<string, { checks: { measures: { quantity: string, value: number, limit?: number }[] }[] }>} */
  const results = JSON.parse(read('validation/results.json'));
  /** @param {string} group @param {string} quantity */
  const worst = (group, quantity) =>
    Math.max(
      ...Object.entries(results)
        .filter(([id]) => JSON.parse(read(`validation/cases/${id}/case.json`)).group === group)
        .flatMap(([, { checks }]) => checks.flatMap(({ measures }) => measures))
        .filter((measure) => measure.quantity === quantity && measure.limit !== undefined)
        .map(({ value }) => value),
    );
  for (const line of lines) {
    const group = /docs\/validation\/(.*)\.md/.exec(line)?.[1] ?? '';
    const [, , , , mean = '', relative = ''] = line.split(' | ').flatMap((cell) => cell.split('|'));
    if (mean.trim() !== '') assert.equal(Number(mean), Number(worst(group, 'mean |ΔdB|').toFixed(3)), line);
    else assert.equal(worst(group, 'mean |ΔdB|'), -Infinity, line);
    if (relative.trim() !== '')
      assert.equal(parseFloat(relative), Number((100 * worst(group, 'relative error')).toFixed(2)), line);
    else assert.equal(worst(group, 'relative error'), -Infinity, line);
  }
});

test('every link of a document leads to a file that is there, and to a heading of it', () => {
  const broken = PAGES.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => {
        const [path = '', anchor] = target.split('#');
        const file = path === '' ? page : normalize(join(dirname(page), path));
        if (!existsSync(join(ROOT, file))) return true;
        return anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).includes(anchor);
      })
      .map((target) => `${page}: ${target}`),
  );
  assert.deepEqual(broken, []);
});

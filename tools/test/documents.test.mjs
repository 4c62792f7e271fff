// @ts-check
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
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

/** Pages for newcomers: what they name must be there. */
const FOR_NEWCOMERS = PAGES.filter(
  (file) =>
    file.startsWith('docs/how-to/') ||
    ['docs/README.md', 'docs/glossary.md', 'docs/life-of-a-job.md'].includes(file),
);

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

test('docs/README.md leads to every page of docs', () => {
  const index = read('docs/README.md');
  const missing = PAGES.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md')
    .map((page) => page.slice('docs/'.length))
    .filter((page) => !index.includes(`](${page}`));
  assert.deepEqual(missing, []);
});

test('every file and folder that a page for newcomers names is there', () => {
  const missing = FOR_NEWCOMERS.flatMap((page) =>
    [
      ...read(page).matchAll(
        /`((?:contract|web|server|solver|validation|benchmarks|e2e|testing|docs|tools|deploy)\/[\w./-]*)`/g,
      ),
    ]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(join(ROOT, path)))
      .map((path) => `${page}: ${path}`),
  );
  assert.deepEqual(missing, []);
});

test('every name that a page for newcomers gives with its file, `NAME` in `FILE`, is in that file', () => {
  const missing = FOR_NEWCOMERS.flatMap((page) =>
    [...read(page).matchAll(/`([^`\n]+)` in\s+`([\w./-]+\/[\w./-]+)`/g)]
      .filter(([, name = '', file = '']) => {
        const path = join(ROOT, file);
        if (!existsSync(path)) return true;
        if (statSync(path).isDirectory()) return false;
        return !readFileSync(path, 'utf8').includes(name);
      })
      .map(([, name, file]) => `${page}: ${name} in ${file}`),
  );
  assert.deepEqual(missing, []);
});

/** Where a name of the tables is: under server/test unless it says otherwise. @param {string} name @param {string} page */
const testFileOf = (name, page) =>
  [
    ...[name, `${name}.test.ts`, `${name}.test.tsx`],
    ...[`${name.replace('/', '/test/')}.test.ts`, `server/test/${name}.test.ts`],
    normalize(join(dirname(page), name)),
  ].find((path) => existsSync(join(ROOT, path)) && statSync(join(ROOT, path)).isFile());

test('every row of the tables of threats and failures names a test, and every test that is named is there', () => {
  const wrong = ['docs/security.md', 'docs/operations.md'].flatMap((page) => {
    const lines = read(page).split('\n');
    const rows = lines.flatMap((line, i) => {
      const columns = line.split(' | ');
      // Below a head whose last column is "test"
      let head = i;
      while (lines[head - 1]?.startsWith('|')) head--;
      if (!line.startsWith('|') || !lines[head]?.endsWith('| test |') || i < head + 2) return [];
      return [(columns.at(-1) ?? '').replace(/\|\s*$/, '').trim()];
    });
    assert.ok(rows.length > 20, page);
    return rows.flatMap((cell) => {
      if (cell.startsWith('none: ')) return [];
      const named = [...cell.matchAll(/`([^`]+)`|\[[^\]]*\]\(([^)#]+)\)/g)];
      if (named.length === 0) return [`${page}: no test in "${cell}"`];
      /** @type {string | undefined} */
      let file;
      return named.flatMap(([, quoted = '', linked]) => {
        const [name = '', ...rest] = (linked ?? quoted).split(': ');
        const own = testFileOf(name, page);
        file = own ?? file;
        const words = own ? rest.join(': ') : quoted;
        if (file === undefined) return [`${page}: there is no test file ${name}`];
        const text = read(file).replaceAll("\\'", "'");
        return words
          .split('…')
          .map((part) => part.trim())
          .filter((part) => !text.includes(part))
          .map((part) => `${page}: "${part}" is not in ${file}`);
      });
    });
  });
  assert.deepEqual(wrong, []);
});

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { VALIDATION_FOLDER, type Case } from '../caseFile.ts';
import { GROUP_NAMES } from '../groups.ts';
import type { CaseResult } from '../results.ts';
import { readBars } from '../bars/record.ts';
import { BARS_PAGE, barsPage } from './barsPage.ts';
import { groupPage } from './groupPage.ts';
import { summaryOf } from './groupSummary.ts';
import { overviewPage, pageOf, readmeTable } from './overviewPage.ts';

const ROOT = dirname(VALIDATION_FOLDER);
const GROUP_PAGES = 'docs/validation';
const README_BLOCK = /(<!-- validation:begin -->)[\s\S]*?(<!-- validation:end -->)/;

/** Every page that the records make, by its path in the repository: the overview, a page a group, and the README with its block. */
export function pagesOf(
  cases: readonly Case[],
  results: ReadonlyMap<string, CaseResult>,
): Map<string, string> {
  const bars = readBars();
  const summaries = GROUP_NAMES.map((group) => summaryOf(group, cases, results));
  const pages = new Map<string, string>([
    ['docs/validation.md', overviewPage(summaries, cases, results, readLeftOut(), bars !== undefined)],
  ]);
  for (const group of GROUP_NAMES) pages.set(`docs/${pageOf(group)}`, groupPage(group, cases, results));
  if (bars) pages.set(`docs/${BARS_PAGE}`, barsPage(bars));
  const readme = read('README.md');
  if (readme === undefined || !README_BLOCK.test(readme))
    throw new Error('README.md has lost the marks <!-- validation:begin --> and <!-- validation:end -->');
  const block = (_: string, begin: string, end: string) => `${begin}\n${readmeTable(summaries)}\n${end}`;
  return pages.set('README.md', readme.replace(README_BLOCK, block));
}

/** Writes the pages, and removes those of groups that are no more. */
export function writePages(pages: ReadonlyMap<string, string>): void {
  mkdirSync(join(ROOT, GROUP_PAGES), { recursive: true });
  for (const file of strayPages(pages)) rmSync(join(ROOT, file));
  for (const [file, text] of pages) writeFileSync(join(ROOT, file), text);
}

/** Paths of the pages that are not what the records make, or that no group has. */
export function stalePages(pages: ReadonlyMap<string, string>): string[] {
  const changed = [...pages].filter(([file, text]) => read(file) !== text).map(([file]) => file);
  return [...changed, ...strayPages(pages)];
}

function strayPages(pages: ReadonlyMap<string, string>): string[] {
  const folder = join(ROOT, GROUP_PAGES);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => `${GROUP_PAGES}/${name}`)
    .filter((file) => !pages.has(file));
}

function readLeftOut(): { what: string; why: string }[] {
  return JSON.parse(readFileSync(join(VALIDATION_FOLDER, 'left-out.json'), 'utf8')) as {
    what: string;
    why: string;
  }[];
}

function read(file: string): string | undefined {
  const path = join(ROOT, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

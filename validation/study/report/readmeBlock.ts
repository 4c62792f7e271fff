import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { VALIDATION_FOLDER, type Case } from '../caseFile.ts';
import type { Measure } from '../checks/measure.ts';
import type { CaseResult } from '../results.ts';
import { markdownTable } from './markdownTable.ts';

const README = join(dirname(VALIDATION_FOLDER), 'README.md');
const BLOCK = /(<!-- validation:begin -->)[\s\S]*?(<!-- validation:end -->)/;

/** Replaces the marked block of README.md, if it is there, by a line a case: its worst judged numbers. */
export function refreshReadme(cases: readonly Case[], results: ReadonlyMap<string, CaseResult>): void {
  if (!existsSync(README)) return;
  const text = readFileSync(README, 'utf8');
  if (!BLOCK.test(text)) return;
  const rows = cases.flatMap(({ id, title }) => {
    const result = results.get(id);
    return result ? [lineOf(title, result)] : [];
  });
  const table = markdownTable(['', 'case', 'unknowns', 'worst mean \\|ΔdB\\|', 'worst complex error'], rows);
  writeFileSync(
    README,
    text.replace(BLOCK, (_, begin: string, end: string) => `${begin}\n${table}\n${end}`),
  );
}

function lineOf(title: string, { checks, runs }: CaseResult): string[] {
  const judged = checks.flatMap(({ measures }) => measures.filter(({ limit }) => limit !== undefined));
  const worst = (quantity: Measure['quantity']) => {
    const values = judged.filter((m) => m.quantity === quantity).map(({ value }) => value);
    return values.length > 0 ? Math.max(...values) : undefined;
  };
  const unknowns = Math.max(...Object.values(runs).map((run) => run.unknowns));
  return [
    judged.length === 0 ? 'stated' : checks.every(({ passed }) => passed) ? '✓' : '✗ misses a limit',
    title,
    unknowns === 0 ? 'PO' : String(unknowns),
    worst('mean |ΔdB|')?.toFixed(2) ?? '',
    percent(worst('relative error')),
  ];
}

function percent(value: number | undefined): string {
  if (value === undefined) return '';
  return value < 1e-4 ? value.toExponential(0) : `${(100 * value).toFixed(2)} %`;
}

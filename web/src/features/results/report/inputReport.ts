import type { TFunction } from 'i18next';
import type { Fact, FactTable, InputSection } from '../inputSection.ts';
import type { ReportBlock } from './reportModel.ts';

/** More are in the archive. */
const FACTS_LISTED = 60;
export const ROWS_LISTED = 100;
/** What is beside the first column of a table on paper */
const COLUMNS_BESIDE = 6;

type Translate = TFunction<'results'>;

/** What was asked of the solver, all of it: facts and tables as on the page, in widths of paper. */
export function inputBlocks(sections: readonly InputSection[], t: Translate): ReportBlock[] {
  return sections.flatMap(({ title, facts, text, warning, table }): ReportBlock[] => [
    { kind: 'heading', text: title },
    ...(facts ? factBlocks(facts, t) : []),
    ...(text === undefined ? [] : [{ kind: 'text' as const, text }]),
    ...(warning === undefined ? [] : [{ kind: 'warning' as const, text: warning }]),
    ...(table ? tableBlocks(table, t) : []),
  ]);
}

function factBlocks(facts: readonly Fact[], t: Translate): ReportBlock[] {
  const left = facts.length > FACTS_LISTED;
  return [
    { kind: 'facts', facts: facts.slice(0, FACTS_LISTED) },
    ...(left
      ? [{ kind: 'text' as const, text: t('report.rowsOf', { count: FACTS_LISTED, all: facts.length }) }]
      : []),
  ];
}

export function tableBlocks({ titles, rows }: FactTable, t: Translate): ReportBlock[] {
  if (rows.length === 0) return [{ kind: 'text', text: t('input.empty') }];
  const blocks: ReportBlock[] = [];
  const shown = rows.slice(0, ROWS_LISTED);
  const pieces = Math.max(1, Math.ceil((titles.length - 1) / COLUMNS_BESIDE));
  for (let piece = 0; piece < pieces; piece++) {
    const pick = <T>(row: readonly T[]) => [
      row[0]!,
      ...row.slice(1 + piece * COLUMNS_BESIDE, 1 + (piece + 1) * COLUMNS_BESIDE),
    ];
    blocks.push({ kind: 'table', titles: pick(titles), rows: shown.map(pick) });
  }
  if (shown.length < rows.length)
    blocks.push({ kind: 'text', text: t('report.rowsOf', { count: shown.length, all: rows.length }) });
  return blocks;
}

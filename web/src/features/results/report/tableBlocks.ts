import type { TFunction } from 'i18next';
import type { Fact, FactTable } from '../input/inputSection.ts';
import type { ReportBlock } from '../../../ui/report/reportModel.ts';

/** More are in the archive. */
const FACTS_LISTED = 60;
const ROWS_LISTED = 100;
/** What is beside the first column of a table on paper */
const COLUMNS_BESIDE = 6;

type Translate = TFunction<'results'>;

export function factBlocks(facts: readonly Fact[], t: Translate): ReportBlock[] {
  const left = facts.length > FACTS_LISTED;
  return [
    { kind: 'facts', facts: facts.slice(0, FACTS_LISTED) },
    ...(left
      ? [{ kind: 'text' as const, text: t('report.rowsOf', { count: FACTS_LISTED, all: facts.length }) }]
      : []),
  ];
}

/** A table in widths of paper: of many columns several, each with the first one. */
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

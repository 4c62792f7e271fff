import {
  SCORE_GROUPS,
  type ScoreCase,
  type ScoreGroup,
  type ScoreReference,
} from '@pace/contract/scoreboard';

export const SORT_KEYS = ['title', 'group', 'unknowns', 'coreSeconds', 'memory', 'mean', 'relative'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface Order {
  key: SortKey;
  descending: boolean;
}

export interface Filter {
  group: ScoreGroup | 'all';
  reference: ScoreReference | 'all';
  words: string;
}

export const NO_FILTER: Filter = { group: 'all', reference: 'all', words: '' };

/** Cases that the filter keeps, in the order asked for. What a case has no figure of stands at the end, whatever the direction. */
export function rowsOf(cases: readonly ScoreCase[], filter: Filter, order: Order): ScoreCase[] {
  return cases.filter((one) => matches(one, filter)).sort((a, b) => compared(a, b, order));
}

function matches({ id, title, group, references }: ScoreCase, filter: Filter): boolean {
  const text = `${id} ${title}`.toLowerCase();
  return (
    (filter.group === 'all' || group === filter.group) &&
    (filter.reference === 'all' || references.includes(filter.reference)) &&
    filter.words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word))
  );
}

function compared(a: ScoreCase, b: ScoreCase, { key, descending }: Order): number {
  const [left, right] = [valueOf(a, key), valueOf(b, key)];
  if (left === undefined || right === undefined)
    return Number(left === undefined) - Number(right === undefined) || a.id.localeCompare(b.id);
  const sign = descending ? -1 : 1;
  const difference = typeof left === 'string' ? left.localeCompare(String(right)) : left - Number(right);
  return sign * difference || a.id.localeCompare(b.id);
}

function valueOf({ title, group, record }: ScoreCase, key: SortKey): string | number | undefined {
  if (key === 'title') return title;
  if (key === 'group') return SCORE_GROUPS.indexOf(group);
  const summary = record?.summary;
  switch (key) {
    case 'unknowns':
      return summary && (summary.unknowns || summary.facets);
    case 'coreSeconds':
      return summary?.coreSeconds;
    case 'memory':
      return summary?.memoryBytes;
    case 'mean':
      return summary?.meanDb?.value;
    case 'relative':
      return summary?.relative?.value;
  }
}

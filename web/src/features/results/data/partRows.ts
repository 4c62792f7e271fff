import type { MapPart } from '@pace/contract';

/** Columns of the table of parts that can be sorted by. */
export const PART_COLUMNS = [
  'name',
  'share',
  'phase',
  'without',
  'displacement',
  'resistance',
  'reactance',
  'layer',
  'benefit',
] as const;
export type PartColumn = (typeof PART_COLUMNS)[number];
export type PartFigure = Exclude<PartColumn, 'name'>;

/** Decimals */
export const PART_DIGITS: Record<PartFigure, number> = {
  share: 1,
  phase: 0,
  without: 1,
  displacement: 3,
  resistance: 4,
  reactance: 4,
  layer: 3,
  benefit: 2,
};

export interface PartRow {
  index: number;
  name: string;
  /** Missing where a part has none: without current, of sheets, of a mean over several angles */
  figures: Partial<Record<PartFigure, number>>;
}

export interface PartOrder {
  column: PartColumn;
  descending: boolean;
}

/** The largest echo on top. */
export const FIRST_ORDER: PartOrder = { column: 'share', descending: true };

export function partRow(part: MapPart, name: string): PartRow {
  const { derivatives } = part;
  const layer = derivatives?.layer_dBPerMm;
  const figures: Record<PartFigure, number | null | undefined> = {
    share: part.share_dBsm,
    phase: part.phaseDeg,
    without: part.without_dBsm,
    displacement: derivatives?.displacement_dBPerMm,
    resistance: derivatives?.resistance_dBPerOhm,
    reactance: derivatives?.reactance_dBPerOhm,
    layer,
    benefit: layer === undefined || !(part.area_m2 > 0) ? undefined : -layer / part.area_m2,
  };
  return {
    index: part.index,
    name,
    figures: Object.fromEntries(
      Object.entries(figures).filter(([, value]) => typeof value === 'number' && Number.isFinite(value)),
    ),
  };
}

/** Columns of which a row has a figure, with the name. */
export const shownColumns = (rows: readonly PartRow[]): PartColumn[] =>
  PART_COLUMNS.filter(
    (column) => column === 'name' || rows.some(({ figures }) => figures[column] !== undefined),
  );

/** Parts without a figure stand at the end, whatever the direction; equal ones in the order of the file. */
export function sortedRows(rows: readonly PartRow[], { column, descending }: PartOrder): PartRow[] {
  const sign = descending ? -1 : 1;
  return [...rows].sort((a, b) => {
    if (column === 'name') return sign * a.name.localeCompare(b.name, undefined, { numeric: true });
    const [left, right] = [a.figures[column], b.figures[column]];
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined) || a.index - b.index;
    return sign * (left - right) || a.index - b.index;
  });
}

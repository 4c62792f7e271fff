/** Curves that people bring: measured, published, or of another program. */

export interface ReferencePoints {
  x: number[];
  dbsm: number[];
  /** Lines that are no numbers: titles and comments */
  skippedLines: number;
  unit: 'dBsm' | 'm²';
}

/** Why a file is no curve; `line` counts from 1. */
export type ReferenceProblem =
  | { problem: 'empty' }
  | { problem: 'line'; line: number; text: string }
  | { problem: 'negative'; line: number };

const COMMENT = /^\s*([#%!;]|\/\/)/;
const SHOWN_CHARACTERS = 60;

/**
 * Two columns: x (degrees, or GHz over frequency) and RCS in dBsm, or in m² if the title of the second column says so.
 * Separated by commas, semicolons, tabs or blanks; with semicolons or tabs the decimals may have a comma. Titles stand before
 * the numbers; what stands after them has to be a number.
 */
export function parseReference(text: string): ReferencePoints | ReferenceProblem {
  const points: [x: number, y: number, line: number][] = [];
  let skippedLines = 0;
  let title = '';
  for (const [i, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    if (raw.trim() === '' || COMMENT.test(raw)) {
      if (raw.trim() !== '') skippedLines++;
      continue;
    }
    const cells = cellsOf(raw);
    const [x, y] = [numberOf(cells[0]), numberOf(cells[1])];
    if (x !== undefined && y !== undefined) points.push([x, y, i + 1]);
    else if (points.length === 0) {
      title = cells[1] ?? '';
      skippedLines++;
    } else return { problem: 'line', line: i + 1, text: raw.trim().slice(0, SHOWN_CHARACTERS) };
  }
  if (points.length === 0) return { problem: 'empty' };
  const unit = /m\^?2|m²|sqm/i.test(title) && !/db/i.test(title) ? 'm²' : 'dBsm';
  const bad = unit === 'm²' ? points.find(([, y]) => y < 0) : undefined;
  if (bad) return { problem: 'negative', line: bad[2] };
  points.sort((a, b) => a[0] - b[0]);
  const once = points.filter(([x], i) => i === 0 || x !== points[i - 1]![0]);
  return {
    x: once.map(([x]) => x),
    dbsm: once.map(([, y]) => (unit === 'm²' ? 10 * Math.log10(y) : y)),
    skippedLines,
    unit,
  };
}

function cellsOf(line: string): string[] {
  const clean = (cells: string[]) => cells.map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  for (const separator of [';', '\t'])
    if (line.includes(separator))
      return clean(line.split(separator)).map((cell) =>
        /^[-+\d,eE]+$/.test(cell) ? cell.replace(',', '.') : cell,
      );
  if (line.includes(',')) return clean(line.split(','));
  return clean(line.trim().split(/\s+/));
}

function numberOf(cell: string | undefined): number | undefined {
  if (cell === undefined || cell === '') return undefined;
  const value = Number(cell);
  return Number.isFinite(value) ? value : undefined;
}

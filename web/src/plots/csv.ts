import type { HeatMapData } from './heatMapOption.ts';
import { axisTitle, tableOf, type BandEnds, type PlotQuantity, type PlotSeries } from './series.ts';

/** What a spreadsheet takes for the beginning of a formula, and what it may take for the end of the cell before. */
const FORMULA = /^(\s*)([=+\-@])/;
const FORMULA_WITHIN = /([,;\t]\s*)([=+\-@])/g;

/** A text as a field of RFC 4180. A name may be of somebody who shared it: as a formula it would be computed. */
export function textField(text: string): string {
  const harmless = text.replace(FORMULA, "$1'$2");
  return /[",;\t\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export const commentLine = (comment: string): string =>
  `# ${comment.replaceAll(/[\r\n]+/g, ' ').replaceAll(FORMULA_WITHIN, "$1'$2")}`;

const NOT_CONVERGED = 'NOT CONVERGED';

/** The mark of numbers that are no solution: English in every file, so that programs find it, with the reader's word after it. */
export const unconvergedMark = (translated: string): string =>
  translated === NOT_CONVERGED ? NOT_CONVERGED : `${NOT_CONVERGED} (${translated})`;

/**
 * The curves as CSV: comments (#), one line of titles, one line for each x. Decimal points and full precision whatever
 * the language, so that programs read it.
 */
export function curvesToCsv(
  series: readonly PlotSeries[],
  x: PlotQuantity,
  y: PlotQuantity,
  comments: readonly string[],
  ends: BandEnds,
): string {
  const table = tableOf(series, ends);
  const titles = [
    axisTitle(x),
    ...table.columns.map(({ name, end }) => axisTitle({ label: name, unit: end === 'solved' ? '' : y.unit })),
  ];
  const rows = table.x.map((value, row) => [value, ...table.columns.map(({ values }) => values[row])]);
  return [
    ...comments.map(commentLine),
    titles.map(textField).join(','),
    ...rows.map((row) => row.map((value) => (value === undefined ? '' : String(value))).join(',')),
    '',
  ].join('\n');
}

/** Values over two axes: a line for each place. */
export function gridToCsv(
  { xs, ys, values }: HeatMapData,
  x: PlotQuantity,
  y: PlotQuantity,
  z: PlotQuantity,
  comments: readonly string[],
): string {
  const rows = ys.flatMap((row, j) => xs.map((column, i) => `${column},${row},${values[j * xs.length + i]}`));
  return [
    ...comments.map(commentLine),
    [x, y, z].map((quantity) => textField(axisTitle(quantity))).join(','),
    ...rows,
    '',
  ].join('\n');
}

import type { Study, StudyCurves } from '@pace/contract';
import type { SheetData } from 'write-excel-file/universal';
import { commentLine, textField } from '../../../plots/csv.ts';
import { toShown } from '../units.ts';
import type { StudyTexts } from '../useStudyTexts.ts';
import { AXIS_UNITS, axisScale, CURVE_AXES } from './curves.ts';

/** The table of a study for other programs: full precision, in the units of the page. */

/** null: there is none yet; −∞ where there is no field at all */
type TableCell = string | number | null;
interface Table {
  titles: string[];
  rows: TableCell[][];
}

export function studyTable(study: Study, { parameterTitle, valueText, objectiveName }: StudyTexts): Table {
  const { parameters, objectives } = study.definition;
  const number = (value: number | null | undefined): TableCell =>
    value === undefined ? null : (value ?? -Infinity);
  return {
    titles: [
      'variant',
      ...parameters.map(parameterTitle),
      ...objectives.flatMap((objective) => [
        `${objectiveName(objective)} [dBsm]`,
        'low [dBsm]',
        'high [dBsm]',
      ]),
      'status',
      'core-seconds',
    ],
    rows: study.variants.map(
      ({ number: place, values, objectives: found, status, coreSeconds, converged }) => [
        place,
        ...values.map((value, i) =>
          typeof value === 'number'
            ? toShown(parameters[i]!.target.kind, value)
            : valueText(parameters[i]!, value),
        ),
        ...objectives.flatMap((_, i) => {
          const one = found[i];
          return one ? [number(one.value), number(one.low), number(one.high)] : [null, null, null];
        }),
        converged === false ? 'NOT CONVERGED' : status,
        Number(coreSeconds.toFixed(1)),
      ],
    ),
  };
}

/** Decimal points in every language. */
export function studyCsv(study: Study, texts: StudyTexts): string {
  const { titles, rows } = studyTable(study, texts);
  const field = (cell: TableCell) =>
    cell === null ? '' : typeof cell === 'string' ? textField(cell) : String(cell);
  return [
    commentLine(study.name),
    commentLine(study.baseName),
    titles.map(textField).join(','),
    ...rows.map((row) => row.map(field).join(',')),
    '',
  ].join('\n');
}

const bold = (value: string) => ({ value, fontWeight: 'bold' as const });
/** A spreadsheet has no infinite numbers. */
const inSheet = (cell: TableCell) =>
  typeof cell === 'number' && !Number.isFinite(cell) ? String(cell) : cell;

export interface StudySheet {
  sheet: string;
  data: SheetData;
}

/**
 * The table, and the curves: a sheet for each set of points, with its columns θ, φ, frequency and one a variant [dBsm].
 * @param curveTitle  of the component that they are of
 */
export function studySheets(
  study: Study,
  curves: StudyCurves,
  texts: StudyTexts,
  { table, curveTitle }: { table: string; curveTitle: string },
): StudySheet[] {
  const { titles, rows } = studyTable(study, texts);
  const points = curves.sweeps.map((sweep, place): StudySheet => {
    const own = curves.curves.filter((curve) => curve.sweep === place);
    const columns = [sweep.thetaDeg, sweep.phiDeg, sweep.frequencyHz];
    return {
      sheet: curves.sweeps.length === 1 ? curveTitle : `${curveTitle} ${place + 1}`,
      data: [
        [
          ...CURVE_AXES.map((axis) => bold(`${axis} [${AXIS_UNITS[axis]}]`)),
          ...own.map(({ variant }) => bold(`${variant} [dBsm]`)),
        ],
        ...sweep.thetaDeg.map((_, i) => [
          ...CURVE_AXES.map((axis, column) => columns[column]![i]! / axisScale(axis)),
          ...own.map(({ dbsm }) => inSheet(dbsm[i] ?? -Infinity)),
        ]),
      ],
    };
  });
  return [{ sheet: table, data: [titles.map(bold), ...rows.map((row) => row.map(inSheet))] }, ...points];
}

import type { Study } from '@pace/contract';
import { commentLine, textField } from '../../../plots/csv.ts';
import { toShown } from '../units.ts';
import type { StudyTexts } from '../useStudyTexts.ts';

/** The table of a study as CSV: full precision, decimal points in every language. */
export function studyCsv(study: Study, { parameterTitle, valueText, objectiveName }: StudyTexts): string {
  const { parameters, objectives } = study.definition;
  const number = (value: number | null | undefined) =>
    value === undefined ? '' : value === null ? '-Infinity' : String(value);
  const titles = [
    'variant',
    ...parameters.map(parameterTitle),
    ...objectives.flatMap((objective) => [`${objectiveName(objective)} [dBsm]`, 'low [dBsm]', 'high [dBsm]']),
    'status',
    'core-seconds',
  ];
  const rows = study.variants.map(
    ({ number: place, values, objectives: found, status, coreSeconds, converged }) => [
      String(place),
      ...values.map((value, i) =>
        typeof value === 'number'
          ? String(toShown(parameters[i]!.target.kind, value))
          : textField(valueText(parameters[i]!, value)),
      ),
      ...objectives.flatMap((_, i) => {
        const one = found[i];
        return one ? [number(one.value), number(one.low), number(one.high)] : ['', '', ''];
      }),
      converged === false ? 'NOT CONVERGED' : status,
      coreSeconds.toFixed(1),
    ],
  );
  return [
    commentLine(study.name),
    commentLine(study.baseName),
    titles.map(textField).join(','),
    ...rows.map((row) => row.join(',')),
    '',
  ].join('\n');
}

import type { ScoreCase } from '@pace/contract/scoreboard';
import { useTranslation } from 'react-i18next';
import { useFigures, type Figures } from './figures.ts';
import { ScrollTable } from './ScrollTable.tsx';

type Check = NonNullable<ScoreCase['record']>['checks'][number];
type Measure = Check['measures'][number];

const SECONDS_PER_HOUR = 3600;
/** Names of the records, as keys of the texts. */
const QUANTITIES: Record<string, string> = {
  'mean |ΔdB|': 'mean',
  'max |ΔdB|': 'max',
  'relative error': 'relative',
  'share of unknowns': 'share',
  'bytes per unknown': 'bytes',
  'core-hours': 'hours',
};

/** Every measured figure of a case with its limit; figures without one are information. */
export function ChecksTable({ checks }: { checks: readonly Check[] }) {
  const { t } = useTranslation('benchmarks');
  const figures = useFigures();
  return (
    <ScrollTable caption={t('detail.checks')} captionHidden minWidth={720} testId="benchmarks-checks">
      <thead>
        <tr>
          {(['check', 'of', 'quantity'] as const).map((key) => (
            <th key={key} scope="col" className="text">
              {t(`columns.${key}`)}
            </th>
          ))}
          <th scope="col">{t('columns.value')}</th>
          <th scope="col">{t('columns.limit')}</th>
          <th scope="col" className="text">
            {t('columns.verdict')}
          </th>
        </tr>
      </thead>
      <tbody>
        {checks.flatMap(({ title, measures }, check) =>
          measures.map((measure, index) => (
            <tr key={`${check}-${index}`}>
              <th scope="row" className="text words" lang="en">
                {title}
              </th>
              <td className="text" lang="en">
                {measure.of}
              </td>
              <td className="text">{t(`quantities.${QUANTITIES[measure.quantity] ?? 'mean'}`)}</td>
              <td>{valueText(measure, measure.value, figures)}</td>
              <td>
                {measure.limit === undefined
                  ? t('none')
                  : valueText({ ...measure, bar: undefined }, measure.limit, figures)}
              </td>
              <td className="text">{t(`verdict.${verdictOf(measure)}`)}</td>
            </tr>
          )),
        )}
      </tbody>
    </ScrollTable>
  );
}

function verdictOf({ value, limit }: Measure): 'kept' | 'missed' | 'stated' {
  if (limit === undefined) return 'stated';
  return value <= limit ? 'kept' : 'missed';
}

function valueText({ quantity, bar }: Measure, value: number, { short, percent, decibels }: Figures): string {
  switch (quantity) {
    case 'relative error':
    case 'share of unknowns':
      return percent(value);
    case 'bytes per unknown':
      return `${short(value)} B`;
    case 'core-hours':
      return `${short(value * SECONDS_PER_HOUR)} s`;
    default:
      return `${decibels({ value, bar })} dB`;
  }
}

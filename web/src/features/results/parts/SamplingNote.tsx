import Alert from '@mui/material/Alert';
import type { Project } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { resultSummaryOf, samplingOf } from '../data/resultSummary.ts';
import { plainNumber } from '../labels/quantities.ts';

const PERCENT = 100;
const DIGITS = 2;

/** Of an adaptive sweep: how many frequencies were solved, and how well the others are known. */
export function SamplingNote({ project }: { project: Project }) {
  const { t, i18n } = useTranslation('results');
  const sampling = samplingOf(project);
  const summary = resultSummaryOf(project);
  if (!sampling || !summary) return null;
  const { interpolated, toleranceDb } = sampling;
  const all = summary.frequenciesHz.length;
  const solved = summary.frequencies.length;
  const worst = Math.max(0, ...interpolated.map(({ relativeError }) => relativeError));
  const number = (value: number) => plainNumber(value, i18n.language, DIGITS);
  return (
    <Alert severity="info" icon={false} sx={{ mb: 2, py: 0 }} data-testid="sampling-note">
      {summary.finished === false
        ? t('sampling.underWay', { solved, all, db: number(toleranceDb) })
        : interpolated.length === 0
          ? t('sampling.allSolved', { all })
          : t('sampling.done', {
              solved,
              all,
              interpolated: interpolated.length,
              db: number(toleranceDb),
              percent: number(PERCENT * worst),
            })}
    </Alert>
  );
}

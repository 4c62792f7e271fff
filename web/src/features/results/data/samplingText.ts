import type { Project } from '@pace/contract';
import type { TFunction } from 'i18next';
import { resultSummaryOf, samplingOf } from './resultSummary.ts';
import { plainNumber } from '../labels/quantities.ts';

const PERCENT = 100;
const DIGITS = 2;

/** Of an adaptive sweep: how many frequencies were solved, and how well the others are known; undefined of other runs. */
export function samplingText(
  project: Project,
  t: TFunction<'results'>,
  language: string,
): string | undefined {
  const sampling = samplingOf(project);
  const summary = resultSummaryOf(project);
  if (!sampling || !summary) return undefined;
  const { interpolated, toleranceDb } = sampling;
  const all = summary.frequenciesHz.length;
  const solved = summary.frequencies.length;
  const number = (value: number) => plainNumber(value, language, DIGITS);
  if (summary.finished === false) return t('sampling.underWay', { solved, all, db: number(toleranceDb) });
  if (interpolated.length === 0) return t('sampling.allSolved', { all });
  return t('sampling.done', {
    solved,
    all,
    interpolated: interpolated.length,
    db: number(toleranceDb),
    percent: number(PERCENT * Math.max(...interpolated.map(({ relativeError }) => relativeError))),
  });
}

import type { TFunction } from 'i18next';
import type { SaidInEnglish } from '../../../ui/useMessage.ts';
import type { ResultPoint } from '../data/resultPoint.ts';
import { angleLabel, clockLabel, frequencyLabel, plainNumber } from '../labels/quantities.ts';

/** What only the page knows how to put into the user's language. */
export interface PageTexts {
  t: TFunction<'results'>;
  language: string;
  /** Stands over pictures of a run that has not converged */
  unconvergedTitle: string;
  projectName: string;
  methodName: (method: string) => string;
  partName: (part: { name: string; number: number }) => string;
  said: (message: SaidInEnglish) => { text: string };
}

/** All that a section needs to put numbers into words. */
export interface ReportTexts extends PageTexts {
  /** To four digits where nothing else is said */
  number: (value: number, digits?: number) => string;
  angle: (degrees: number) => string;
  frequency: (hertz: number) => string;
  duration: (seconds: number) => string;
  /** Frequency and direction of a wave */
  point: (point: ResultPoint) => string;
  date: (date: Date | undefined) => string;
}

export function reportTexts(page: PageTexts): ReportTexts {
  const { t, language } = page;
  const number = (value: number, digits = 4) => plainNumber(value, language, digits);
  const angle = (value: number) => angleLabel(value, language);
  const frequency = (hertz: number) => frequencyLabel(hertz, language);
  return {
    ...page,
    number,
    angle,
    frequency,
    duration: (seconds) => (seconds < 60 ? `${number(seconds, 3)} s` : clockLabel(seconds, t('run.day'))),
    point: ({ frequencyHz, thetaDeg, phiDeg }) =>
      `${frequency(frequencyHz)}, θ ${angle(thetaDeg)}, φ ${angle(phiDeg)}`,
    date: (date) => date?.toLocaleString(language, { dateStyle: 'long', timeStyle: 'medium' }) ?? '–',
  };
}

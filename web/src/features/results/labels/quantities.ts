import { HZ_PER_GHZ, splitDuration } from '@pace/contract';
import { withDecimalMark } from '../../../ui/decimalMark.ts';

/** Up to six significant digits in the reader's language, without grouping. */
export function plainNumber(value: number, language: string, digits = 6): string {
  return value.toLocaleString(language, { maximumSignificantDigits: digits, useGrouping: false });
}

/** e.g. "1.3 GHz" */
export function frequencyLabel(frequencyHz: number, language: string): string {
  return `${plainNumber(frequencyHz / HZ_PER_GHZ, language, 9)} GHz`;
}

/** e.g. "45°" */
export function angleLabel(degrees: number, language: string): string {
  return `${plainNumber(degrees, language)}°`;
}

/** Hours, minutes, seconds as 1:02:03, with days before if there are any; `day` is the word's letter. */
export function clockLabel(seconds: number, day: string): string {
  const { days, hours, minutes, seconds: rest } = splitDuration(Math.max(0, Math.floor(seconds)));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${days > 0 ? `${days} ${day} ` : ''}${hours}:${two(minutes)}:${two(rest)}`;
}

/** e.g. "3.2e-15", as solvers print residuals */
export function residualLabel(value: number, language: string): string {
  return withDecimalMark(value.toExponential(1), language);
}

import { HZ_PER_GHZ, splitDuration } from '@pace/contract';
import { localized } from '../../ui/solverSentence.ts';

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

const BYTE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** e.g. "1.5 GiB" */
export function bytesLabel(bytes: number, language: string): string {
  const power = bytes >= 1 ? Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log2(bytes) / 10)) : 0;
  return `${plainNumber(bytes / 1024 ** power, language, 3)} ${BYTE_UNITS[power]}`;
}

/** Hours, minutes, seconds as 1:02:03, with days before if there are any; `day` is the word's letter. */
export function clockLabel(seconds: number, day: string): string {
  const { days, hours, minutes, seconds: rest } = splitDuration(Math.max(0, Math.floor(seconds)));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${days > 0 ? `${days} ${day} ` : ''}${hours}:${two(minutes)}:${two(rest)}`;
}

/** e.g. "3.2e-15", as solvers print residuals */
export function residualLabel(value: number, language: string): string {
  return localized(value.toExponential(1), language);
}

import { withDecimalMark } from '../ui/decimalMark.ts';

/** Up to `digits` significant digits in the reader's language; exponents for what would be long; −∞ for no field. */
export function plotNumber(value: number | undefined, language?: string, digits = 5): string {
  if (value === undefined || Number.isNaN(value)) return '';
  if (value === -Infinity) return '−∞';
  if (value === Infinity) return '∞';
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e7))
    return withDecimalMark(value.toExponential(digits - 2), language ?? 'en');
  return value.toLocaleString(language, { maximumSignificantDigits: digits, useGrouping: false });
}

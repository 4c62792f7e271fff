import { withDecimalMark } from './decimalMark.ts';

/** Beyond these a number is written with a power of ten. */
const PLAIN = { from: 1e-4, below: 1e5 } as const;

/**
 * ε′ − jε″ as every page writes it: "4.2 − j0.1", in Turkish "4,2 − j0,1", and only "4.2" where nothing is imaginary.
 * @param digits  significant digits of each part
 */
export function complexText(
  { real, imaginary }: { real: number; imaginary: number },
  language: string,
  digits = 6,
): string {
  const part = (value: number) => {
    const size = Math.abs(value);
    return size !== 0 && (size < PLAIN.from || size >= PLAIN.below)
      ? withDecimalMark(value.toExponential(2), language)
      : value.toLocaleString(language, { maximumSignificantDigits: digits, useGrouping: false });
  };
  // A negative zero is none either.
  if (imaginary === 0) return part(real === 0 ? 0 : real);
  return `${part(real)} ${imaginary < 0 ? '−' : '+'} j${part(Math.abs(imaginary))}`;
}

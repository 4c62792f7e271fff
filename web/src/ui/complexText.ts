import { localized } from './solverSentence.ts';

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
      ? localized(value.toExponential(2), language)
      : value.toLocaleString(language, { maximumSignificantDigits: digits, useGrouping: false });
  };
  // A negative zero is none either.
  if (imaginary === 0) return part(real === 0 ? 0 : real);
  return `${part(real)} ${imaginary < 0 ? '−' : '+'} j${part(Math.abs(imaginary))}`;
}

const NUMBER = String.raw`\d+(?:\.\d+)?(?:e[+-]?\d+)?`;
const OF_THE_SOLVER = new RegExp(`(?<![\\w.])([+-]?${NUMBER}) ([+-]${NUMBER})j\\b`, 'gi');

/** The solver writes "392.11 -113.05j": its complex numbers as every page writes them. */
export const withComplexNumbers = (sentence: string, language: string): string =>
  sentence.replace(OF_THE_SOLVER, (_, real: string, imaginary: string) =>
    complexText({ real: Number(real), imaginary: Number(imaginary) }, language),
  );

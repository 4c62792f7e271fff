import { withDecimalMark } from '../ui/decimalMark.ts';

/** How far below the maximum the dB colour bar reaches when nobody chose a range. */
export const DECIBEL_SPAN = 60;

/** Numbers of the colour bar: linear values as they are, or 20 log10 of them (an amplitude re 1 unit). */
export function displayedValues(values: Float32Array, decibel: boolean): Float32Array {
  if (!decibel) return values;
  const shown = new Float32Array(values.length);
  for (let i = 0; i < values.length; i++) shown[i] = 20 * Math.log10(Math.abs(values[i]!));
  return shown;
}

/** Smallest and largest finite number; dB ranges end DECIBEL_SPAN below the maximum at the latest. */
export function displayedRange(shown: Float32Array, decibel: boolean): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const value of shown) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (high === -Infinity) return [0, 1];
  if (decibel) low = Math.max(low, high - DECIBEL_SPAN);
  return low < high ? [low, high] : [low, low + (Math.abs(low) || 1) * 1e-6];
}

/** Ends of the colour bar: as asked for, else from the values. */
export function shownRange({
  values,
  decibel = false,
  range,
}: {
  values: Float32Array;
  decibel?: boolean;
  range?: [number, number];
}): [number, number] {
  return range ?? displayedRange(displayedValues(values, decibel), decibel);
}

/** Position of each value in the range, 0 to 1; what is not finite lies at the low end. */
export function positionsInRange(shown: Float32Array, [low, high]: [number, number]): Float32Array {
  const positions = new Float32Array(shown.length);
  for (let i = 0; i < shown.length; i++) {
    const position = (shown[i]! - low) / (high - low);
    positions[i] = Number.isNaN(position) ? 0 : Math.min(1, Math.max(0, position));
  }
  return positions;
}

/** `count` evenly spaced numbers from low to high, both included. */
export function rangeTicks([low, high]: [number, number], count = 6): number[] {
  return Array.from({ length: count }, (_, i) => low + ((high - low) * i) / (count - 1));
}

/** Numbers of a colour bar that are read together: as many decimals as their distance needs, and one power of ten for all. */
export function barLabels(ticks: readonly number[], language?: string): { labels: string[]; power: number } {
  const largest = Math.max(...ticks.map(Math.abs));
  const exponent = largest > 0 ? Math.floor(Math.log10(largest)) : 0;
  const power = exponent < -2 || exponent > 4 ? 3 * Math.floor(exponent / 3) : 0;
  const span = (Math.max(...ticks) - Math.min(...ticks)) / 10 ** power;
  const decimals = span > 0 ? Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(span)))) : 2;
  const number = new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return { labels: ticks.map((tick) => number.format(tick / 10 ** power)), power };
}

/** 10⁻³ */
export function powerOfTen(power: number): string {
  const digits = [...String(Math.abs(power))].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');
  return `10${power < 0 ? '⁻' : ''}${digits}`;
}

/** Four significant digits, with an exponent only where a plain number would be long. */
export function shortNumber(value: number, language?: string): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e5))
    return withDecimalMark(value.toExponential(2), language ?? 'en');
  return value.toLocaleString(language, { maximumSignificantDigits: 4 });
}

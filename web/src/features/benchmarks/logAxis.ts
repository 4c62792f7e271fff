/** A logarithmic axis of whole decades. */
export interface LogAxis {
  low: number;
  high: number;
}

/** Whole decades around positive values; what is not positive is left out. */
export function axisOf(values: readonly number[]): LogAxis {
  const exponents = values.filter((value) => value > 0).map(Math.log10);
  const low = Math.floor(Math.min(...exponents));
  const high = Math.max(Math.ceil(Math.max(...exponents)), low + 1);
  return { low: power(low), high: power(high) };
}

const power = (exponent: number) => Number(`1e${exponent}`);

/** Every decade; 2 and 5 of each where there are few. */
export function ticksOf({ low, high }: LogAxis): number[] {
  const first = Math.round(Math.log10(low));
  const decades = Math.round(Math.log10(high)) - first;
  const within = decades <= 2 ? [1, 2, 5] : [1];
  return [
    ...Array.from({ length: decades }, (_, i) =>
      within.map((digit) => Number(`${digit}e${first + i}`)),
    ).flat(),
    high,
  ];
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** Ends of what is written out. */
const WRITTEN = { least: 1e-3, most: 1e3 };

/** A whole power of ten as such where its digits would be too many. */
export function tickText(value: number, written: (value: number) => string): string {
  const exponent = Math.round(Math.log10(value));
  if ((value >= WRITTEN.least && value <= WRITTEN.most) || value !== power(exponent)) return written(value);
  const digits = [...String(Math.abs(exponent))].map((digit) => SUPERSCRIPTS[Number(digit)]).join('');
  return `10${exponent < 0 ? '⁻' : ''}${digits}`;
}

/** Where a value stands between two pixels; below the axis: at its lower end. */
export function placeOn({ low, high }: LogAxis, value: number, from: number, to: number): number {
  const share = Math.log10(Math.max(value, low) / low) / Math.log10(high / low);
  return from + share * (to - from);
}

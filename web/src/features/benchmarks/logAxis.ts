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
  return { low: 10 ** low, high: 10 ** high };
}

export function ticksOf({ low, high }: LogAxis): number[] {
  const first = Math.round(Math.log10(low));
  return Array.from({ length: Math.round(Math.log10(high)) - first + 1 }, (_, i) => Number(`1e${first + i}`));
}

/** Where a value stands between two pixels; below the axis: at its lower end. */
export function placeOn({ low, high }: LogAxis, value: number, from: number, to: number): number {
  const share = Math.log10(Math.max(value, low) / low) / Math.log10(high / low);
  return from + share * (to - from);
}

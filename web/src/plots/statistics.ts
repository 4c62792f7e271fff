import type { PlotSeries } from './series.ts';

/** What y values are: decibels of a power, or the power (or any other quantity) itself. */
export type ValueScale = 'decibel' | 'linear';

export interface CurveStatistics {
  /** Points in the sector that have a value */
  count: number;
  max: number;
  maxAt: number;
  min: number;
  minAt: number;
  /** Of the linear quantity: 10 log10 of the mean power for decibels */
  mean: number;
  median: number;
}

const toLinear = (value: number, scale: ValueScale) => (scale === 'decibel' ? 10 ** (value / 10) : value);
const fromLinear = (value: number, scale: ValueScale) =>
  scale === 'decibel' ? 10 * Math.log10(value) : value;

/**
 * Of the points with from ≤ x ≤ to; undefined if there is none. No field (−∞ dB) counts in mean and median.
 */
export function curveStatistics(
  { x, y }: Pick<PlotSeries, 'x' | 'y'>,
  [from, to]: readonly [number, number],
  scale: ValueScale,
): CurveStatistics | undefined {
  const inside = x.flatMap((at, i) =>
    at >= from && at <= to && !Number.isNaN(y[i]!) ? [{ at, value: y[i]! }] : [],
  );
  const first = inside[0];
  if (!first) return undefined;
  let [max, min] = [first, first];
  let sum = 0;
  for (const point of inside) {
    if (point.value > max.value) max = point;
    if (point.value < min.value) min = point;
    sum += toLinear(point.value, scale);
  }
  return {
    count: inside.length,
    max: max.value,
    maxAt: max.at,
    min: min.value,
    minAt: min.at,
    mean: fromLinear(sum / inside.length, scale),
    median: medianOf(
      inside.map(({ value }) => value),
      scale,
    ),
  };
}

/** Of an even number of values the mean of the two in the middle, as powers. */
function medianOf(values: readonly number[], scale: ValueScale): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  if (!Number.isInteger(middle)) return sorted[Math.floor(middle)]!;
  return fromLinear((toLinear(sorted[middle - 1]!, scale) + toLinear(sorted[middle]!, scale)) / 2, scale);
}

/** [from, to) ranges of a width that cover the whole; the last one may be shorter and holds its end. */
export function sectors([from, to]: readonly [number, number], width: number): [number, number][] {
  if (!(width > 0) || !(to > from)) return [];
  const count = Math.ceil((to - from) / width - 1e-9);
  return Array.from({ length: count }, (_, i) => [from + i * width, Math.min(to, from + (i + 1) * width)]);
}

/** Mean of each sector, as `curveStatistics`; a point between two belongs to the upper one. */
export function sectorMeans(
  curve: Pick<PlotSeries, 'x' | 'y'>,
  ranges: readonly (readonly [number, number])[],
  scale: ValueScale,
): (number | undefined)[] {
  return ranges.map(([low, high], i) => {
    const isLast = i === ranges.length - 1;
    const inside = curve.x.map((at) => at >= low && (isLast ? at <= high : at < high));
    const pick = (values: readonly number[]) => values.filter((_, k) => inside[k]);
    return curveStatistics({ x: pick(curve.x), y: pick(curve.y) }, [low, high], scale)?.mean;
  });
}

export interface Difference {
  /** Of |Δ| over the compared points */
  mean: number;
  largest: number;
  largestAt: number;
  count: number;
}

/**
 * How far a curve is from a reference, at the curve's own points that lie within the reference; the reference is read
 * between its points along straight lines. Undefined if there is no such point.
 */
export function differenceTo(
  curve: Pick<PlotSeries, 'x' | 'y'>,
  reference: Pick<PlotSeries, 'x' | 'y'>,
): Difference | undefined {
  let [sum, count, largest, largestAt] = [0, 0, -1, NaN];
  curve.x.forEach((at, i) => {
    const expected = valueAt(reference, at);
    const difference = Math.abs(curve.y[i]! - (expected ?? NaN));
    if (!Number.isFinite(difference)) return;
    sum += difference;
    count++;
    if (difference > largest) [largest, largestAt] = [difference, at];
  });
  return count === 0 ? undefined : { mean: sum / count, largest, largestAt, count };
}

/** x ascending; undefined outside. */
export function valueAt({ x, y }: Pick<PlotSeries, 'x' | 'y'>, at: number): number | undefined {
  let [low, high] = [0, x.length - 1];
  if (high < 0) return undefined;
  const slack = 1e-9 * Math.max(1, Math.abs(at));
  if (at < x[0]! - slack || at > x[high]! + slack) return undefined;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (x[middle]! <= at) low = middle;
    else high = middle;
  }
  if (Math.abs(at - x[low]!) <= slack) return y[low];
  if (Math.abs(at - x[high]!) <= slack) return y[high];
  const share = (at - x[low]!) / (x[high]! - x[low]!);
  return y[low]! + share * (y[high]! - y[low]!);
}

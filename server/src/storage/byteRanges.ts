/** Sorted, disjoint, non-touching ranges [from, to). */
export type ByteRanges = readonly (readonly [number, number])[];

export function addRange(ranges: ByteRanges, from: number, to: number): [number, number][] {
  const merged: [number, number][] = [];
  let [start, end] = [from, to];
  for (const [a, b] of ranges) {
    if (b < start || a > end) merged.push([a, b]);
    else [start, end] = [Math.min(a, start), Math.max(b, end)];
  }
  merged.push([start, end]);
  return merged.sort((left, right) => left[0] - right[0]);
}

export function coveredBytes(ranges: ByteRanges): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0);
}

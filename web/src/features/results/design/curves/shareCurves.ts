import type { Amplitude, MapsResponse } from '@pace/contract';
import { dbsmOf, plus, rcsM2 } from './amplitude.ts';

/** More curves than this make a plot hard to read. */
const MOST_DRAWN = 8;

/** Places of the parts, the one with the largest share at any of the illuminations first. */
export function byLargestShare(responses: readonly MapsResponse[]): number[] {
  const largest = (responses[0]?.parts ?? []).map((_, part) =>
    responses.reduce((most, { parts }) => Math.max(most, rcsM2(parts[part]!.share)), 0),
  );
  return largest.map((_, part) => part).sort((a, b) => largest[b]! - largest[a]! || a - b);
}

/** All of them, or, beside the total, one less than there is room for. */
export const drawnAmong = (order: readonly number[]): number[] =>
  order.slice(0, order.length > MOST_DRAWN ? MOST_DRAWN - 1 : MOST_DRAWN);

export const totalDbsm = (responses: readonly MapsResponse[]): number[] =>
  responses.map(({ field }) => dbsmOf(rcsM2(field)));

export const shareDbsm = (responses: readonly MapsResponse[], part: number): number[] =>
  responses.map(({ parts }) => dbsmOf(rcsM2(parts[part]!.share)));

/** 4π|Σ of shares|²: with their phases */
export const sumDbsm = (responses: readonly MapsResponse[], summed: readonly number[]): number[] =>
  responses.map(({ parts }) =>
    dbsmOf(rcsM2(summed.reduce<Amplitude>((sum, part) => plus(sum, parts[part]!.share), [0, 0]))),
  );

export const SHARE_MODES = ['alone', 'added'] as const;
export type ShareMode = (typeof SHARE_MODES)[number];

export interface ShareCurve {
  /** Place of the part that it is of, or that it adds to those before; undefined: the total */
  part: number | undefined;
  dbsm: number[];
}

/**
 * The total, then a curve for each drawn part: its share alone, or the sum of the shares up to it. The sum of all parts is the
 * total, which is not drawn twice.
 */
export function shareCurves(responses: readonly MapsResponse[], mode: ShareMode): ShareCurve[] {
  const order = byLargestShare(responses);
  const drawn = drawnAmong(order);
  const total = { part: undefined, dbsm: totalDbsm(responses) };
  if (mode === 'alone') return [total, ...drawn.map((part) => ({ part, dbsm: shareDbsm(responses, part) }))];
  const partial = drawn.slice(0, order.length - 1);
  return [total, ...partial.map((part, i) => ({ part, dbsm: sumDbsm(responses, drawn.slice(0, i + 1)) }))];
}

import type { ResultPoint } from '../data/resultPoint.ts';
import type { SweepPoints } from '../data/resultSummary.ts';

/** Points of a sweep whose cuts are drawn; a sweep of more has its plots on the page and its numbers in the archive. */
export const POINTS_DRAWN = 60;
/** Curves that can be distinguished on paper */
export const CURVES_A_PICTURE = 6;

export interface ReportPoints {
  points: ResultPoint[];
  /** How many the run has */
  all: number;
}

/**
 * Every frequency and illumination of a run; of a long sweep, as many as are drawn, evenly, with its ends: of a double one the same
 * illuminations, a picture of them, at each frequency.
 */
export function reportPoints(
  { frequenciesHz, illuminations }: SweepPoints,
  most = POINTS_DRAWN,
): ReportPoints {
  const all = frequenciesHz.length * illuminations.length;
  const isDouble = frequenciesHz.length > 1 && illuminations.length > 1;
  const drawn =
    all > most && isDouble ? evenly(illuminations, CURVES_A_PICTURE) : evenly(illuminations, most);
  const frequencies =
    all > most ? evenly(frequenciesHz, Math.max(1, Math.floor(most / drawn.length))) : frequenciesHz;
  return {
    points: frequencies.flatMap((frequencyHz) =>
      drawn.map(({ thetaDeg, phiDeg }) => ({ frequencyHz, thetaDeg, phiDeg })),
    ),
    all,
  };
}

/** What is drawn together: of a double sweep never two frequencies. */
export function pictureGroups<T extends { point: ResultPoint }>(list: readonly T[]): T[][] {
  const byFrequency = new Map<number, T[]>();
  for (const one of list)
    byFrequency.set(one.point.frequencyHz, [...(byFrequency.get(one.point.frequencyHz) ?? []), one]);
  const isDouble = byFrequency.size > 1 && byFrequency.size < list.length;
  return (isDouble ? [...byFrequency.values()] : [list]).flatMap((group) => chunks(group));
}

/** All of a list, or as many as wanted, evenly, with its ends. */
export function evenly<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list];
  if (most === 1) return list.slice(0, 1);
  const step = (list.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, i) => list[Math.round(i * step)]!);
}

export function chunks<T>(list: readonly T[], size = CURVES_A_PICTURE): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) =>
    list.slice(i * size, (i + 1) * size),
  );
}

/** Answers to many questions in their order, a few at a time. */
export async function inBatches<T, R>(
  list: readonly T[],
  ask: (one: T) => Promise<R>,
  atOnce = 4,
): Promise<R[]> {
  const answers: R[] = [];
  for (const batch of chunks(list, atOnce)) answers.push(...(await Promise.all(batch.map(ask))));
  return answers;
}

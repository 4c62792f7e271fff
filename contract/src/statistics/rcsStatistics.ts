import type { MonoStaticRcs } from '../run/monostatic.ts';
import type { RcsComponent } from './componentNames.ts';
import { componentM2, type Polarization } from './components.ts';
import { isInside, sweptRanges, type Ranges } from './sectors.ts';
import { sweepPointOf, type SweepPoint } from './sweepPoint.ts';

/** Values of σ in ascending order. */
export interface RcsSamples {
  /** [m²] */
  sigma: readonly number[];
  /** Of each, all together 1 */
  share: readonly number[];
  at: readonly SweepPoint[];
}

export interface RcsStatistics {
  count: number;
  /** [m²] */
  max: number;
  maxAt: SweepPoint;
  /** Of σ [m²] */
  mean: number;
  /** Of 10 lg σ [dBsm], and their standard deviation [dB]; points without any field are left out */
  meanDb: number;
  deviationDb: number;
  /** [m²] */
  median: number;
}

/** The same of a φ and the one a whole turn further. */
const directionOf = ({ frequency, theta, phi }: SweepPoint) =>
  `${frequency} ${theta} ${(((phi % 360) + 360) % 360).toFixed(6)}`;

/**
 * σ of the points of a sector. Where both θ and φ were swept, a point counts by the solid angle around it (sin θ), else
 * all count alike; both ends of a whole turn are one direction and count once together.
 * @param sigmaOf  what counts in the place of σ of the component [m²]
 */
export function samplesOf(
  records: readonly MonoStaticRcs[],
  component: RcsComponent,
  polarization: Polarization,
  ranges: Ranges = {},
  sigmaOf: (record: MonoStaticRcs) => number = (record) => componentM2(record, component, polarization),
): RcsSamples {
  const swept = sweptRanges(records);
  const byArea = swept.has('theta') && swept.has('phi');
  const points = records
    .map((record) => ({ at: sweepPointOf(record), sigma: sigmaOf(record) }))
    .filter(({ at, sigma }) => Number.isFinite(sigma) && isInside(at, ranges))
    .sort((a, b) => a.sigma - b.sigma);
  const times = new Map<string, number>();
  for (const { at } of points) times.set(directionOf(at), (times.get(directionOf(at)) ?? 0) + 1);
  const weights = points.map(
    ({ at }) => (byArea ? Math.abs(Math.sin((at.theta * Math.PI) / 180)) : 1) / times.get(directionOf(at))!,
  );
  const all = weights.reduce((sum, one) => sum + one, 0);
  return {
    sigma: points.map(({ sigma }) => sigma),
    // Poles alone have no solid angle.
    share: weights.map((one) => (all > 0 ? one / all : 1 / points.length)),
    at: points.map(({ at }) => at),
  };
}

const weightedMean = (values: readonly number[], share: readonly number[]) =>
  values.reduce((sum, value, i) => sum + share[i]! * value, 0);

/** Undefined without points. */
export function rcsStatistics(samples: RcsSamples): RcsStatistics | undefined {
  const { sigma, share, at } = samples;
  const last = sigma.length - 1;
  if (last < 0) return undefined;
  const seen = sigma.flatMap((value, i) =>
    value > 0 ? [{ db: 10 * Math.log10(value), share: share[i]! }] : [],
  );
  const all = seen.reduce((sum, one) => sum + one.share, 0);
  const meanDb = seen.reduce((sum, one) => sum + one.share * one.db, 0) / all;
  const squares = seen.reduce((sum, one) => sum + one.share * (one.db - meanDb) ** 2, 0) / all;
  return {
    count: sigma.length,
    max: sigma[last]!,
    maxAt: at[last]!,
    mean: weightedMean(sigma, share),
    meanDb,
    deviationDb: Math.sqrt(squares),
    median: quantile(samples, 0.5),
  };
}

/**
 * σ [m²] that a share of all points stays below: each value stands for the middle of its own share, between two a straight
 * line. Of an even number of equal shares the median is so the mean of the two in the middle.
 */
export function quantile({ sigma, share }: RcsSamples, part: number): number {
  let below = 0;
  let [place, value] = [-Infinity, sigma[0] ?? NaN];
  for (let i = 0; i < sigma.length; i++) {
    const middle = below + share[i]! / 2;
    if (middle >= part) {
      if (!Number.isFinite(place) || middle === place) return sigma[i]!;
      return value + ((part - place) / (middle - place)) * (sigma[i]! - value);
    }
    below += share[i]!;
    [place, value] = [middle, sigma[i]!];
  }
  return value;
}

/** How much of the points is above each σ: x [dBsm] ascending, y in percent. */
export function exceedance({ sigma, share }: RcsSamples): { x: number[]; y: number[] } {
  const [x, y]: [number[], number[]] = [[], []];
  let above = 1;
  sigma.forEach((value, i) => {
    above -= share[i]!;
    if (value <= 0) return;
    const db = 10 * Math.log10(value);
    if (x.at(-1) === db) y.pop();
    else x.push(db);
    y.push(100 * Math.max(0, above));
  });
  return { x, y };
}

/** Range at which a radar sees σ that sees the reference at its range: it grows with the fourth root. */
export const detectionRange = (sigma: number, reference: { sigma: number; range: number }): number =>
  reference.range * (sigma / reference.sigma) ** 0.25;

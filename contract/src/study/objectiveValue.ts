import { correctedRecord, type MonoStaticRcs } from '../run/monostatic.ts';
import { componentBar } from '../statistics/components.ts';
import { quantile, rcsStatistics, samplesOf, type RcsSamples } from '../statistics/rcsStatistics.ts';
import type { Ranges } from '../statistics/sectors.ts';
import type { Objective, ObjectiveValue } from './objectives.ts';

const dbsm = (sigma: number) => 10 * Math.log10(sigma);
function statisticOf(samples: RcsSamples, { statistic, percentile = 50 }: Objective): number {
  const { mean, meanDb, median, max } = rcsStatistics(samples)!;
  switch (statistic) {
    case 'mean':
      return dbsm(mean);
    case 'meanOfDb':
      return meanDb;
    case 'median':
      return dbsm(median);
    case 'maximum':
      return dbsm(max);
    case 'percentile':
      return dbsm(quantile(samples, percentile / 100));
  }
}

const finite = (value: number) => (Number.isFinite(value) ? value : null);

/**
 * An objective of the results of a run; undefined where its sector has no point with this component. Corrected fields count
 * where there are some, as in the curves. Every statistic grows with each σ, so its ends are those of the bars.
 */
export function objectiveOf(
  records: readonly MonoStaticRcs[],
  polarization: number,
  objective: Objective,
): ObjectiveValue | undefined {
  const ranges = objective.sector as Ranges;
  const shown = records.map(correctedRecord);
  const samples = samplesOf(shown, objective.component, polarization, ranges);
  if (samples.sigma.length === 0) return undefined;
  const value = finite(statisticOf(samples, objective));
  const bars = shown.map((record) => componentBar(record, objective.component, polarization));
  if (bars.some((bar) => bar === undefined)) return { value };
  const end = (side: 'low' | 'high') => {
    const sigmaOf = new Map(shown.map((record, i) => [record, 4 * Math.PI * bars[i]![side] ** 2]));
    const at = samplesOf(shown, objective.component, polarization, ranges, (record) => sigmaOf.get(record)!);
    // A mean of decibels leaves out points without a field; as the end of a bar such a point is −∞.
    if (objective.statistic === 'meanOfDb' && at.sigma[0] === 0) return null;
    return finite(statisticOf(at, objective));
  };
  return { value, low: end('low'), high: end('high') };
}

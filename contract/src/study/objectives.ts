import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { says } from '../schemaMessages.ts';
import { correctedRecord, type MonoStaticRcs } from '../run/monostatic.ts';
import {
  componentBar,
  COMPONENTS_OF_BOTH,
  COMPONENTS_OF_ONE,
  type RcsComponent,
} from '../statistics/components.ts';
import { quantile, samplesOf, type RcsSamples } from '../statistics/rcsStatistics.ts';
import type { Ranges } from '../statistics/sectors.ts';

export const OBJECTIVE_STATISTICS = ['mean', 'meanOfDb', 'median', 'maximum', 'percentile'] as const;

/** Components that are a radar cross section. */
export const RCS_COMPONENTS = [
  ...COMPONENTS_OF_ONE,
  ...COMPONENTS_OF_BOTH.filter((component) => component !== 'phase'),
] as const;

const range = (unit: string) => z.tuple([z.number(), z.number()]).optional().describe(`from, to [${unit}]`);

/** One number of the backscatter of a variant [dBsm]. */
export const ObjectiveSchema = z
  .object({
    name: z
      .string()
      .trim()
      .min(1)
      .max(LIMITS.studyNameLength)
      .optional()
      .describe('shown in place of a made one'),
    statistic: z
      .enum(OBJECTIVE_STATISTICS)
      .describe(
        'mean: of σ in m², then in dBsm; meanOfDb: of the values in dBsm; all others are the same either way',
      ),
    percentile: z
      .number()
      .gt(0)
      .lt(100)
      .optional()
      .describe('σ that this share of the sector stays below [%]'),
    component: z
      .enum(RCS_COMPONENTS as unknown as [RcsComponent, ...RcsComponent[]])
      .default('total')
      .describe('of runs of both polarizations VV, HH, VH, HV, power, RR, LL, RL, LR; of one: the others'),
    sector: z
      .object({
        theta: range('degrees'),
        phi: range('degrees; from above to passes through 0°'),
        frequency: range('Hz'),
      })
      .default({})
      .describe('of the sweep that counts; absent: all of it'),
  })
  .refine(({ statistic, percentile }) => (statistic === 'percentile') === (percentile !== undefined), {
    message: says('study.percentile'),
    path: ['percentile'],
  });
export type Objective = z.infer<typeof ObjectiveSchema>;

/** [dBsm]; −Infinity, no field at all, travels as null. */
export const ObjectiveValueSchema = z.object({
  value: z.number().nullable(),
  low: z.number().nullable().optional().describe('with every σ at the lower end of its bar'),
  high: z.number().nullable().optional().describe('with every σ at the upper end of its bar'),
});
export type ObjectiveValue = z.infer<typeof ObjectiveValueSchema>;

const dbsm = (sigma: number) => 10 * Math.log10(sigma);
/** Of a point without field in a mean of decibels, which would be −∞ by one point [dBsm] */
const FLOOR_DBSM = -200;

function statisticOf(samples: RcsSamples, { statistic, percentile = 50 }: Objective): number {
  const { sigma, share } = samples;
  switch (statistic) {
    case 'mean':
      return dbsm(sigma.reduce((sum, value, i) => sum + share[i]! * value, 0));
    case 'meanOfDb':
      return sigma.reduce((sum, value, i) => sum + share[i]! * Math.max(FLOOR_DBSM, dbsm(value)), 0);
    case 'median':
      return dbsm(quantile(samples, 0.5));
    case 'maximum':
      return dbsm(sigma.at(-1)!);
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
    return finite(statisticOf(at, objective));
  };
  return { value, low: end('low'), high: end('high') };
}

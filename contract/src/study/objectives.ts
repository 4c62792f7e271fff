import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { says } from '../schemaMessages.ts';
import { RCS_COMPONENTS, type RcsComponent } from '../statistics/componentNames.ts';

export const OBJECTIVE_STATISTICS = ['mean', 'meanOfDb', 'median', 'maximum', 'percentile'] as const;

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
      .enum(RCS_COMPONENTS as [RcsComponent, ...RcsComponent[]])
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

import { z } from 'zod';
import { STAGES } from '../runState.ts';
import { amount } from './written.ts';

/** `…_time_….json`: where the time of a frequency went until this illumination was written. */
export const TimesFileSchema = z.object({
  stages: z
    .array(
      z.object({
        stage: z.enum([STAGES.near, STAGES.fields, STAGES.solution, 'OUTPUT']),
        seconds: amount.describe('of the frequency so far; by Physical Optics of the illumination'),
      }),
    )
    .min(1),
  seconds: amount.describe('since the solver started'),
});
export type TimesFile = z.infer<typeof TimesFileSchema>;

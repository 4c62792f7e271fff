import { z } from 'zod';
import { MethodSchema } from './method.ts';
import { amount } from './written.ts';

/** One point of a convergence history. */
export const IterationSchema = z.object({
  iteration: z.number().int().min(1),
  residual: amount.describe('‖b − Zx‖/‖b‖'),
});

/** `…_iterations_….json`: residuals of one illumination; by LU one, how well the solution fulfils the equations. */
export const IterationsFileSchema = z.object({
  method: MethodSchema,
  converged: z.boolean(),
  iterations: z
    .array(IterationSchema)
    .refine((all) => all.every(({ iteration }, i) => iteration === i + 1), 'iterations must count from 1')
    .describe('counted from 1, through all passes of a run that was resumed'),
});
export type IterationsFile = z.infer<typeof IterationsFileSchema>;

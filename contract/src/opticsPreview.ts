import { z } from 'zod';
import { SweepExcitationSchema, sweepCount } from './excitation.ts';
import { LIMITS } from './limits.ts';
import { MonoStaticRcsSchema } from './results.ts';

/** What the preview shows: backscatter over the angles of a sweep, at one frequency. */
export const OpticsPreviewRequestSchema = z.object({
  projectId: z.string().min(1, 'projectId is required'),
  frequency: z
    .number('Frequency can not be empty')
    .gt(0, 'Frequency must be greater than 0 and at most 100 GHz')
    .max(LIMITS.frequencyMaxHz, 'Frequency must be greater than 0 and at most 100 GHz')
    .describe('Hz'),
  excitation: SweepExcitationSchema.refine(
    ([t0, t1, p0, p1, , dt, dp]) =>
      sweepCount(t0, t1, dt) * sweepCount(p0, p1, dp) <= LIMITS.previewAnglesMax,
    `A preview has at most ${LIMITS.previewAnglesMax} angles`,
  ),
  /** Metres per unit of the mesh, where the person has said it. */
  scalefactor: z.number().gt(0).max(1e6).optional(),
});
export type OpticsPreviewRequest = z.infer<typeof OpticsPreviewRequestSchema>;

export const OpticsPreviewSchema = z.object({
  triangles: z.number().int(),
  seconds: z.number().describe('that the solver took'),
  monoStaticRcs: z.array(MonoStaticRcsSchema),
});
export type OpticsPreview = z.infer<typeof OpticsPreviewSchema>;

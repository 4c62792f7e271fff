import { z } from 'zod';
import { SweepExcitationSchema, sweepCount } from './excitation.ts';
import { LIMITS } from './limits.ts';
import { MonoStaticRcsSchema } from './run/monostatic.ts';
import { says, saysOf } from './schemaMessages.ts';

/** A model that has no mesh yet, as the triangles that the browser drew of its file. */
export const DrawingSchema = z.object({
  id: z
    .string()
    .regex(/^[0-9a-f]{32}$/, says('validation.drawingId'))
    .describe('chosen by the caller; another drawing has another one'),
  data: z
    .string()
    .min(1)
    .max(LIMITS.drawingBase64Length)
    .optional()
    .describe(
      'base64 of a drawing (docs/run-folder.md) in metres; may be left out as long as the server has it',
    ),
});

/** What the preview shows: backscatter over the angles of a sweep, at one frequency. */
export const OpticsPreviewRequestSchema = z.object({
  projectId: z.string().min(1, says('validation.required', { label: 'projectId' })),
  frequency: z
    .number(saysOf('frequency', 'validation.empty'))
    .gt(0, says('FREQUENCY_INVALID.range'))
    .max(LIMITS.frequencyMaxHz, says('FREQUENCY_INVALID.range'))
    .describe('Hz'),
  excitation: SweepExcitationSchema.refine(
    ([t0, t1, p0, p1, , dt, dp]) =>
      sweepCount(t0, t1, dt) * sweepCount(p0, p1, dp) <= LIMITS.previewAnglesMax,
    says('validation.previewAngles', { most: LIMITS.previewAnglesMax }),
  ),
  /** Metres per unit of the mesh, where the user has said it. */
  scalefactor: z.number().gt(0).max(1e6).optional(),
  /** In place of the project's mesh */
  drawing: DrawingSchema.optional(),
});
export type OpticsPreviewRequest = z.infer<typeof OpticsPreviewRequestSchema>;

export const OpticsPreviewSchema = z.object({
  triangles: z.number().int(),
  seconds: z.number().describe('that the solver took'),
  monoStaticRcs: z.array(MonoStaticRcsSchema),
});
export type OpticsPreview = z.infer<typeof OpticsPreviewSchema>;

import { z } from 'zod';

/** Pixels of the picture of a model, twice what a card shows. */
export const MODEL_PICTURE = { width: 192, height: 144 } as const;
/** Points of a curve on a card, at most. */
export const PICTURE_POINTS = 96;

/** What the card of a project shows beside its words. */
export const ProjectPictureSchema = z.object({
  modelPng: z
    .string()
    .nullable()
    .describe(
      'base64: the mesh from the front, the right and above, on a transparent ground; null without a mesh, or if it is too large',
    ),
  curve: z
    .object({
      axis: z
        .enum(['theta', 'phi', 'frequency', 'bistatic'])
        .describe('what changes along it; bistatic: the θ of the xz cut of one wave'),
      dbsm: z
        .array(z.number())
        .min(2)
        .max(PICTURE_POINTS)
        .describe(
          'RCS of the whole field, by both polarizations VV; evenly thinned to the largest of neighbours',
        ),
    })
    .nullable()
    .describe('of the lowest frequency, or over frequency where one angle was solved; null without results'),
});
export type ProjectPicture = z.infer<typeof ProjectPictureSchema>;
export type PictureCurve = NonNullable<ProjectPicture['curve']>;

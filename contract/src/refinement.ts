import { z } from 'zod';

/** A mesh that is refined where the error map of a run says so. */
export const RefinementSchema = z.object({
  unknowns: z.number().int().min(1).describe('predicted'),
  triangles: z.number().int().min(1).describe('predicted'),
  unknownsNow: z.number().int().min(1).describe('of the run'),
  errorFactor: z
    .number()
    .min(0)
    .describe('by which discretisation and geometry together become smaller, predicted; 1: not at all'),
});
export type Refinement = z.infer<typeof RefinementSchema>;

/** Error that a refined mesh shall have, over that of the run, where no number of unknowns is asked for. */
export const REFINED_ERROR = 0.5;

import { z } from 'zod';
import { MESSAGE_FIELDS } from './messages.ts';

/** A connected piece of space of a composite model, as `pace regions` finds it. */
export const RegionSchema = z.object({
  material: z.string(),
  isVacuum: z.boolean(),
  /** PEC all through */
  isConductor: z.boolean(),
  /** Numbers of the surfaces whose inside it is, ascending; none of the outer region */
  surfaces: z.array(z.number().int()),
  /** Numbers of all surfaces that border it, ascending */
  borders: z.array(z.number().int()),
  /** Position of the region around it; -1 of the first, the outer vacuum */
  parent: z.number().int(),
});
export type Region = z.infer<typeof RegionSchema>;

export const RegionFindingSchema = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  sentence: z.string(),
  ...MESSAGE_FIELDS,
  surfaces: z.array(z.number().int()),
});
export type RegionFinding = z.infer<typeof RegionFindingSchema>;

export const RegionsSchema = z.object({
  regions: z.array(RegionSchema).min(1),
  findings: z.array(RegionFindingSchema),
});
export type Regions = z.infer<typeof RegionsSchema>;

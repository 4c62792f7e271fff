import { z } from 'zod';
import { MESSAGE_FIELDS } from './messages.ts';

/** Where the surface impedance of a coating cannot be trusted, as `pace impedance` finds it. */
export const CoatingFindingSchema = z.object({
  code: z.string(),
  sentence: z.string(),
  ...MESSAGE_FIELDS,
  /** Number of the surface */
  surface: z.number().int(),
  /** Where it is worst [Hz] */
  frequency: z.number(),
});
export type CoatingFinding = z.infer<typeof CoatingFindingSchema>;
export const CoatingFindingsSchema = z.object({ findings: z.array(CoatingFindingSchema) });

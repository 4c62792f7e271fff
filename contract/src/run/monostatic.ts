import { z } from 'zod';
import { complexField } from './farZone.ts';
import { frequencyHz, tenthsOfDegrees } from './written.ts';

/** Backscattered far field of one illumination. */
export const MonoStaticRcsSchema = z.object({
  angleTheta: tenthsOfDegrees,
  anglePhi: tenthsOfDegrees,
  frequency: frequencyHz,
  ...complexField,
});
export type MonoStaticRcs = z.infer<typeof MonoStaticRcsSchema>;

/** `monostatic.json`: frequency by frequency, of each the illuminations in their order. */
export const MonoStaticFileSchema = z.object({
  converged: z.boolean().describe('as in result.json'),
  monoStaticRcs: z.array(MonoStaticRcsSchema),
});
export type MonoStaticFile = z.infer<typeof MonoStaticFileSchema>;

import { z } from 'zod';
import { complexField, fieldErrors, matrixErrors, scatteringMatrix } from './scattering.ts';
import { frequencyHz, tenthsOfDegrees } from './written.ts';

const illumination = {
  angleTheta: tenthsOfDegrees,
  anglePhi: tenthsOfDegrees,
  frequency: frequencyHz,
};

/** Backscattered far field of one illumination; by both polarizations its scattering matrix. */
export const MonoStaticRcsSchema = z.union([
  z.object({ ...illumination, ...complexField, ...fieldErrors }),
  z.object({ ...illumination, ...scatteringMatrix, ...matrixErrors }),
]);
export type MonoStaticRcs = z.infer<typeof MonoStaticRcsSchema>;

/** `monostatic.json`: frequency by frequency, of each the illuminations in their order. */
export const MonoStaticFileSchema = z.object({
  converged: z.boolean().describe('as in result.json'),
  monoStaticRcs: z.array(MonoStaticRcsSchema),
});
export type MonoStaticFile = z.infer<typeof MonoStaticFileSchema>;

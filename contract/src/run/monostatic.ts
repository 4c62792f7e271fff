import { z } from 'zod';
import { complexField, fieldErrors, matrixErrors, scatteringMatrix } from './scattering.ts';
import { frequencyHz, tenthsOfDegrees } from './written.ts';

const illumination = {
  angleTheta: tenthsOfDegrees,
  anglePhi: tenthsOfDegrees,
  frequency: frequencyHz,
  computed: z
    .boolean()
    .optional()
    .describe('of an adaptive sweep: solved (true), or interpolated from solved frequencies (false)'),
};

const CORRECTED =
  'the same with the first order of the errors of equation and geometry added, and the radii that are left; where these are shorter';

/** Backscattered far field of one illumination; by both polarizations its scattering matrix. */
export const MonoStaticRcsSchema = z.union([
  z.object({
    ...illumination,
    ...complexField,
    ...fieldErrors,
    corrected: z
      .object({ ...complexField, ...fieldErrors })
      .optional()
      .describe(CORRECTED),
  }),
  z.object({
    ...illumination,
    ...scatteringMatrix,
    ...matrixErrors,
    corrected: z
      .object({ ...scatteringMatrix, ...matrixErrors })
      .optional()
      .describe(CORRECTED),
  }),
]);
export type MonoStaticRcs = z.infer<typeof MonoStaticRcsSchema>;

/** Not solved, but interpolated by an adaptive sweep. */
export const isInterpolated = (record: object): boolean => 'computed' in record && record.computed === false;

/** A record with the corrected field in the place of the solved one, where it has one. */
export function correctedRecord(record: MonoStaticRcs): MonoStaticRcs {
  const { corrected, ...solved } = record;
  return { ...solved, ...corrected };
}

/** `monostatic.json`: frequency by frequency, of each the illuminations in their order. */
export const MonoStaticFileSchema = z.object({
  converged: z.boolean().describe('as in result.json'),
  monoStaticRcs: z.array(MonoStaticRcsSchema),
});
export type MonoStaticFile = z.infer<typeof MonoStaticFileSchema>;

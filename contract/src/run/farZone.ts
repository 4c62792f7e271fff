import { z } from 'zod';
import { PolarizationSchema } from '../excitation.ts';
import { frequencyHz, tenthsOfDegrees } from './written.ts';

/** Components of the far-field amplitude lim r·e^{jkr}·E of a wave of 1 V/m. */
export const complexField = {
  e_Theta_Real: z.number().describe('V'),
  e_Theta_Imag: z.number().describe('V'),
  e_Phi_Real: z.number().describe('V'),
  e_Phi_Imag: z.number().describe('V'),
};

const plane = z
  .enum(['xy', 'xz', 'yz', '3d'])
  .describe('plane of the cut; 3d is the whole sphere, theta by theta');

/** One direction of a far-field cut. */
export const FarZoneFieldSchema = z.object({
  plane,
  angleTheta: tenthsOfDegrees,
  anglePhi: tenthsOfDegrees,
  ...complexField,
});
export type FarZoneField = z.infer<typeof FarZoneFieldSchema>;

const directions = z.array(tenthsOfDegrees).min(1);
const volts = z.array(z.number().describe('V')).min(1);

/** One cut, as columns with an entry a direction. */
const FarZoneCutSchema = z
  .object({
    plane,
    angleTheta: directions,
    anglePhi: directions,
    e_Theta_Real: volts,
    e_Theta_Imag: volts,
    e_Phi_Real: volts,
    e_Phi_Imag: volts,
  })
  .refine(
    ({ plane: _, angleTheta, ...columns }) =>
      Object.values(columns).every((column) => column.length === angleTheta.length),
    'columns of a cut must have equal lengths',
  );
export type FarZoneCut = z.infer<typeof FarZoneCutSchema>;

/** `…_farzone_….json`: the bistatic far field of one illumination. */
export const FarZoneFileSchema = z.object({
  frequency: frequencyHz,
  theta: tenthsOfDegrees.describe('direction that the wave comes from, degrees × 10'),
  phi: tenthsOfDegrees.describe('direction that the wave comes from, degrees × 10'),
  polarization: PolarizationSchema.describe('0 horizontal, 1 vertical, 2 right, 3 left circular'),
  converged: z.boolean().describe('whether the currents of this illumination have their residual'),
  cuts: z.array(FarZoneCutSchema),
});
export type FarZoneFile = z.infer<typeof FarZoneFileSchema>;

/** A record a direction in the place of the file's columns. */
export function farZoneFields({ cuts }: Pick<FarZoneFile, 'cuts'>): FarZoneField[] {
  return cuts.flatMap(({ plane, ...columns }) =>
    columns.angleTheta.map((angleTheta, i) => ({
      plane,
      angleTheta,
      anglePhi: columns.anglePhi[i]!,
      e_Theta_Real: columns.e_Theta_Real[i]!,
      e_Theta_Imag: columns.e_Theta_Imag[i]!,
      e_Phi_Real: columns.e_Phi_Real[i]!,
      e_Phi_Imag: columns.e_Phi_Imag[i]!,
    })),
  );
}

import { z } from 'zod';
import { complexField, fieldErrors, matrixErrors, scatteringMatrix } from './scattering.ts';
import { frequencyHz, tenthsOfDegrees } from './written.ts';

const plane = z
  .enum(['xy', 'xz', 'yz', '3d'])
  .describe('plane of the cut; 3d is the whole sphere, theta by theta');

const direction = { angleTheta: tenthsOfDegrees, anglePhi: tenthsOfDegrees };

/** One direction of a far-field cut: the field of one incident wave. */
const FieldOfOneSchema = z.object({ plane, ...direction, ...complexField, ...fieldErrors });
/** The same of both polarizations. */
const FieldOfBothSchema = z.object({ plane, ...direction, ...scatteringMatrix, ...matrixErrors });
export const FarZoneFieldSchema = z.union([FieldOfOneSchema, FieldOfBothSchema]);
export type FarZoneField = z.infer<typeof FarZoneFieldSchema>;
export const BackFieldSchema = z.union([
  FieldOfOneSchema.omit({ plane: true }),
  FieldOfBothSchema.omit({ plane: true }),
]);

const directions = z.array(tenthsOfDegrees).min(1);

const volts = z.array(z.number().describe('V')).min(1);
const metres = z.array(z.number().describe('m')).min(1);
const bars = (unit: string) =>
  z
    .array(z.number().min(0))
    .min(1)
    .optional()
    .describe(`${unit}; radius of the disc around the component in which the exact value lies`);
const cut = { plane, angleTheta: directions, anglePhi: directions };

const haveEqualLengths = ({ plane: _, ...columns }: { plane: string; angleTheta: number[] }) =>
  Object.values(columns).every(
    (column) => column === undefined || column.length === columns.angleTheta.length,
  );
const EQUAL_LENGTHS = 'columns of a cut must have equal lengths';

/** One cut, as columns with an entry a direction. */
const CutOfOneSchema = z
  .object({
    ...cut,
    e_Theta_Real: volts,
    e_Theta_Imag: volts,
    e_Phi_Real: volts,
    e_Phi_Imag: volts,
    e_Theta_Error: bars('V'),
    e_Phi_Error: bars('V'),
  })
  .refine(haveEqualLengths, EQUAL_LENGTHS);
/** The same of both polarizations. */
const CutOfBothSchema = z
  .object({
    ...cut,
    s_VV_Real: metres,
    s_VV_Imag: metres,
    s_VH_Real: metres,
    s_VH_Imag: metres,
    s_HV_Real: metres,
    s_HV_Imag: metres,
    s_HH_Real: metres,
    s_HH_Imag: metres,
    s_VV_Error: bars('m'),
    s_VH_Error: bars('m'),
    s_HV_Error: bars('m'),
    s_HH_Error: bars('m'),
  })
  .refine(haveEqualLengths, EQUAL_LENGTHS);

const illumination = {
  frequency: frequencyHz,
  theta: tenthsOfDegrees.describe('direction that the wave comes from, degrees × 10'),
  phi: tenthsOfDegrees.describe('direction that the wave comes from, degrees × 10'),
  converged: z.boolean().describe('whether the currents of this illumination have their residual'),
  computed: z.literal(false).optional().describe('interpolated from solved frequencies by an adaptive sweep'),
};

/** `…_farzone_….json`: the bistatic far field of one illumination, by both polarizations its scattering matrix. */
export const FarZoneFileSchema = z.discriminatedUnion('polarization', [
  z.object({
    ...illumination,
    polarization: z.literal([0, 1, 2, 3]).describe('0 horizontal, 1 vertical, 2 right, 3 left circular'),
    cuts: z.array(CutOfOneSchema),
  }),
  z.object({
    ...illumination,
    polarization: z.literal(4).describe('vertical and horizontal'),
    cuts: z.array(CutOfBothSchema),
  }),
]);
export type FarZoneFile = z.infer<typeof FarZoneFileSchema>;
export type FarZoneCut = FarZoneFile['cuts'][number];

/** A record a direction in the place of the file's columns. */
export function farZoneFields({ cuts }: { cuts: readonly FarZoneCut[] }): FarZoneField[] {
  return cuts.flatMap(({ plane, ...columns }) => {
    const names = Object.keys(columns) as (keyof typeof columns)[];
    return columns.angleTheta.map(
      (_, i) =>
        ({ plane, ...Object.fromEntries(names.map((name) => [name, columns[name][i]])) }) as FarZoneField,
    );
  });
}

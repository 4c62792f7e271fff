import { FarZoneFieldSchema, type FarZoneField } from '@pace/contract';
import { z } from 'zod';

const numbers = z.array(z.number());

/** A `…_farzone_….json` of the solver: one cut a plane, each a set of columns. */
export const FarZoneFileSchema = z.looseObject({
  converged: z.boolean(),
  cuts: z.array(
    z
      .object({
        plane: FarZoneFieldSchema.shape.plane,
        angleTheta: numbers,
        anglePhi: numbers,
        e_Theta_Real: numbers,
        e_Theta_Imag: numbers,
        e_Phi_Real: numbers,
        e_Phi_Imag: numbers,
      })
      .refine(({ plane: _, angleTheta, ...columns }) =>
        Object.values(columns).every((column) => column.length === angleTheta.length),
      ),
  ),
});

/** Columns to the rows of the contract. */
export function presentFarZone(file: z.output<typeof FarZoneFileSchema>): {
  farZoneFields: FarZoneField[];
  converged: boolean;
} {
  const farZoneFields = file.cuts.flatMap(({ plane, ...columns }) =>
    columns.angleTheta.map((angleTheta, i) => ({
      plane,
      angleTheta,
      anglePhi: at(columns.anglePhi, i),
      e_Theta_Real: at(columns.e_Theta_Real, i),
      e_Theta_Imag: at(columns.e_Theta_Imag, i),
      e_Phi_Real: at(columns.e_Phi_Real, i),
      e_Phi_Imag: at(columns.e_Phi_Imag, i),
    })),
  );
  return { farZoneFields, converged: file.converged };
}

function at(column: number[], index: number): number {
  const value = column[index];
  if (value === undefined) throw new Error('the columns of a far-field cut have different lengths');
  return value;
}

import { z } from 'zod';
import { MaterialsSchema } from './materials.ts';
import { MesherOptionsSchema } from './mesher.ts';
import { ProgramTypeSchema, SolverInputShape } from './solverInput.ts';

/** What `pace local` wants of the mesher: the file mesher.json of its folder. */
export const LocalMesherSchema = z.strictObject({
  /** Of a STEP model */
  options: MesherOptionsSchema.optional(),
  /** Of a mesh whose file is silent about its units */
  metresPerUnit: z.number().gt(0).optional(),
  mergeSeams: z.boolean().optional(),
  frequencyHz: z.number().gt(0).optional(),
});
export type LocalMesher = z.infer<typeof LocalMesherSchema>;

/** What it wants of the solver: the file input.json. */
export const LocalInputSchema = z.strictObject({
  programType: ProgramTypeSchema,
  solverInput: SolverInputShape,
  materials: MaterialsSchema.optional(),
  threads: z.number().int().min(1),
});
export type LocalInput = z.infer<typeof LocalInputSchema>;

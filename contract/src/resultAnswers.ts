import { z } from 'zod';
import { MeshReportSchema } from './run/meshReport.ts';
import { FarZoneFieldSchema, type complexField } from './run/farZone.ts';

/** Exact far field of a sphere beside a computed one. */
export const SphereResultSchema = z.object({
  /** Of the sphere of the mesh's volume, which is the one computed [m] */
  radiusM: z.number(),
  /** Distance of the vertices from the centre, mean [m] */
  vertexRadiusM: z.number(),
  centreM: z.tuple([z.number(), z.number(), z.number()]),
  farZoneFields: z.array(FarZoneFieldSchema),
  /** Back towards the transmitter */
  back: FarZoneFieldSchema.omit({ plane: true }),
});
export type SphereResult = z.infer<typeof SphereResultSchema>;

/** RCS in dBsm from the complex far field: σ = 4π(|E_θ|² + |E_φ|²). −Infinity for no field. */
export function rcsDbsm(field: Record<keyof typeof complexField, number>): number {
  const power =
    field.e_Theta_Real ** 2 + field.e_Theta_Imag ** 2 + field.e_Phi_Real ** 2 + field.e_Phi_Imag ** 2;
  return 10 * Math.log10(4 * Math.PI * power);
}

/** Triangles are [part (1-based), v1, v2, v3 (0-based into meshVertex3)]; vertices in metres. */
export const MeshResultSchema = z.object({
  meshTri3: z.array(z.tuple([z.number().int(), z.number().int(), z.number().int(), z.number().int()])),
  meshVertex3: z.array(z.tuple([z.number(), z.number(), z.number()])),
  currents: z.array(z.number()),
  currentJ: z.array(z.number()),
  currentM: z.array(z.number()),
  report: MeshReportSchema.optional(),
});

/** Per vertex: |J| (or |M|), and the complex vector as [Re x, Im x, Re y, Im y, Re z, Im z]. */
export const FusionResultSchema = z.object({
  density: z.enum(['J', 'M']),
  unit: z.string(),
  currents: z.array(z.number()),
  currentJ: z.array(z.array(z.number()).length(6)),
  currentM: z.array(z.array(z.number()).length(6)),
});

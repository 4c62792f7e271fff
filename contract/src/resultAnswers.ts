import { z } from 'zod';
import { MeshReportSchema } from './run/meshReport.ts';
import { BackFieldSchema, FarZoneFieldSchema } from './run/farZone.ts';

/** Exact far field of a sphere beside a computed one. */
export const SphereResultSchema = z.object({
  /** Of the sphere of the mesh's volume, which is the one computed [m] */
  radiusM: z.number(),
  /** Distance of the vertices from the centre, mean [m] */
  vertexRadiusM: z.number(),
  centreM: z.tuple([z.number(), z.number(), z.number()]),
  farZoneFields: z.array(FarZoneFieldSchema),
  /** Back towards the transmitter */
  back: BackFieldSchema,
});
export type SphereResult = z.infer<typeof SphereResultSchema>;

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

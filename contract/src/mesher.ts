import { z } from 'zod';
import { SPEED_OF_LIGHT } from './constants.ts';
import { MESSAGE_FIELDS } from './messages.ts';

/** Options of the mesher, named as in the specification. */
export const MesherOptionsSchema = z.object({
  operation_id: z.number().int().default(1),
  /** gmsh 2D algorithm; 6 is Frontal-Delaunay. */
  algorithm: z.union([z.literal(1), z.literal(2), z.literal(5), z.literal(6), z.literal(7)]).default(6),
  /** Target edge length [mm]. */
  mesh_size: z
    .number('Mesh size can not be empty')
    .gt(0, 'Mesh size must be greater than 0')
    .max(1e9)
    .default(10),
  /** How far edges may fall below mesh_size on curved surfaces, in percent of it (0: never refined by curvature). */
  tolerans_Percentage: z.number().min(0).max(100).default(10),
  /** Elements per 2π of curvature, used with tolerans_Percentage. */
  refinement_step: z.number().min(0).max(1000).default(10),
});
export type MesherOptions = z.infer<typeof MesherOptionsSchema>;

/** Options to change, the others stay as they were saved: nothing is filled in here. */
export const MesherOptionsChangeSchema = z.object({
  operation_id: MesherOptionsSchema.shape.operation_id.unwrap().optional(),
  algorithm: MesherOptionsSchema.shape.algorithm.unwrap().optional(),
  mesh_size: MesherOptionsSchema.shape.mesh_size.unwrap().optional(),
  tolerans_Percentage: MesherOptionsSchema.shape.tolerans_Percentage.unwrap().optional(),
  refinement_step: MesherOptionsSchema.shape.refinement_step.unwrap().optional(),
});

/** Default mesh size [mm]: a tenth of the wavelength at the frequency (sweep: its midpoint), rounded to 6 decimals. */
export function defaultMeshSizeMm(frequencyHz: number): number {
  return Number(((1000 * SPEED_OF_LIGHT) / (10 * frequencyHz)).toFixed(6));
}

export const DEFAULT_MESH_FREQUENCY_HZ = 130e6;

export const MeshPartSchema = z.object({
  /** 1-based position; `cfiealpha[index - 1]` belongs to it. */
  index: z.number().int(),
  /** Surface number in the file. */
  number: z.number().int(),
  name: z.string(),
  triangles: z.number().int(),
  areaM2: z.number(),
  /** In metres, like all lengths of the report */
  longestEdgeM: z.number().optional(),
  /** See `PartShape`. */
  extentM: z.number().optional(),
  smoothM: z.number().nullable().optional(),
  open: z.boolean(),
});

export const MeshFindingSchema = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  sentence: z.string(),
  ...MESSAGE_FIELDS,
  part: z.number().int().optional(),
});

/** What became of parts that the mesher gave edges of far more than mesh_size. */
export const LongEdgesSchema = z.object({
  /** Numbers of the parts with such edges; `mended` with those that were meshed again beside them */
  parts: z.array(z.number().int()),
  /** The longest edge of the first mesh [m] */
  longestM: z.number(),
  /**
   * `mended`: these parts were meshed again by MeshAdapt, and that mesh is the one. The first mesh is, where that made no
   * shorter edges (`no-better`) or failed (`failed`), where it would take too long (`too-large`), or where another algorithm
   * than Frontal-Delaunay or Delaunay was asked for (`as-asked`).
   */
  outcome: z.enum(['mended', 'no-better', 'failed', 'too-large', 'as-asked']),
  /** The longest edge of the second mesh [m]; null where there is none */
  longestAfterM: z.number().nullable(),
  /** What meshing again took; 0 where it was not tried */
  secondsAgain: z.number(),
});
export type LongEdges = z.infer<typeof LongEdgesSchema>;

/** `mesh.json`: what the mesh is. Written by `pace check`, completed by the mesher for STEP models. */
export const MeshReportSchema = z.looseObject({
  unitsName: z.string().optional(),
  metresPerUnit: z.number().nullable().optional(),
  vertices: z.number().int(),
  triangles: z.number().int(),
  unknownsRwg: z.number().int(),
  parts: z.array(MeshPartSchema.loose()),
  findings: z.array(MeshFindingSchema.loose()),
  /** Of a STEP model: the mesher's own account */
  mesher: z.looseObject({ longEdges: LongEdgesSchema.optional() }).optional(),
});
export type MeshReport = z.infer<typeof MeshReportSchema>;

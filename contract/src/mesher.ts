import { z } from 'zod';
import { SPEED_OF_LIGHT } from './constants.ts';
import { LIMITS } from './limits.ts';
import { later } from './run/written.ts';
import { says, saysOf } from './schemaMessages.ts';
import { PROGRAM_TYPES, type ProgramType } from './solverInput.ts';

const GRADED_ELEMENTS_OUTSIDE = saysOf('gradedElements', 'validation.between', {
  least: LIMITS.gradedElementsMin,
  most: LIMITS.gradedElementsMax,
});
const GRADED_FACTOR_OUTSIDE = saysOf('gradedFactor', 'validation.between', {
  least: 1,
  most: LIMITS.gradedFactorMax,
});

export const ROTATION_AXES = ['x', 'y', 'z'] as const;
export type RotationAxis = (typeof ROTATION_AXES)[number];

const position = z.number().min(-1e6).max(1e6);
/** Solids of a CAD model that are turned before the model is meshed. */
export const SolidRotationSchema = z.object({
  solids: z
    .array(z.number().int().min(1))
    .min(1, says('rotation.noSolid'))
    .max(LIMITS.layersMax)
    .describe('numbers of the solids of the file, in its order, counted from 1'),
  axis: z.enum(ROTATION_AXES).describe('direction of the axis'),
  point: z
    .tuple([position, position, position])
    .default([0, 0, 0])
    .describe('that the axis goes through, in the model of the file [m]'),
  degrees: z.number().min(-360).max(360),
});
export type SolidRotation = z.infer<typeof SolidRotationSchema>;

const modelScale = z
  .number()
  .gt(0, saysOf('scaleFactor', 'validation.aboveZero'))
  .max(1e6)
  .describe('Of a CAD model: its size is that of the file times this; edges keep the length of mesh_size');
const rotations = z.array(SolidRotationSchema).max(LIMITS.studyParametersMax);

/** Options of the mesher, named as in the specification. */
export const MesherOptionsSchema = z.object({
  operation_id: z.number().int().default(1),
  /** gmsh 2D algorithm; 6 is Frontal-Delaunay. */
  algorithm: z.union([z.literal(1), z.literal(2), z.literal(5), z.literal(6), z.literal(7)]).default(6),
  /** Target edge length [mm]. */
  mesh_size: z
    .number(saysOf('meshSize', 'validation.empty'))
    .gt(0, saysOf('meshSize', 'validation.aboveZero'))
    .max(1e9)
    .default(10),
  /** How far edges may fall below mesh_size on curved surfaces, in percent of it (0: never refined by curvature). */
  tolerans_Percentage: z.number().min(0).max(100).default(10),
  /** Elements per 2π of curvature, used with tolerans_Percentage. */
  refinement_step: z.number().min(0).max(1000).default(10),
  curvedElements: z
    .boolean()
    .default(true)
    .describe(
      'Triangles of second order, whose sides and faces follow the surface of the model; false: flat ones with the same corners.',
    ),
  gradedMesh: z
    .boolean()
    .default(false)
    .describe('Shorter edges where the surface is tightly curved and where it comes to a point.'),
  /** Elements per 2π of curvature of a graded mesh. */
  gradedElementsPerTurn: z
    .number(saysOf('gradedElements', 'validation.empty'))
    .min(LIMITS.gradedElementsMin, GRADED_ELEMENTS_OUTSIDE)
    .max(LIMITS.gradedElementsMax, GRADED_ELEMENTS_OUTSIDE)
    .default(20),
  /** How many times shorter than mesh_size the edges of a graded mesh may become, and are at points. */
  gradedFactor: z
    .number(saysOf('gradedFactor', 'validation.empty'))
    .min(1, GRADED_FACTOR_OUTSIDE)
    .max(LIMITS.gradedFactorMax, GRADED_FACTOR_OUTSIDE)
    .default(5),
  metresPerUnit: z
    .number()
    .gt(0, saysOf('scaleFactor', 'validation.aboveZero'))
    .max(1e6)
    .optional()
    .describe('Of a BREP model, whose file does not say its unit of length'),
  modelScale: modelScale.optional(),
  rotations: rotations.optional().describe('Of a CAD model, one after the other'),
});
export type MesherOptions = z.infer<typeof MesherOptionsSchema>;

/** Options to change, the others stay as they were saved: nothing is filled in here. */
export const MesherOptionsChangeSchema = z.object({
  operation_id: MesherOptionsSchema.shape.operation_id.unwrap().optional(),
  algorithm: MesherOptionsSchema.shape.algorithm.unwrap().optional(),
  mesh_size: MesherOptionsSchema.shape.mesh_size.unwrap().optional(),
  tolerans_Percentage: MesherOptionsSchema.shape.tolerans_Percentage.unwrap().optional(),
  refinement_step: MesherOptionsSchema.shape.refinement_step.unwrap().optional(),
  curvedElements: MesherOptionsSchema.shape.curvedElements.unwrap().optional(),
  gradedMesh: MesherOptionsSchema.shape.gradedMesh.unwrap().optional(),
  gradedElementsPerTurn: MesherOptionsSchema.shape.gradedElementsPerTurn.unwrap().optional(),
  gradedFactor: MesherOptionsSchema.shape.gradedFactor.unwrap().optional(),
  metresPerUnit: MesherOptionsSchema.shape.metresPerUnit,
  modelScale: MesherOptionsSchema.shape.modelScale,
  rotations: MesherOptionsSchema.shape.rotations,
});

/** As `mesh.json` keeps them; of earlier versions without curved elements and grading, which were not there. */
export const UsedMesherOptionsSchema = MesherOptionsSchema.extend({
  curvedElements: later(z.boolean()),
  gradedMesh: later(z.boolean()),
  gradedElementsPerTurn: later(z.number()),
  gradedFactor: later(z.number()),
});
export type UsedMesherOptions = z.infer<typeof UsedMesherOptionsSchema>;

/** Edges a wavelength of the mesh that is proposed (specification). */
export const EDGES_PER_WAVELENGTH = 10;

/**
 * Edges a wavelength that curved elements need on smooth bodies. The field of a conducting sphere errs by 0.13 % at λ/6,
 * and by 0.53 % with flat elements of λ/10 (docs/theory/curved-triangles.md). Tips and edges need the mesh
 * that flat elements need.
 */
export const CURVED_EDGES_PER_WAVELENGTH = 6;
/** The same of coatings and impedance surfaces, whose error falls with the square of the edge whatever the shape. */
export const CURVED_COATED_EDGES_PER_WAVELENGTH = 8;

export function curvedEdgesPerWavelength(programType: ProgramType): number {
  return programType === PROGRAM_TYPES.coating
    ? CURVED_COATED_EDGES_PER_WAVELENGTH
    : CURVED_EDGES_PER_WAVELENGTH;
}

/** Default mesh size [mm]: a tenth of the wavelength at the frequency (sweep: its midpoint), rounded to 6 decimals. */
export function defaultMeshSizeMm(frequencyHz: number): number {
  return Number(((1000 * SPEED_OF_LIGHT) / (EDGES_PER_WAVELENGTH * frequencyHz)).toFixed(6));
}

export const DEFAULT_MESH_FREQUENCY_HZ = 130e6;

import { z } from 'zod';
import { DesignMapsRequestSchema } from './designMaps.ts';
import { LIMITS } from './limits.ts';
import { ComplexSchema, MaterialNameSchema } from './materials.ts';
import { INCIDENTS } from './run/fileNames.ts';
import { says, saysOf } from './schemaMessages.ts';

/**
 * A thin layer on some parts of a conductor: what design maps predict, and the Coating project that computes it. The mesh of
 * such a project is the outer face of the layer (docs/theory/layer-stacks.md).
 */
const { projectId, layer, ...question } = DesignMapsRequestSchema.shape;

export const CoatPartsSchema = z.object({
  projectId,
  question: z.object(question).describe('of the maps that predict'),
  layer: z.union([z.object({ material: MaterialNameSchema.describe('of the library') }), layer.unwrap()]),
  parts: z
    .array(z.int32())
    .min(1, says('validation.noPart'))
    .max(LIMITS.layersMax)
    .describe('surface numbers in the file'),
  thicknessMm: z
    .number(saysOf('thickness', 'validation.empty'))
    .min(LIMITS.minThicknessMm, says('validation.thickness'))
    .max(
      LIMITS.coatThicknessMaxMm,
      saysOf('thickness', 'validation.atMost', { most: LIMITS.coatThicknessMaxMm }),
    ),
});
export type CoatParts = z.infer<typeof CoatPartsSchema>;

/** Name of a layer that was typed, in the materials of its project. */
export const TYPED_LAYER_NAME = 'Typed layer';

const amplitude = z.tuple([z.number(), z.number()]).describe('[Re, Im], far-field amplitude [V]');
export type Amplitude = z.infer<typeof amplitude>;

const PredictionSchema = z.object({
  thetaDeg: z.number(),
  phiDeg: z.number(),
  before: amplitude,
  predicted: amplitude,
});
export type CoatingPrediction = z.infer<typeof PredictionSchema>;

/** Where a project comes from that was made by coating parts, and what was predicted. */
export const CoatedSchema = z.object({
  from: z.string().describe('project whose design maps predicted'),
  frequencyHz: z.number(),
  incident: z.enum(INCIDENTS),
  received: z.enum(INCIDENTS),
  material: z.string(),
  thicknessMm: z.number(),
  impedance: ComplexSchema.describe('of the layer on the conductor [Ω]'),
  parts: z.array(z.int32()),
  predictions: z.array(PredictionSchema),
});
export type Coated = z.infer<typeof CoatedSchema>;

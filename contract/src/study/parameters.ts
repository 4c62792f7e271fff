import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { SolidRotationSchema } from '../mesher.ts';
import { MaterialNameSchema } from '../materials.ts';
import { says } from '../schemaMessages.ts';

/**
 * What varies in a study. Values are in SI units: Hz, m, Ω; angles in degrees. What a parameter changes of the base project is
 * in variants.ts.
 */
const layers = z
  .array(z.int32().min(0))
  .min(1, says('study.noLayer'))
  .max(LIMITS.layersMax)
  .describe('places in the list of layers of the project, counted from 0; all get the same value');
const surfaces = z
  .array(z.int32())
  .min(1, says('study.noSurface'))
  .max(LIMITS.layersMax)
  .describe('surface numbers; all get the same value');
const material = MaterialNameSchema.describe('of the project');

export const TargetSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('frequency').describe('one frequency in the place of those of the base [Hz]') }),
  z.object({
    kind: z.literal('theta').describe('of the wave [degrees]; a sweep over it becomes this one angle'),
  }),
  z.object({
    kind: z.literal('phi').describe('of the wave [degrees]; a sweep over it becomes this one angle'),
  }),
  z.object({ kind: z.literal('polarization').describe('0 to 4, as in the excitation') }),
  z.object({ kind: z.literal('thickness').describe('of layers of a coating [m]'), layers }),
  z.object({
    kind: z.literal('layerMaterial').describe('name of a material of the project or of the library'),
    layers,
  }),
  z.object({
    kind: z.literal('regionMaterial').describe('of regions of a composite: name, as of a layer'),
    surfaces,
  }),
  z.object({ kind: z.literal('permittivityFactor').describe('ε of a material times this'), material }),
  z.object({ kind: z.literal('permeabilityFactor').describe('μ of a material times this'), material }),
  z.object({ kind: z.literal('resistance').describe('Re Z_s of surfaces [Ω]'), surfaces }),
  z.object({ kind: z.literal('reactance').describe('Im Z_s of surfaces [Ω]'), surfaces }),
  z.object({ kind: z.literal('alpha').describe('of CFIE, of all parts') }),
  z.object({
    kind: z
      .literal('partMethod')
      .describe('0 by the rule, 1 Physical Optics, 2 full wave; of a PEC project by Hybrid'),
    parts: z
      .array(z.int32().min(0))
      .max(LIMITS.layersMax)
      .optional()
      .describe('places in the list of parts, counted from 0; absent: all parts'),
  }),
  z.object({
    kind: z.literal('meshSize').describe('edge length of a CAD model [m]; each value is meshed once'),
  }),
  z.object({
    kind: z
      .literal('modelScale')
      .describe(
        'factor of the size of the model; a CAD model is meshed once for each, with the same edge length',
      ),
  }),
  SolidRotationSchema.omit({ degrees: true }).extend({
    kind: z.literal('rotation').describe('of solids of a CAD model [degrees]; each value is meshed once'),
  }),
  z.object({
    kind: z
      .literal('model')
      .describe('ids of projects: model and mesh are taken from there, all else from the base'),
  }),
]);
export type Target = z.infer<typeof TargetSchema>;
export type TargetKind = Target['kind'];

/** Kinds whose values are names; all others are numbers. */
export const NAMED_KINDS = [
  'layerMaterial',
  'regionMaterial',
  'model',
] as const satisfies readonly TargetKind[];
/** Numbers that are codes: nothing lies between two of them. */
export const CODED_KINDS = ['polarization', 'partMethod'] as const satisfies readonly TargetKind[];
export const isNamed = (kind: TargetKind): boolean => NAMED_KINDS.some((one) => one === kind);
export const isContinuous = (kind: TargetKind): boolean =>
  !isNamed(kind) && !CODED_KINDS.some((one) => one === kind);

export const ParameterValueSchema = z.union([z.number(), z.string().min(1).max(LIMITS.textLength)]);
export type ParameterValue = z.infer<typeof ParameterValueSchema>;

const bound = z.number();
export const ParameterValuesSchema = z.union([
  z.object({
    list: z.array(ParameterValueSchema).min(1, says('study.noValue')).max(LIMITS.studyVariantsMax),
  }),
  z.object({
    range: z
      .object({ from: bound, to: bound, count: z.number().int().min(2).max(LIMITS.studyVariantsMax) })
      .describe('evenly from one end to the other; sampled and optimised studies take any value between'),
  }),
  z.object({
    normal: z
      .object({ mean: bound, deviation: z.number().gt(0) })
      .describe('normal tolerance, cut off at three deviations'),
  }),
]);
export type ParameterValues = z.infer<typeof ParameterValuesSchema>;

export const ParameterSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(LIMITS.studyNameLength)
    .optional()
    .describe('shown in place of a made one'),
  target: TargetSchema,
  values: ParameterValuesSchema,
});
export type Parameter = z.infer<typeof ParameterSchema>;

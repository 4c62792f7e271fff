import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { MESSAGE_FIELDS, MessageSchema } from '../messages.ts';
import { RunStatusSchema } from '../runState.ts';
import { StudyDefinitionSchema } from './definition.ts';
import { ObjectiveValueSchema } from './objectives.ts';
import { ParameterValueSchema } from './parameters.ts';
import { RCS_COMPONENTS, type RcsComponent } from '../statistics/componentNames.ts';

/** Studies as calls give them. */

/** Planned: its run is not in the queue yet. */
export const VariantStatusSchema = z.union([z.literal('Planned'), RunStatusSchema]);
export type VariantStatus = z.infer<typeof VariantStatusSchema>;

export const VariantSchema = z.object({
  number: z.number().int().min(1),
  values: z.array(ParameterValueSchema).describe('one a parameter'),
  status: VariantStatusSchema,
  fraction: z.number().min(0).max(1).optional(),
  stage: z.string().optional().describe('of a run that is at work'),
  /** Of one that failed, or could not be begun */
  error: z.object({ detail: z.string(), code: z.string(), ...MESSAGE_FIELDS }).optional(),
  /** Of its results, which every result call answers; null as long as it is planned */
  projectId: z.string().nullable(),
  converged: z.boolean().optional(),
  objectives: z
    .array(ObjectiveValueSchema.nullable())
    .describe(
      'one an objective, in dBsm; null where its sector has no point; empty until the run has finished',
    ),
  gradient: z
    .array(z.number().nullable())
    .optional()
    .describe(
      'of an optimisation: derivative of its objective by each parameter [dB per SI unit]; null where design maps have none',
    ),
  coreSeconds: z.number().min(0),
});
export type Variant = z.infer<typeof VariantSchema>;

/** Open: variants are planned, wait or run. Cancelled: planned ones are not begun, until the study is resumed. */
export const STUDY_STATUSES = ['Open', 'Finished', 'Cancelled'] as const;

export const StudyRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  createdDate: z.string(),
  /** The project that it was made of; it may be gone, or have changed since */
  baseProjectId: z.string(),
  baseName: z.string(),
  status: z.enum(STUDY_STATUSES),
  /** Variants that the study has in all, and of them so many in each state */
  runs: z.number().int(),
  counts: z.object({
    planned: z.number().int(),
    active: z.number().int(),
    finished: z.number().int(),
    failed: z.number().int(),
    cancelled: z.number().int(),
  }),
});
export type StudyRow = z.infer<typeof StudyRowSchema>;

export const StudySchema = StudyRowSchema.extend({
  definition: StudyDefinitionSchema,
  carrierId: z
    .string()
    .describe(
      'project that carries the model of the base; a read-only link to it opens the study and its variants',
    ),
  programType: z.number().int(),
  polarization: z.number().int().describe('of the base'),
  variants: z.array(VariantSchema),
  /** Why planned variants are not begun now: a quota of the user */
  waiting: MessageSchema.optional(),
});
export type Study = z.infer<typeof StudySchema>;

/** What a study would take, before it is made. */
export const StudyForecastSchema = z.object({
  variants: z.number().int(),
  meshes: z.number().int().describe('that have to be made; each serves all variants with the same'),
  asked: z
    .number()
    .int()
    .describe(
      'variants that the solver was asked about, or whose run costs the same; the others are taken to be like them',
    ),
  unmeshed: z
    .number()
    .int()
    .describe(
      'variants whose mesh is not made yet: nothing is known of them, and they are not in what follows',
    ),
  seconds: z.number().describe('of the other runs, one after the other'),
  longestSeconds: z.number(),
  memoryBytes: z.number().describe('of the largest run'),
  runningRunsLimit: z.number().int().nullable(),
  queuedRunsLimit: z.number().int().nullable(),
});
export type StudyForecast = z.infer<typeof StudyForecastSchema>;

export const StudyCurvesRequestSchema = z.object({
  id: z.string().min(1),
  component: z.enum(RCS_COMPONENTS as [RcsComponent, ...RcsComponent[]]).default('total'),
  variants: z
    .array(z.number().int().min(1))
    .max(LIMITS.studyVariantsMax)
    .optional()
    .describe('numbers; absent: all that have finished'),
});

/** σ of variants over the points of their sweeps. */
export const StudyCurvesSchema = z.object({
  sweeps: z
    .array(
      z.object({
        thetaDeg: z.array(z.number()),
        phiDeg: z.array(z.number()),
        frequencyHz: z.array(z.number()),
      }),
    )
    .describe('points: angles and frequency of each; variants with the same points share them'),
  curves: z.array(
    z.object({
      variant: z.number().int(),
      sweep: z.number().int().describe('place in `sweeps`'),
      dbsm: z.array(z.number().nullable()).describe('σ of each point; null where there is no field'),
      low: z
        .array(z.number().nullable())
        .optional()
        .describe('lower ends of the bars [dBsm]; null: no field at all'),
      high: z.array(z.number().nullable()).optional(),
    }),
  ),
});
export type StudyCurves = z.infer<typeof StudyCurvesSchema>;

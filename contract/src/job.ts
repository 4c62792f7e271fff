import { z } from 'zod';
import { LIMITS } from './limits.ts';
import {
  ComplexSchema,
  ImpedanceParameterSchema,
  ImpedanceSchema,
  MaterialParametersSchema,
  MaterialsSchema,
  MaterialSchema,
  OuterMediumSchema,
  ThicknessSchema,
} from './materials.ts';
import { message, MESSAGE_FIELDS, MessageSchema, type Message } from './messages.ts';
import { nearestName } from './nearestName.ts';
import { SAID, saidIn } from './schemaMessages.ts';
import {
  ERROR_BARS_BY_DEFAULT,
  JobInputShape,
  PROGRAM_TYPES,
  ProgramTypeSchema,
  SOLVER_TYPES,
  solverInputComplaints,
  type Complaint,
} from './solverInput.ts';

/**
 * Materials as a job has them. What the calls of the interface ignore, a key that nobody knows, is refused in a job: it is
 * written by hand, too, and a slip in a name would go unnoticed.
 */
const JobMaterialsSchema = MaterialsSchema.extend({
  inputMaterials: z
    .array(
      MaterialSchema.extend({
        permitivity: ComplexSchema.strict(),
        permeability: ComplexSchema.strict(),
        params: z
          .array(
            MaterialParametersSchema.extend({
              permitivity: ComplexSchema.strict(),
              permeability: ComplexSchema.strict(),
            }).strict(),
          )
          .optional(),
      }).strict(),
    )
    .default([]),
  thicknesses: z.array(ThicknessSchema.strict()).default([]),
  impedances: z
    .array(ImpedanceSchema.extend({ params: z.array(ImpedanceParameterSchema.strict()) }).strict())
    .default([]),
  outerMedias: z.array(OuterMediumSchema.strict()).default([]),
}).strict();

/**
 * `job.json`, the one input of `pace solve` and `pace estimate`; paths are relative to the file itself. Unknown keys are
 * refused at every level.
 */
export const JobSchema = z.strictObject({
  schema: z.literal('pace-job-1'),
  programType: ProgramTypeSchema,
  /** UNV mesh or drawing (docs/run-folder.md) */
  mesh: z.string().min(1),
  solverInput: JobInputShape.strict(),
  materials: JobMaterialsSchema.optional(),
  /** How the full wave is solved; by default what is predicted to be quicker. */
  method: z.enum(['auto', 'dense-lu', 'mlfma']).default('auto'),
  /** Of MLFMA: near inverse alone, with an inner solution by a rough product, or that once it is needed. */
  preconditioner: z.enum(['auto', 'near', 'inner']).default('auto'),
  /** The equations between media; by default PMCHWT, and JMCFIE by MLFMA where the contrast is high. */
  formulation: z.enum(['auto', 'pmchwt', 'jmcfie']).default('auto'),
  /** Bars of the far fields, where the equations have an estimate (docs/theory/error-estimate.md). */
  errorEstimate: z.boolean().default(ERROR_BARS_BY_DEFAULT),
  /** Digits that the fast product keeps; by default as many as the residual needs. */
  digits: z.number().int().min(2).max(4).optional(),
  /**
   * Of Physical Optics: pieces along an edge of a long facet that its shadow rays begin with. Fewer are quicker and see
   * no shadow narrower than a piece.
   */
  shadowPieces: z.number().int().min(1).max(LIMITS.shadowPiecesMax).default(LIMITS.shadowPiecesMax),
  threads: z.number().int().min(1).max(4096).default(1),
  /** Refuse before starting when the estimate is above this. */
  memoryLimitBytes: z.number().int().min(1).optional(),
});
export type Job = z.infer<typeof JobSchema>;

const RETURNED_COMPONENTS = ['total', 'VV', 'HH'] as const;

/** One line of `events.ndjson` / stdout of the solver. */
export const EventSchema = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('stage'),
    stage: z.string(),
    fraction: z.number(),
    frequencyHz: z.number().optional(),
    seconds: z.number(),
    memoryBytes: z.number(),
  }),
  z.object({ event: z.literal('notice'), code: z.string(), sentence: z.string(), ...MESSAGE_FIELDS }),
  z.object({
    event: z.literal('iteration'),
    frequencyHz: z.number(),
    rightHandSide: z.number().int(),
    iteration: z.number().int(),
    residual: z.number(),
  }),
  // Backscatter that has just been computed at a frequency; of long sweeps every so many illuminations.
  z.object({
    event: z.literal('returns'),
    frequencyHz: z.number(),
    /** σ of the whole field, or of both polarizations σ_VV and σ_HH */
    components: z.array(z.enum(RETURNED_COMPONENTS)),
    /** rcsM2: of each component */
    points: z.array(
      z.object({ thetaDeg: z.number(), phiDeg: z.number(), rcsM2: z.array(z.number().nonnegative()) }),
    ),
  }),
  z.object({
    event: z.literal('estimate'),
    unknowns: z.number().int(),
    memoryBytes: z.number(),
    seconds: z.number(),
    method: z.string(),
    reason: z.string(),
    reasonMessage: MessageSchema.optional(),
    // Of a method with a fast product only.
    nearEntries: z.number().optional(),
    levels: z.number().int().optional(),
    secondsPerProduct: z.number().optional(),
    products: z.number().optional(),
    /** Of the matrix, in a file of the run's folder where memory does not suffice; absent: none */
    diskBytes: z.number().optional(),
  }),
  // What several ranks held and sent at a frequency; bytes.
  z.object({
    event: z.literal('log'),
    topic: z.literal('ranks'),
    frequencyHz: z.number(),
    ranks: z.number().int(),
    bytesSentPerProduct: z.number(),
    bytesSentPerProductAndRank: z.number(),
    bytesHeldPerRank: z.number(),
  }),
  z.object({
    event: z.literal('error'),
    code: z.string(),
    detail: z.string(),
    where: z.string().optional(),
    ...MESSAGE_FIELDS,
  }),
  z.object({
    event: z.literal('finished'),
    converged: z.boolean(),
    seconds: z.number(),
    memoryBytes: z.number(),
  }),
]);
export type SolverEvent = z.infer<typeof EventSchema>;

/** What a run would take, before it is started; levels and products only of a method with a fast product. */
export const EstimateSchema = z.object({
  unknowns: z.number().int(),
  memoryBytes: z.number(),
  seconds: z.number(),
  method: z.string(),
  reason: z.string(),
  reasonMessage: MessageSchema.optional(),
  levels: z.number().int().optional(),
  products: z.number().optional(),
  /** Of the matrix, on disk where memory does not suffice; absent: none */
  diskBytes: z.number().optional(),
});
export type Estimate = z.infer<typeof EstimateSchema>;

export interface JobComplaint extends Message {
  code: Complaint['code'] | 'JOB_INVALID';
  /** JSON pointer into the job */
  where: string;
}

const pointer = (path: readonly PropertyKey[]) =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The message of solver/src/input/shape.cpp. */
function unknownKey(path: readonly PropertyKey[], key: string): JobComplaint {
  const where = pointer([...path, key]);
  const nearest = nearestName(key, namesAt(path));
  return {
    code: 'JOB_INVALID',
    where,
    ...(nearest === undefined
      ? message('JOB_INVALID.unknownName', { path: where.slice(1) })
      : message('JOB_INVALID.didYouMean', { path: where.slice(1), nearest })),
  };
}

/** Names that the job's object at a path may have. */
function namesAt(path: readonly PropertyKey[]): string[] {
  let schema: unknown = JobSchema;
  const inside = (type: unknown): unknown => {
    let bare = type;
    while (bare instanceof z.ZodOptional || bare instanceof z.ZodDefault) bare = bare.unwrap();
    return bare;
  };
  for (const key of path) {
    const outer = inside(schema);
    schema =
      outer instanceof z.ZodObject
        ? (outer.shape as Record<string, unknown>)[String(key)]
        : outer instanceof z.ZodArray
          ? outer.element
          : undefined;
  }
  const object = inside(schema);
  return object instanceof z.ZodObject ? Object.keys(object.shape) : [];
}

/**
 * Everything that is wrong with a job: its shape first, and only if that is right the rules. Empty for a good job.
 * `pace` gives the first of these as its error.
 */
export function validateJob(job: unknown): JobComplaint[] {
  const parsed = JobSchema.safeParse(job, SAID);
  if (!parsed.success) {
    const unknown = parsed.error.issues
      .flatMap((issue) => (issue.code === 'unrecognized_keys' ? [issue] : []))
      .sort((a, b) => a.path.length - b.path.length)
      .flatMap(({ path, keys }) => [...keys].sort().map((key) => unknownKey(path, key)));
    const others = parsed.error.issues
      .filter((issue) => issue.code !== 'unrecognized_keys')
      .map(({ path, message: text }) => ({
        code: 'JOB_INVALID' as const,
        where: pointer(path),
        ...(saidIn(text) ?? message('invalid')),
      }));
    return [...unknown, ...others];
  }
  const { solverInput, programType } = parsed.data;
  const complaints = solverInputComplaints(solverInput);
  if (solverInput.solvertype === SOLVER_TYPES.physicalOptics && programType !== PROGRAM_TYPES.pec)
    complaints.push({
      code: 'VALIDATION',
      path: ['solvertype'],
      ...message('VALIDATION.opticsNeedsPec'),
    });
  return complaints.map(({ path, ...complaint }) => ({
    ...complaint,
    where: pointer(['solverInput', ...path]),
  }));
}

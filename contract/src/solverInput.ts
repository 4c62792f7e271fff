import { z } from 'zod';
import {
  DEFAULT_SINGLE_EXCITATION,
  DEFAULT_SINGLE_FREQUENCY_HZ,
  FrequencySchema,
  SingleExcitationSchema,
  SweepExcitationSchema,
  countFrequencies,
  stepExceedsRange,
  sweepCount,
} from './excitation.ts';
import { LIMITS } from './limits.ts';
import { codeOfMessage, message, type Message, type MessageKey } from './messages.ts';
import { asText, saidIn, says, saysOf } from './schemaMessages.ts';

/** Program type: what the surfaces are made of. */
export const PROGRAM_TYPES = { pec: 1, coating: 2, composite: 3 } as const;
export const ProgramTypeSchema = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type ProgramType = z.infer<typeof ProgramTypeSchema>;

/** `solvertype` of the solver input (not the project's program type). 3 is Multilayer for program type 3. */
export const SOLVER_TYPES = { physicalOptics: 1, mlfma: 2, hybrid: 3 } as const;
/** What the interface offers for each program type. */
export const SOLVER_TYPES_OF_PROGRAM: Record<ProgramType, readonly (1 | 2 | 3)[]> = {
  1: [1, 2, 3],
  2: [2],
  3: [3],
};

/** Position of each output in `outputselection`. */
export const OUTPUTS = [
  'Coefficients',
  'Surface Currents',
  'Iterations',
  'Time Data',
  'Farzone Electric',
] as const;

/** Degrees between triangles up to which smooth parts are rounded, where a user asks for it and for no other angle. */
export const DEFAULT_ROUNDING_DEG = 30;

/** Whether bars of the far fields are estimated where nothing else is said: in a job and in what the wizard offers. */
export const ERROR_BARS_BY_DEFAULT: boolean = true;
const ERRORS_ESTIMATED = ERROR_BARS_BY_DEFAULT ? 1 : 0;

const flag = z.union([z.literal(0), z.literal(1)]);

const LEVELS_FLAG_OUTSIDE = saysOf('levels', 'validation.between', { least: -1, most: 1 });
const LEVELS_OUTSIDE = says('VALIDATION.levels');
const ALPHA_OUTSIDE = says('validation.alpha');
const FAR_LOCATIONS_OUTSIDE = saysOf('farLocations', 'validation.between', {
  least: 0,
  most: LIMITS.farLocationsMax,
});
const ROUNDING_OUTSIDE = saysOf('roundingAngle', 'validation.between', {
  least: 0,
  most: LIMITS.roundingAngleMax,
});
const TOLERANCE_OUTSIDE = saysOf('adaptiveTolerance', 'validation.between', {
  least: LIMITS.adaptiveToleranceMinDb,
  most: LIMITS.adaptiveToleranceMaxDb,
});
const REFLECTIONS_OUTSIDE = saysOf('reflections', 'validation.wholeBetween', {
  least: 1,
  most: LIMITS.reflectionsMax,
});

export const NumberOfIterationsSchema = z
  .number(saysOf('maximumIteration', 'validation.empty'))
  .int(saysOf('maximumIteration', 'validation.whole'))
  .min(1, says('validation.iterations'))
  .max(LIMITS.iterationsMax, saysOf('maximumIteration', 'validation.atMost', { most: LIMITS.iterationsMax }));

/** The plain shape, one to one with the specification's `solverInput`. */
export const SolverInputShape = z.object({
  modeltype: z.int32().default(1),
  /** [auto flag (1 or -1: automatic, 0: manual), number of levels when manual] */
  numberoflevels: z
    .tuple([
      z
        .number(LEVELS_FLAG_OUTSIDE)
        .int(LEVELS_FLAG_OUTSIDE)
        .min(-1, LEVELS_FLAG_OUTSIDE)
        .max(1, LEVELS_FLAG_OUTSIDE),
      z
        .number(LEVELS_OUTSIDE)
        .int(LEVELS_OUTSIDE)
        .min(0, LEVELS_OUTSIDE)
        .max(LIMITS.levelsManualMax, LEVELS_OUTSIDE),
    ])
    .default([1, 0]),
  /** Metres per unit of the model's coordinates (1 metre, 0.001 millimetre, 0.0254 inch). Absent: the file's units. */
  scalefactor: z.number().gt(0, saysOf('scaleFactor', 'validation.aboveZero')).max(1e6).optional(),
  /** 1 turns the normals of the file round before parts are oriented. */
  changenormal: flag.default(0),
  /**
   * Above 0, smooth parts of a mesh without middle nodes are rounded where neighbouring triangles turn by less than this
   * angle [degrees]: their sides become arcs by the normals at the corners. Sharp edges stay.
   */
  roundingangle: z
    .number(saysOf('roundingAngle', 'validation.empty'))
    .min(0, ROUNDING_OUTSIDE)
    .max(LIMITS.roundingAngleMax, ROUNDING_OUTSIDE)
    .default(0),
  /** 1: plane wave. */
  excitationtype: z.literal(1).default(1),
  anglesweep: flag.default(0),
  excitation: z
    .array(z.number(saysOf('angle', 'validation.empty')))
    .min(3)
    .max(7)
    .default([...DEFAULT_SINGLE_EXCITATION]),
  /** 0: one frequency, 1: a sweep, 2: those of `frequencylist`. */
  freqsweep: z.union([z.literal(0), z.literal(1), z.literal(2)]).default(0),
  /** Hz */
  frequency: FrequencySchema.default([...DEFAULT_SINGLE_FREQUENCY_HZ]),
  /** With freqsweep 2: Hz, ascending, each once. */
  frequencylist: z.array(z.number(saysOf('frequency', 'validation.empty'))).optional(),
  /**
   * Of a sweep or list by the full wave: only so many frequencies are solved that all others are known from them within this
   * error [dB]. Absent: every one is solved. Physical Optics computes every one.
   */
  adaptivetolerance: z
    .number(saysOf('adaptiveTolerance', 'validation.empty'))
    .min(LIMITS.adaptiveToleranceMinDb, TOLERANCE_OUTSIDE)
    .max(LIMITS.adaptiveToleranceMaxDb, TOLERANCE_OUTSIDE)
    .optional(),
  /** Points of each far-field cut (xy, xz, yz), evenly over 360°. */
  numberoffarlocations: z
    .number(saysOf('farLocations', 'validation.empty'))
    .int(saysOf('farLocations', 'validation.whole'))
    .min(0, FAR_LOCATIONS_OUTSIDE)
    .max(LIMITS.farLocationsMax, FAR_LOCATIONS_OUTSIDE)
    .default(360),
  /** Theta points of a full-sphere pattern (phi gets twice as many less two); 0: none. */
  numberof3dthetas: z.number().int().min(0).max(LIMITS.thetas3dMax).default(0),
  solvertype: z.union([z.literal(1), z.literal(2), z.literal(3)]).default(3),
  /**
   * Reflections that Physical Optics follows. 1 is physical optics as the books have it, in seconds and with nothing to
   * tune; corners and ducts need 2 to 5, by shooting and bouncing rays.
   */
  numberofreflections: z
    .number(saysOf('reflections', 'validation.empty'))
    .int(REFLECTIONS_OUTSIDE)
    .min(1, REFLECTIONS_OUTSIDE)
    .max(LIMITS.reflectionsMax, REFLECTIONS_OUTSIDE)
    .default(1),
  /**
   * 1 adds the fringe currents of sharp edges (PTD) to Physical Optics. Off unless asked: it is for bodies whose edges
   * are edges and not the facets of a coarse mesh.
   */
  edgediffraction: flag.default(0),
  /** 1: the size of the model against the wavelength is meant, however unusual it is (SIZE_UNUSUAL). */
  sizeconfirmed: flag.default(0),
  selectiveradiation: z.literal(0, says('validation.selectiveRadiation')).default(0),
  residualerror: z
    .number(saysOf('residualError', 'validation.empty'))
    .gt(0, saysOf('residualError', 'validation.aboveZero'))
    .max(1, saysOf('residualError', 'validation.between', { least: 0, most: 1 }))
    .default(0.001),
  numberofiterations: NumberOfIterationsSchema.default(15),
  numberofsurfaces: z.int32().min(0).default(2),
  /** One α per part, CFIE = α·EFIE + (1 − α)·MFIE. One value serves all parts; none means 0.5. */
  cfiealpha: z
    .array(
      z
        .number({ error: ({ path }) => says('validation.partEmpty', { part: Number(path?.at(-1)) + 1 }) })
        .min(0, ALPHA_OUTSIDE)
        .max(1, ALPHA_OUTSIDE),
    )
    .max(LIMITS.surfacesMax)
    .default([]),
  /**
   * What Hybrid (solver type 3, PEC) solves each part by: 0 as the rule of hybridParts.ts says, 1 Physical Optics, 2 full
   * wave. One value serves all parts; none means the rule.
   */
  partmethods: z
    .array(z.union([z.literal(0), z.literal(1), z.literal(2)], says('validation.partMethod')))
    .max(LIMITS.surfacesMax)
    .default([]),
  /** Per surface: 0 vacuum, -1 interface, n the region inside surface n. */
  outermedia: z.array(z.int32().min(-1)).max(LIMITS.surfacesMax).default([]),
  /** [Coefficients, Surface Currents, Iterations, Time Data, Farzone Electric] */
  outputselection: z.tuple([flag, flag, flag, flag, flag]).default([1, 1, 1, 1, 1]),
  /** 1: bars of the far fields are wanted. A job has `errorEstimate` for it, where the method has an estimate. */
  errorestimate: flag.default(ERRORS_ESTIMATED),
});
export type SolverInput = z.infer<typeof SolverInputShape>;

/** What a job has as its `solverInput`; the JSON Schema of the solver is made of it. */
export const JobInputShape = SolverInputShape.omit({ errorestimate: true });
export type JobInput = z.infer<typeof JobInputShape>;

/**
 * Whether a run may have error bars (docs/theory/error-estimate.md): the full wave does, a hybrid where every part is solved by
 * it.
 */
export const hasErrorEstimate = ({ solvertype }: Pick<JobInput, 'solvertype'>): boolean =>
  solvertype !== SOLVER_TYPES.physicalOptics;

/** Whether a run of this input estimates the errors of its far fields; what an earlier release saved has no word on it. */
export const estimatesErrors = ({
  solvertype,
  errorestimate = ERRORS_ESTIMATED,
}: Pick<SolverInput, 'solvertype'> & Partial<SolverInput>): boolean =>
  errorestimate === 1 && hasErrorEstimate({ solvertype });

type ComplaintCode = 'ANGLE_INVALID' | 'FREQUENCY_INVALID' | 'SWEEP_TOO_LARGE' | 'VALIDATION';

/** A message at its place in the solver input. */
export interface Complaint extends Message {
  code: ComplaintCode;
  path: (string | number)[];
}

const complaint = (path: Complaint['path'], said: Message): Complaint => ({
  code: codeOfMessage(said) as ComplaintCode,
  path,
  ...said,
});
type KeyOf<Code extends ComplaintCode> = Extract<MessageKey, Code | `${Code}.${string}`>;

function angleComplaints(input: JobInput): Complaint[] {
  const complain = (index: number, key: KeyOf<'ANGLE_INVALID'>) =>
    complaint(['excitation', index], message(key));
  const parsed = (input.anglesweep === 0 ? SingleExcitationSchema : SweepExcitationSchema).safeParse(
    input.excitation,
  );
  if (!parsed.success)
    return parsed.error.issues.map((issue) =>
      complaint(
        ['excitation', ...(issue.path as number[])],
        // Of the list itself only its length can be wrong.
        saidIn(issue.message) ??
          message(input.anglesweep === 0 ? 'ANGLE_INVALID.single' : 'ANGLE_INVALID.sweep'),
      ),
    );
  if (input.anglesweep === 0) return [];
  const [t0, t1, p0, p1, , dt, dp] = parsed.data as z.infer<typeof SweepExcitationSchema>;
  const complaints: Complaint[] = [];
  if (t0 > t1) {
    complaints.push(complain(0, 'ANGLE_INVALID.thetaOrder'));
    complaints.push(complain(1, 'ANGLE_INVALID.thetaOrderFinal'));
  }
  if (p0 > p1) {
    complaints.push(complain(2, 'ANGLE_INVALID.phiOrder'));
    complaints.push(complain(3, 'ANGLE_INVALID.phiOrderFinal'));
  }
  // An angle that stands still needs no step; one that is given is ignored.
  if (t0 < t1 && stepExceedsRange(t0, t1, dt)) complaints.push(complain(5, 'ANGLE_INVALID.thetaStepRange'));
  if (p0 < p1 && stepExceedsRange(p0, p1, dp)) complaints.push(complain(6, 'ANGLE_INVALID.phiStepRange'));
  if (t1 > t0 && dt === 0) complaints.push(complain(5, 'ANGLE_INVALID.thetaStepZero'));
  if (p1 > p0 && dp === 0) complaints.push(complain(6, 'ANGLE_INVALID.phiStepZero'));
  return complaints;
}

function frequencyComplaints(input: JobInput): Complaint[] {
  const [initial, step, final] = input.frequency;
  const complain = (index: number, key: KeyOf<'FREQUENCY_INVALID'>) =>
    complaint(['frequency', index], message(key));
  const max = LIMITS.frequencyMaxHz;
  const isTiny = initial > 0 && initial < LIMITS.frequencyMinHz;
  if (input.freqsweep === 2) return listComplaints(input.frequencylist ?? []);
  if (input.freqsweep === 0) {
    if (isTiny) return [complain(0, 'FREQUENCY_INVALID.tiny')];
    return initial > 0 && initial <= max ? [] : [complain(0, 'FREQUENCY_INVALID.range')];
  }
  const complaints: Complaint[] = [];
  if (initial <= 0) complaints.push(complain(0, 'FREQUENCY_INVALID.initialZero'));
  else if (isTiny) complaints.push(complain(0, 'FREQUENCY_INVALID.tiny'));
  else if (initial > max) complaints.push(complain(0, 'FREQUENCY_INVALID.between'));
  if (final <= 0) complaints.push(complain(2, 'FREQUENCY_INVALID.finalZero'));
  else if (final > max) complaints.push(complain(2, 'FREQUENCY_INVALID.between'));
  if (final <= initial) {
    complaints.push(complain(0, 'FREQUENCY_INVALID.order'));
    complaints.push(complain(2, 'FREQUENCY_INVALID.orderFinal'));
  }
  if (step <= 0) complaints.push(complain(1, 'FREQUENCY_INVALID.stepZero'));
  else if (step > max) complaints.push(complain(1, 'FREQUENCY_INVALID.stepBetween'));
  else if (final > initial && stepExceedsRange(initial, final, step))
    complaints.push(complain(1, 'FREQUENCY_INVALID.stepRange'));
  return complaints;
}

/** The first that is wrong of a list of frequencies. */
function listComplaints(list: readonly number[]): Complaint[] {
  const complain = (path: Complaint['path'], key: KeyOf<'FREQUENCY_INVALID'>) => [
    complaint(['frequencylist', ...path], message(key)),
  ];
  if (list.length === 0) return complain([], 'FREQUENCY_INVALID.listEmpty');
  for (const [i, hz] of list.entries()) {
    if (hz > 0 && hz < LIMITS.frequencyMinHz) return complain([i], 'FREQUENCY_INVALID.tiny');
    if (!(hz > 0 && hz <= LIMITS.frequencyMaxHz)) return complain([i], 'FREQUENCY_INVALID.range');
    if (i > 0 && hz <= list[i - 1]!) return complain([i], 'FREQUENCY_INVALID.listOrder');
  }
  return [];
}

/** Illuminations and frequencies of a run, by arithmetic (nothing is expanded). */
export function countSweepPoints(
  input: Pick<SolverInput, 'anglesweep' | 'excitation' | 'freqsweep' | 'frequency' | 'frequencylist'>,
) {
  const [t0 = 0, t1 = 0, p0 = 0, p1 = 0, , dt = 0, dp = 0] = input.excitation;
  const theta = input.anglesweep === 0 ? 1 : sweepCount(t0, t1, dt);
  const phi = input.anglesweep === 0 ? 1 : sweepCount(p0, p1, dp);
  const frequency = countFrequencies(input);
  return { theta, phi, frequency, total: theta * phi * frequency };
}

/** Everything that is wrong with a solver input beyond its shape; the C++ `input` room gives the same verdicts. */
export function solverInputComplaints(input: JobInput): Complaint[] {
  const complaints = [...angleComplaints(input), ...frequencyComplaints(input)];
  const [auto, levels] = input.numberoflevels;
  if (auto === 0 && levels < LIMITS.levelsManualMin)
    complaints.push(complaint(['numberoflevels', 1], message('VALIDATION.levels')));
  if (complaints.length > 0) return complaints;
  const { theta, phi, frequency, total } = countSweepPoints(input);
  if (total > LIMITS.sweepPointsMax)
    complaints.push(
      complaint(
        [theta * phi >= frequency ? 'excitation' : input.freqsweep === 2 ? 'frequencylist' : 'frequency'],
        total > 1e15
          ? message('SWEEP_TOO_LARGE.beyond', { most: LIMITS.sweepPointsMax })
          : message('SWEEP_TOO_LARGE', { points: total, most: LIMITS.sweepPointsMax }),
      ),
    );
  return complaints;
}

/** Shape and rules together: what `POST /api/solver/input` accepts. */
export const SolverInputSchema = SolverInputShape.superRefine((input, context) => {
  for (const { path, message: key, values } of solverInputComplaints(input))
    context.addIssue({ code: 'custom', message: asText({ message: key, values }), path });
});

/**
 * Whether a list of one value per part (`cfiealpha`, `partmethods`) fits a model of so many parts: none means the default,
 * one serves all.
 */
export const fitsParts = (values: readonly unknown[], parts: number): boolean =>
  values.length <= 1 || values.length === parts;

import { z } from 'zod';

/**
 * The public scoreboard (`/benchmarks`): files under `/scoreboard` that `npm run scoreboard` makes of the records of validation and
 * benchmarks and of what others published. Levels in dBsm, angles in degrees, memory in bytes, times in seconds.
 */
export const SCOREBOARD_FOLDER = 'scoreboard';
export const SCOREBOARD_FILE = 'index.json';

/** A level in dBsm; null where there is no field. */
const levels = z.array(z.number().nullable());

const ScoreCurveSchema = z.strictObject({
  /** Title of the check that compares the two */
  check: z.string(),
  /** VV, HH, a plane, … */
  of: z.string(),
  /** `cut`: round a plane as in docs/conventions.md */
  angle: z.enum(['theta', 'phi', 'cut']),
  reference: z.enum(['exact', 'published', 'run', 'formula']),
  angleDeg: z.array(z.number()),
  dbsm: levels,
  referenceDbsm: levels,
  /** Ends of the error bar of `dbsm`, where the run gave one */
  bar: z.strictObject({ lowDbsm: levels, highDbsm: levels }).optional(),
});
export type ScoreCurve = z.infer<typeof ScoreCurveSchema>;

/** `validation/curves/<case>.json`: what a case's checks compared, thinned for drawing. */
export const CaseCurvesSchema = z.strictObject({
  /** Of the case as it was measured */
  fingerprint: z.string(),
  measuredOn: z.string(),
  curves: z.array(ScoreCurveSchema),
});
export type CaseCurves = z.infer<typeof CaseCurvesSchema>;

export const SCORE_GROUPS = [
  'spheres',
  'bodies',
  'large',
  'coating',
  'composite',
  'identities',
  'po',
  'hybrid',
  'austin-conductors',
  'austin-materials',
] as const;

export type ScoreGroup = (typeof SCORE_GROUPS)[number];

/** What a case is compared with. */
export const SCORE_REFERENCES = ['exact', 'published', 'own', 'formula', 'law', 'cost'] as const;
export type ScoreReference = (typeof SCORE_REFERENCES)[number];

const MachineSchema = z.object({
  processor: z.string(),
  logicalProcessors: z.number(),
  memoryGib: z.number(),
});

/** One value, or first, last and step; angles in degrees. */
const angle = z.union([z.number(), z.tuple([z.number(), z.number(), z.number()])]);

const ScoreRunSchema = z.object({
  name: z.string(),
  /** [Hz], or first, last and step */
  frequencyHz: angle,
  thetaDeg: angle,
  phiDeg: angle,
  /** 0 horizontal, 1 vertical, 2 right, 3 left circular */
  polarization: z.number(),
  unknowns: z.number(),
  facets: z.number().optional(),
  method: z.string(),
  formulation: z.string().optional(),
  alpha: z.array(z.number()),
  backwardError: z.number(),
  seconds: z.number(),
  /** Of all threads together; without `threads`, threads × wall, an upper bound */
  coreSeconds: z.number(),
  threads: z.number().optional(),
  memoryBytes: z.number(),
});
export type ScoreRun = z.infer<typeof ScoreRunSchema>;

const ScoreMeasureSchema = z.object({
  of: z.string(),
  quantity: z.string(),
  value: z.number(),
  limit: z.number().optional(),
  bar: z.number().optional(),
});

/** An error with the half width of its bar, where the record has one. */
const ScoreErrorSchema = z.strictObject({ value: z.number(), bar: z.number().optional() });
export type ScoreError = z.infer<typeof ScoreErrorSchema>;

/** What the table of all cases shows. */
const ScoreSummarySchema = z.strictObject({
  /** Of the largest run; 0 by Physical Optics alone */
  unknowns: z.number(),
  facets: z.number().optional(),
  /** Of all runs together */
  coreSeconds: z.number(),
  /** Some run's record has no processor time: threads × wall, an upper bound */
  upperBound: z.boolean(),
  /** Of the largest run */
  memoryBytes: z.number(),
  /** Worst of all checks [dB] */
  meanDb: ScoreErrorSchema.optional(),
  /** Worst of all checks, as a ratio */
  relative: ScoreErrorSchema.optional(),
  /** `stated`: the case has no limit */
  verdict: z.enum(['kept', 'missed', 'stated']),
});

const ScoreRecordSchema = z.strictObject({
  measuredOn: z.string(),
  machine: MachineSchema.optional(),
  summary: ScoreSummarySchema,
  runs: z.array(ScoreRunSchema),
  checks: z.array(
    z.object({ title: z.string(), runs: z.array(z.string()), measures: z.array(ScoreMeasureSchema) }),
  ),
});

const ScoreCaseSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  group: z.enum(SCORE_GROUPS),
  references: z.array(z.enum(SCORE_REFERENCES)),
  why: z.string(),
  reference: z.string(),
  tolerance: z.string(),
  /** Absent: not measured yet */
  record: ScoreRecordSchema.optional(),
  /** Its checks compare levels angle by angle, so a run of it records curves */
  comparesCurves: z.boolean(),
  /** Absent: no curve recorded. Path under `/scoreboard` */
  curves: z.string().optional(),
  /** The case as a run folder; `script`: gmsh makes the mesh of the script in it. Absent: not made by this build */
  download: z
    .strictObject({ file: z.string(), bytes: z.number(), mesh: z.enum(['included', 'script']) })
    .optional(),
  command: z.string(),
});
export type ScoreCase = z.infer<typeof ScoreCaseSchema>;

/** Where the figures of a program come from. */
const PeerSourceSchema = z.strictObject({
  program: z.string(),
  /** In words: equation, solution, conditions */
  method: z.string(),
  hardware: z.string(),
  /** In the repository */
  file: z.string(),
  table: z.string(),
  copyright: z.string(),
  licence: z.string(),
  /** Licence text in the repository, where figures are copied under one */
  licenceFile: z.string().optional(),
  url: z.url().optional(),
  date: z.string(),
});
export type PeerSource = z.infer<typeof PeerSourceSchema>;

/** One run of another program, in the units of its source. */
const PeerRowSchema = z.strictObject({
  source: z.string(),
  setting: z.string(),
  unknowns: z.number(),
  /** The source gives no number of unknowns; it was inferred */
  unknownsInferred: z.boolean().optional(),
  processes: z.number().optional(),
  wallSeconds: z.number().optional(),
  memoryPerProcessGb: z.number().optional(),
  /** Processor seconds, stage by stage, of the busiest process or of all */
  stageSeconds: z.array(z.number()).optional(),
  memoryGib: z.number().optional(),
  vvMeanDb: z.number().optional(),
  hhMeanDb: z.number().optional(),
  rmsDb: z.number().optional(),
  maxDb: z.number().optional(),
  note: z.string().optional(),
});
export type PeerRow = z.infer<typeof PeerRowSchema>;

export const SCORE_COMPARISONS = [
  'sphere-10-mhz',
  'sphere-20-wavelengths',
  'aircraft',
  'unit-spheres',
] as const;

/** `validation/data/peers/peers.json`: what others published or what was measured of their programs. */
export const PeersSchema = z.strictObject({
  sources: z.record(z.string(), PeerSourceSchema),
  comparisons: z.array(
    z.strictObject({
      id: z.enum(SCORE_COMPARISONS),
      /** The case of ours that is the same task; the unit spheres are those of benchmarks/mlfma.json */
      case: z.string().optional(),
      rows: z.array(PeerRowSchema),
    }),
  ),
});
export type Peers = z.infer<typeof PeersSchema>;

/** A line of a comparison, whoever solved it. */
const ScoreLineSchema = z.strictObject({
  program: z.string(),
  /** Key of `sources`; absent: this solver */
  source: z.string().optional(),
  setting: z.string(),
  unknowns: z.number(),
  unknownsInferred: z.boolean().optional(),
  cores: z.number().optional(),
  coreSeconds: z.number(),
  upperBound: z.boolean().optional(),
  memoryBytes: z.number(),
  errorsDb: z.array(z.strictObject({ of: z.string(), value: z.number(), bar: z.number().optional() })),
  note: z.string().optional(),
});
export type ScoreLine = z.infer<typeof ScoreLineSchema>;

const ScoreComparisonSchema = z.strictObject({
  id: z.enum(SCORE_COMPARISONS),
  case: z.string().optional(),
  /** Title of that case */
  title: z.string().optional(),
  /** Waves that arrive, of all runs of the case together */
  rightHandSides: z.number().optional(),
  lines: z.array(ScoreLineSchema),
});
export type ScoreComparison = z.infer<typeof ScoreComparisonSchema>;

export const ScoreboardSchema = z.strictObject({
  schema: z.literal('pace-scoreboard-1'),
  /** Of the benchmark on unit spheres */
  machine: MachineSchema,
  cases: z.array(ScoreCaseSchema),
  sources: z.record(z.string(), PeerSourceSchema),
  comparisons: z.array(ScoreComparisonSchema),
});
export type Scoreboard = z.infer<typeof ScoreboardSchema>;

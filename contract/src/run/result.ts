import { z } from 'zod';
import { PolarizationSchema } from '../excitation.ts';
import { MessageSchema } from '../messages.ts';
import { METHODS } from './method.ts';
import { NoticeSchema } from './notice.ts';
import { amount, count, frequencyHz, later } from './written.ts';

const digits = count.describe('digits that the fast product keeps; 0 by LU');
const backwardError = amount.describe('‖b − Zx‖/‖b‖, the worst of all illuminations');
const stageSeconds = z.object({
  near: amount,
  fields: amount,
  solution: amount,
  output: amount,
});

const extinction = z
  .object({
    points: count.min(1),
    illuminations: count.min(1),
    fieldInside: amount.describe('V/m, for a wave of 1 V/m'),
  })
  .optional()
  .describe('what the currents leave of the wave inside closed surfaces');

/** Residual, digits and time of one frequency, of any method that solves a system of equations. */
const SolvedFrequencySchema = z.object({
  frequencyHz,
  converged: later(z.boolean()),
  backwardError,
  digits: later(digits),
  extinction,
  errorEstimate: z
    .object({
      equation: amount.describe('what the solution leaves of the EFIE'),
      discretisation: amount.describe('what the functions of the mesh cannot follow'),
      geometry: amount.describe('what lies between the triangles and a smooth surface through their corners'),
      layers: amount
        .optional()
        .describe('what an impedance leaves out of the layers of a coating, to first order'),
      corrected: amount.optional().describe('the whole bar of the corrected fields, where there are any'),
      receivers: z
        .enum(['solved', 'sampled', 'optics'])
        .optional()
        .describe(
          'cuts: receivers solved in all directions, in some, or of physical optics; absent: no bars',
        ),
      seconds: amount,
      map: z
        .object({
          file: z.string().min(1).describe('in the results folder: one number a triangle'),
          sum: amount.describe('of all triangles'),
          rootSumOfSquares: amount.describe('of all triangles'),
        })
        .optional()
        .describe('what each triangle adds to discretisation and geometry, over the field'),
    })
    .optional()
    .describe(
      'parts of the error bars over the field that returns, the middle one of the illuminations each',
    ),
  seconds: stageSeconds,
});

/** Of a frequency that was solved by iterations. */
const iterated = {
  products: count.describe('matrix times vector'),
  rank: count.describe('right-hand sides after compression'),
  productsOneByOneAtLeast: later(count.describe('what every right-hand side alone would have needed')),
};

const preconditioner = later(z.enum(['near', 'inner']));
const innerProducts = later(count);

/** Memory of the parts of the fast product [bytes per unknown]. */
const bytesPerUnknown = z.object({
  near: amount,
  preconditioner: amount,
  patterns: amount,
  fields: amount,
  translators: amount,
});

/** Of one product: time of all threads, and what it has to compute and to read or write at least. */
const stageCost = later(
  z.object({
    coreSeconds: amount,
    flops: amount,
    bytes: amount,
  }),
);

const RankSchema = z.object({
  unknowns: amount,
  bytes: bytesPerUnknown.extend({ tree: amount }).describe('held'),
  bytesSentPerProduct: amount,
  nearSecondsPerProduct: amount,
  farSecondsPerProduct: amount,
  waitSecondsPerProduct: amount,
});

const treeSizes = {
  levels: count,
  leafWavelengths: amount.describe('edge of a leaf in wavelengths'),
};

const fastProduct = {
  digits,
  levels: count,
  bytesPerUnknown,
  flopsPerProduct: later(amount),
  preconditioner,
  innerProducts,
  nearInterpolated: z
    .boolean()
    .optional()
    .describe(
      'near entries follow from those of other frequencies; absent of several ranks and in older records',
    ),
  ranks: z.array(RankSchema).min(2).optional().describe('one entry a rank, of several ranks'),
};
const fastSeconds = z.object({
  nearMatrix: amount,
  preconditioner: amount,
  solution: amount,
  perProduct: amount,
  nearPerProduct: amount,
  farPerProduct: amount,
});

/** Of conductors and coated surfaces that have one tree. */
const OneTreeSchema = z.object({
  ...fastProduct,
  leafWavelengths: treeSizes.leafWavelengths,
  degrees: z.array(count).describe('truncation number, one a level'),
  seconds: fastSeconds.extend({ patterns: amount }),
  stages: later(
    z.object({
      near: stageCost,
      aggregation: stageCost,
      interpolation: stageCost,
      translation: stageCost,
      anterpolation: stageCost,
      disaggregation: stageCost,
    }),
  ),
});

/** Of coated bodies and composites: a tree for each region. */
const TreesSchema = z.object({
  ...fastProduct,
  regions: z.array(z.object({ functions: count, ...treeSizes })).min(1),
  seconds: fastSeconds,
});

const HybridSchema = z.object({
  digits,
  ...treeSizes,
  fullWaveUnknowns: count,
  opticsFunctions: count,
  collarTriangles: count,
  groups: count.describe('of facets that see each other'),
  bytesPerUnknown: bytesPerUnknown.extend({ projection: amount }).describe('per function of both kinds'),
  seconds: z.object({
    nearMatrix: amount,
    patterns: amount,
    solution: amount,
    perProduct: amount,
  }),
  preconditioner,
  innerProducts,
});

const predicted = z.object({ seconds: amount, memoryBytes: amount });
const predictedByProducts = predicted.extend({
  secondsPerProduct: amount,
  products: amount,
  nearEntries: amount,
  levels: count,
  diskBytes: amount.optional().describe('of the matrix, in a file where memory did not suffice'),
});

const RunSchema = z.object({
  schema: z.literal('pace-result-1'),
  version: z.string().min(1).describe('of the solver'),
  programType: z.literal([1, 2, 3]).describe('1 PEC, 2 coating, 3 composite'),
  reason: z.string().describe('why this method'),
  reasonMessage: MessageSchema.optional(),
  triangles: count.min(1),
  threads: count.min(1).describe('of each rank'),
  polarization: PolarizationSchema.describe(
    '0 horizontal, 1 vertical, 2 right, 3 left circular, 4 vertical and horizontal',
  ),
  frequenciesHz: z.array(frequencyHz).min(1).describe('that were asked for'),
  illuminations: z
    .array(z.object({ thetaDeg: z.number(), phiDeg: z.number() }))
    .min(1)
    .describe('directions that the waves come from, degrees'),
  converged: z.boolean().describe('every field is finite, and every residual as small as was asked'),
  finished: later(z.boolean().describe('whether every frequency is there')),
  notices: z.array(NoticeSchema),
  seconds: amount.describe('of all passes together'),
  processorSeconds: later(amount.describe('of all threads and ranks, of all passes together')),
  memoryBytes: amount.describe('peak, of all ranks together'),
});

const adaptive = z
  .object({
    toleranceDb: amount,
    steps: z
      .array(
        z.object({
          frequencyHz,
          errorOfPrediction: amount
            .optional()
            .describe('‖prediction − field‖/‖field‖ before it was solved; none of the first frequencies'),
        }),
      )
      .describe('what was solved, in this order'),
    interpolated: z
      .array(z.object({ frequencyHz, relativeError: amount.describe('estimate, of all fields together') }))
      .describe('frequencies that were not solved; once the run has finished'),
    narrowResonances: z
      .array(
        z.object({ frequencyHz, quality: amount.describe('frequency over the full width at half power') }),
      )
      .describe('that no frequency of the sweep shows'),
  })
  .optional()
  .describe('of a sweep of which not every frequency is solved (docs/theory/wideband.md)');

const FullWaveSchema = RunSchema.extend({
  adaptive,
  unknowns: count.min(1),
  bytesPerUnknown: amount,
  fingerprint: z.string().min(1).describe('only results with the same one are resumed'),
  formulation: z.enum(['pmchwt', 'jmcfie']).optional().describe('equations between media, of composites'),
  partial: z
    .object({
      frequencyHz,
      illuminations: count.min(1).describe('that are done'),
      backwardError,
      digits,
      converged: z.boolean(),
      extinction,
      cancellation: z.array(amount).optional().describe('of J and M, of the illuminations that were checked'),
      returnUncertainty: z
        .array(amount)
        .optional()
        .describe('what the residual may change of each return, relative'),
      products: count.optional(),
      rank: count.optional(),
      productsOneByOneAtLeast: count.optional(),
    })
    .optional()
    .describe('the frequency under way'),
});

interface Progress {
  finished?: boolean | undefined;
  frequenciesHz: number[];
  frequencies: { frequencyHz: number; converged?: boolean | undefined }[];
  converged: boolean;
  partial?: unknown;
  adaptive?: { interpolated: readonly { frequencyHz: number }[] } | undefined;
}

const isEachAskedFor = ({ frequenciesHz, frequencies }: Progress) =>
  new Set(frequencies.map((one) => one.frequencyHz)).size === frequencies.length &&
  frequencies.every((one) => frequenciesHz.includes(one.frequencyHz));
const isWholeWhenFinished = ({ finished, frequenciesHz, frequencies, partial, adaptive }: Progress) =>
  finished !== true ||
  (frequencies.length + (adaptive?.interpolated.length ?? 0) === frequenciesHz.length &&
    partial === undefined);
const isConvergedLikeAll = ({ converged, frequencies }: Progress) =>
  converged === frequencies.every((one) => one.converged !== false);

/** What a run of one method writes, with what JSON Schema cannot say. */
const ofMethod = <S extends z.ZodType<Progress>>(schema: S) =>
  schema
    .refine(isEachAskedFor, 'frequencies must be among those asked for, each once')
    .refine(isWholeWhenFinished, 'a finished run has every frequency, solved or interpolated')
    .refine(isConvergedLikeAll, 'a run has converged where each of its frequencies has');

const [DENSE_LU, MLFMA, HYBRID, PHYSICAL_OPTICS] = METHODS;

const DenseResultSchema = FullWaveSchema.extend({
  method: z.literal(DENSE_LU),
  predicted,
  frequencies: z.array(SolvedFrequencySchema),
});
const MlfmaResultSchema = FullWaveSchema.extend({
  method: z.literal(MLFMA),
  predicted: predictedByProducts,
  frequencies: z.array(
    SolvedFrequencySchema.extend({ ...iterated, [MLFMA]: z.union([OneTreeSchema, TreesSchema]) }),
  ),
});
const HybridResultSchema = FullWaveSchema.extend({
  method: z.literal(HYBRID),
  predicted: predictedByProducts,
  frequencies: z.array(SolvedFrequencySchema.extend({ ...iterated, [HYBRID]: HybridSchema })),
});
const OpticsResultSchema = RunSchema.extend({
  method: z.literal(PHYSICAL_OPTICS),
  fingerprint: z.string().min(1).optional(),
  predicted,
  frequencies: z.array(z.object({ frequencyHz, converged: z.boolean() })),
  physicalOptics: z.object({
    reflections: count.min(1),
    edgeDiffraction: z.boolean(),
    sharpEdges: count,
    seconds: z.object({ setup: amount, fields: amount }),
  }),
});

/**
 * `result.json`: what was solved, how, how well and at what cost. While a run is under way it lists the frequencies that
 * are done; by Physical Optics it is written at the end.
 */
export const RunResultSchema = z.discriminatedUnion('method', [
  ofMethod(DenseResultSchema),
  ofMethod(MlfmaResultSchema),
  ofMethod(HybridResultSchema),
  ofMethod(OpticsResultSchema),
]);
export type RunResult = z.infer<typeof RunResultSchema>;

/** The worst residual of all frequencies; undefined by Physical Optics, and before the first frequency is done. */
export function worstBackwardError({ frequencies }: RunResult): number | undefined {
  const errors = frequencies.flatMap((one) => ('backwardError' in one ? [one.backwardError] : []));
  return errors.length > 0 ? Math.max(...errors) : undefined;
}

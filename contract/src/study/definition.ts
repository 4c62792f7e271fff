import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { says } from '../schemaMessages.ts';
import { ObjectiveSchema } from './objectives.ts';
import { isContinuous, isNamed, ParameterSchema, type Parameter } from './parameters.ts';

const runs = z.number().int().min(2).max(LIMITS.studyVariantsMax);
const seed = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31)
  .default(1)
  .describe('the same seed draws the same variants');

export const SamplingSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('grid').describe('every value of each parameter with every value of the others'),
  }),
  z.object({ kind: z.literal('latinHypercube'), runs, seed }),
  z.object({ kind: z.literal('monteCarlo').describe('values drawn independently'), runs, seed }),
  z.object({
    kind: z
      .literal('optimise')
      .describe('a Latin hypercube, then where a surrogate expects the most improvement'),
    runs,
    seed,
    objective: z.number().int().min(0).default(0).describe('place in the list of objectives, counted from 0'),
    goal: z.enum(['minimum', 'maximum']).default('minimum'),
  }),
]);
export type Sampling = z.infer<typeof SamplingSchema>;

export const StudyNameSchema = z.string().trim().min(1, says('study.name')).max(LIMITS.projectNameLength);

/** What a study is made of, without its base. */
export const StudyDefinitionSchema = z
  .object({
    parameters: z.array(ParameterSchema).min(1, says('study.noParameter')).max(LIMITS.studyParametersMax),
    sampling: SamplingSchema,
    objectives: z.array(ObjectiveSchema).min(1, says('study.noObjective')).max(LIMITS.studyObjectivesMax),
  })
  .superRefine(({ parameters, sampling, objectives }, context) => {
    const complain = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', message, path });
    const targets = parameters.map(({ target }) => JSON.stringify(target));
    parameters.forEach((parameter, i) => {
      const key = complaintOf(parameter, sampling.kind);
      if (key) complain(['parameters', i, 'values'], says(key));
      if (targets.indexOf(targets[i]!) < i) complain(['parameters', i, 'target'], says('study.sameTarget'));
    });
    if (sampling.kind === 'optimise' && sampling.objective >= objectives.length)
      complain(['sampling', 'objective'], says('study.objectiveMissing'));
    if (sampling.kind === 'grid') {
      const variants = gridSize(parameters);
      if (variants > LIMITS.studyVariantsMax)
        complain(['parameters'], says('study.tooMany', { variants, most: LIMITS.studyVariantsMax }));
    }
  });
export type StudyDefinition = z.infer<typeof StudyDefinitionSchema>;
export type StudyDefinitionInput = z.input<typeof StudyDefinitionSchema>;

function complaintOf({ target, values }: Parameter, sampling: Sampling['kind']) {
  const { kind } = target;
  if ('list' in values) {
    const isText = isNamed(kind);
    if (values.list.some((value) => (typeof value === 'string') !== isText))
      return isText ? ('study.namesNeeded' as const) : ('study.numbersNeeded' as const);
    if (new Set(values.list).size < values.list.length) return 'study.sameValue' as const;
    if (sampling === 'optimise') return 'study.boundsNeeded' as const;
    return undefined;
  }
  if (!isContinuous(kind)) return 'study.listNeeded' as const;
  if ('normal' in values)
    return sampling === 'grid' || sampling === 'optimise' ? ('study.normalOnlySampled' as const) : undefined;
  if (values.range.from >= values.range.to) return 'study.rangeOrder' as const;
  return undefined;
}

const countOf = ({ values }: Parameter): number =>
  'list' in values ? values.list.length : 'range' in values ? values.range.count : 1;

const gridSize = (parameters: readonly Parameter[]): number =>
  parameters.reduce((product, parameter) => product * countOf(parameter), 1);

/** Variants that the study will have, if nothing ends it before. */
export const variantCount = ({ parameters, sampling }: StudyDefinition): number =>
  sampling.kind === 'grid' ? gridSize(parameters) : sampling.runs;

import type { StudyDefinition } from './definition.ts';
import type { Parameter, ParameterValue } from './parameters.ts';
import { cutNormal, latinHypercube, randomOf } from './random.ts';

/** A number as it was typed: without the noise of its arithmetic, twelve significant digits. */
const rounded = (value: number) => Number(value.toPrecision(12));

/** The values of a parameter on a grid. */
function gridValues({ values }: Parameter): readonly ParameterValue[] {
  if ('list' in values) return values.list;
  if ('normal' in values) return [values.normal.mean];
  const { from, to, count } = values.range;
  return Array.from({ length: count }, (_, i) => rounded(from + ((to - from) * i) / (count - 1)));
}

/** The value of a parameter for an even number of [0, 1). */
export function valueAtShare({ values }: Parameter, even: number): ParameterValue {
  if ('list' in values)
    return values.list[Math.min(values.list.length - 1, Math.floor(even * values.list.length))]!;
  if ('normal' in values) return rounded(values.normal.mean + values.normal.deviation * cutNormal(even));
  return rounded(values.range.from + even * (values.range.to - values.range.from));
}

/** Runs that an optimisation begins with: two a parameter and one more, at least five, at most half of the budget. */
const startRuns = (parameters: number, runs: number): number =>
  Math.max(2, Math.min(Math.max(5, 2 * parameters + 1), Math.ceil(runs / 2)));

/** The values of the parameters of each variant that a study begins with; of an optimisation more follow. */
export function plannedVariants({ parameters, sampling }: StudyDefinition): ParameterValue[][] {
  if (sampling.kind === 'grid')
    return parameters.reduce<ParameterValue[][]>(
      (variants, parameter) =>
        variants.flatMap((variant) => gridValues(parameter).map((value) => [...variant, value])),
      [[]],
    );
  const random = randomOf(sampling.seed);
  const count = sampling.kind === 'optimise' ? startRuns(parameters.length, sampling.runs) : sampling.runs;
  const points =
    sampling.kind === 'monteCarlo'
      ? Array.from({ length: count }, () => parameters.map(() => random()))
      : latinHypercube(count, parameters.length, random);
  return points.map((point) => point.map((even, i) => valueAtShare(parameters[i]!, even)));
}

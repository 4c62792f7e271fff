import type { StudyDefinition } from './definition.ts';
import type { Parameter, ParameterValue } from './parameters.ts';
import { randomOf } from './random.ts';
import { valueAtShare } from './sampling.ts';
import { nextPoint } from './surrogate.ts';

/** What is known of a variant of an optimisation. */
export interface Tried {
  values: readonly ParameterValue[];
  /** Of the objective [dBsm], −∞ without any field; undefined as long as it is computed, and of one that failed */
  value: number | undefined;
  /** It will have no value */
  hasFailed: boolean;
  /** Derivatives by the parameters [dB per SI unit], where design maps give them */
  gradient?: readonly (number | null)[] | undefined;
}

/** Of values over their shares of the ranges. */
export const gradientByShare = (
  parameters: readonly Parameter[],
  gradient: readonly (number | null)[],
): (number | undefined)[] =>
  gradient.map((one, i) => {
    const { values } = parameters[i]!;
    return one === null || !('range' in values) ? undefined : one * (values.range.to - values.range.from);
  });

/** Share of its range at which a value lies; of a normal tolerance and of a list there is none. */
export function shareOf({ values }: Parameter, value: ParameterValue): number {
  if (!('range' in values) || typeof value !== 'number') return NaN;
  const { from, to } = values.range;
  return (value - from) / (to - from);
}

/** What a run without any field is taken for: so far below the lowest one that has some [dB]. */
const NO_FIELD_DB = 20;

/** A run that failed says nothing but "not there": it is taken for the worst that was met. */
function worst(values: readonly number[]): number {
  return Math.max(...values);
}

/**
 * The values of the parameters that an optimisation computes next.
 * @param tried all variants so far
 * @returns undefined as long as fewer than two have a value other than −∞
 */
export function nextVariant(
  { parameters, sampling }: StudyDefinition,
  tried: readonly Tried[],
): ParameterValue[] | undefined {
  if (sampling.kind !== 'optimise') return undefined;
  const sign = sampling.goal === 'minimum' ? 1 : -1;
  const fields = tried.flatMap(({ value }) => (value === undefined || value === -Infinity ? [] : [value]));
  if (fields.length < 2) return undefined;
  const noField = Math.min(...fields) - NO_FIELD_DB;
  const signed = (value: number) => sign * Math.max(value, noField);
  const found = tried.flatMap(({ value }) => (value === undefined ? [] : [signed(value)]));
  const known = tried.map(({ values, value, hasFailed, gradient }) => ({
    point: values.map((one, i) => shareOf(parameters[i]!, one)),
    value: value === undefined ? (hasFailed ? worst(found) : undefined) : signed(value),
    gradient:
      value === undefined || !gradient
        ? undefined
        : gradientByShare(parameters, gradient).map((one) => (one === undefined ? one : sign * one)),
  }));
  const point = nextPoint(known, randomOf(sampling.seed + tried.length));
  return point.map((even, i) => valueAtShare(parameters[i]!, even));
}

import {
  isContinuous,
  latinHypercube,
  randomOf,
  surrogateOf,
  type Parameter,
  type ParameterValue,
  type Study,
  type Surrogate,
  type Variant,
} from '@pace/contract';
import { toShown } from '../units.ts';
import { valueOf } from './variants.ts';

/** How an objective depends on the parameters; pure. */

export interface Believed {
  surrogate: Surrogate;
  /** Of the continuous parameters: place in the study, and the ends of its values in SI units */
  axes: { parameter: number; from: number; to: number }[];
}

const MOST_POINTS = 250;

/** The surrogate of an objective over the continuous parameters, where nothing else varies; undefined with fewer than four values. */
export function believedOf(study: Study, objective: number): Believed | undefined {
  const { parameters, sampling } = study.definition;
  if (!parameters.every(({ target }) => isContinuous(target.kind))) return undefined;
  const hasGradients = sampling.kind === 'optimise' && sampling.objective === objective;
  const known = study.variants.flatMap((variant) => {
    const value = valueOf(variant, objective);
    return value === undefined || !Number.isFinite(value)
      ? []
      : [
          {
            values: variant.values as number[],
            value,
            gradient: hasGradients ? variant.gradient : undefined,
          },
        ];
  });
  const different = [...new Map(known.map((one) => [JSON.stringify(one.values), one])).values()].slice(
    0,
    MOST_POINTS,
  );
  if (different.length < 4) return undefined;
  const axes = parameters.map((_, parameter) => {
    const all = different.map(({ values }) => values[parameter]!);
    return { parameter, from: Math.min(...all), to: Math.max(...all) };
  });
  if (axes.some(({ from, to }) => from === to)) return undefined;
  const points = different.map(({ values }) =>
    axes.map(({ from, to }, i) => (values[i]! - from) / (to - from)),
  );
  return {
    axes,
    surrogate: surrogateOf(
      points,
      different.map(({ value }) => value),
      different.map(({ gradient }) =>
        gradient?.map((one, i) => (one === null ? undefined : one * (axes[i]!.to - axes[i]!.from))),
      ),
    ),
  };
}

export interface Effect {
  /** In the units that are shown, ascending */
  x: number[];
  y: number[];
  band?: { low: number[]; high: number[] };
}

const STEPS = 60;
const AVERAGED = 64;

/** What the surrogate expects over one parameter, the others averaged; alone with two standard deviations to either side. */
export function effectOf(study: Study, { surrogate, axes }: Believed, place: number): Effect {
  const { from, to, parameter } = axes[place]!;
  const { kind } = study.definition.parameters[parameter]!.target;
  const others = axes.length > 1 ? latinHypercube(AVERAGED, axes.length, randomOf(1)) : [[0]];
  const shares = Array.from({ length: STEPS + 1 }, (_, i) => i / STEPS);
  const at = shares.map((share) => {
    const values = others.map((point) => surrogate.at(point.with(place, share)));
    return {
      mean: values.reduce((sum, { mean }) => sum + mean, 0) / values.length,
      deviation: values[0]!.deviation,
    };
  });
  return {
    x: shares.map((share) => toShown(kind, from + share * (to - from))),
    y: at.map(({ mean }) => mean),
    ...(axes.length === 1 && {
      band: {
        low: at.map(({ mean, deviation }) => mean - 2 * deviation),
        high: at.map(({ mean, deviation }) => mean + 2 * deviation),
      },
    }),
  };
}

const GRID = 40;

/** What the surrogate expects over two parameters. */
export function responseMap(study: Study, { surrogate, axes }: Believed) {
  const [first, second] = axes;
  if (axes.length !== 2 || !first || !second) return undefined;
  const shares = Array.from({ length: GRID + 1 }, (_, i) => i / GRID);
  const along = ({ from, to, parameter }: Believed['axes'][number]) =>
    shares.map((share) =>
      toShown(study.definition.parameters[parameter]!.target.kind, from + share * (to - from)),
    );
  const values = shares.flatMap((y) => shares.map((x) => surrogate.at([x, y]).mean));
  return { xs: along(first), ys: along(second), values };
}

/** Mean of an objective at each value of a parameter that has few values. */
export function meansByValue(study: Study, parameter: number, objective: number) {
  const groups = new Map<string | number, number[]>();
  for (const variant of study.variants) {
    const value = valueOf(variant, objective);
    const key = variant.values[parameter]!;
    if (value !== undefined && Number.isFinite(value)) groups.set(key, [...(groups.get(key) ?? []), value]);
  }
  return [...groups].map(([value, all]) => ({
    value,
    mean: all.reduce((sum, one) => sum + one, 0) / all.length,
    low: Math.min(...all),
    high: Math.max(...all),
    count: all.length,
  }));
}

const MOST_GROUPS = 8;

export interface EffectGroup {
  /** The names that its variants have in common */
  names: { parameter: Parameter; value: ParameterValue }[];
  /** Over the parameter, ascending, in SI units: the mean of the variants with this value; with the bar where there is one variant */
  points: { at: number; mean: number; low?: number | null | undefined; high?: number | null | undefined }[];
}

/** An objective over a parameter of numbers: a curve for each combination of the parameters that are names or codes, of a few. */
export function groupsOf(study: Study, parameter: number, objective: number): EffectGroup[] {
  const { parameters } = study.definition;
  const named = parameters.flatMap(({ target }, i) => (isContinuous(target.kind) ? [] : [i]));
  const keyOf = ({ values }: Variant) => JSON.stringify(named.map((i) => values[i]));
  const keys = [...new Set(study.variants.map(keyOf))];
  const isSplit = keys.length <= MOST_GROUPS;
  return (isSplit ? keys : ['']).flatMap((key) => {
    const variants = study.variants.filter((variant) => !isSplit || keyOf(variant) === key);
    const points = meansByValue({ ...study, variants }, parameter, objective)
      .flatMap(({ value, mean }) => {
        if (typeof value !== 'number') return [];
        const [one, ...more] = variants.filter(({ values }) => values[parameter] === value);
        const found = more.length === 0 ? one?.objectives[objective] : undefined;
        return [{ at: value, mean, low: found?.low, high: found?.high }];
      })
      .sort((a, b) => a.at - b.at);
    const names = isSplit
      ? named.map((i) => ({ parameter: parameters[i]!, value: variants[0]!.values[i]! }))
      : [];
    return points.length === 0 ? [] : [{ names, points }];
  });
}

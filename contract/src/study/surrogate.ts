import { latinHypercube, randomOf, type Random } from './random.ts';

/**
 * What a few runs say of an objective between them: a Gaussian process with the Matérn kernel of order 5/2, one length a
 * parameter (Rasmussen, Williams, Gaussian Processes for Machine Learning, chapters 2, 4 and 5). Points are in [0, 1]^d.
 */
export interface Surrogate {
  /** Expected value and its standard deviation, in the units of the values. */
  at: (point: readonly number[]) => { mean: number; deviation: number };
  /** Length of each parameter over which the objective changes; long: it hardly depends on it. */
  lengths: readonly number[];
}

const SHORTEST = 0.03;
const LONGEST = 10;
/** Of the variance: keeps the matrix regular, and stands for what solutions are off. */
const NUGGET = 1e-6;
/** Of derivatives: a standard deviation of 3 % of theirs. Design maps are off by so much on coarse meshes. */
const GRADIENT_NUGGET = 1e-3;
const SEARCHED = 48;
/** The matrix of as many is factored some hundred times within a second. */
const MOST_OBSERVATIONS = 160;

/** What is known at a point: the value, or its derivative along an axis. */
interface Observation {
  point: readonly number[];
  axis?: number;
  value: number;
}

/** Derivatives of a value, one an axis; undefined where there is none. */
export type Gradient = readonly (number | undefined)[];

/** Covariance of two observations over the variance of the process: the kernel, and its derivatives by either point. */
function correlation(
  { point: a, axis: i }: Omit<Observation, 'value'>,
  { point: b, axis: j }: Omit<Observation, 'value'>,
  lengths: readonly number[],
): number {
  let square = 0;
  for (let k = 0; k < a.length; k++) square += ((a[k]! - b[k]!) / lengths[k]!) ** 2;
  const distance = Math.sqrt(5 * square);
  const decay = Math.exp(-distance);
  const slope = (k: number) => (a[k]! - b[k]!) / lengths[k]! ** 2;
  if (i === undefined && j === undefined) return (1 + distance + (distance * distance) / 3) * decay;
  const first = (5 / 3) * (1 + distance) * decay;
  if (i === undefined) return first * slope(j!);
  if (j === undefined) return -first * slope(i);
  return (i === j ? first / lengths[i]! ** 2 : 0) - (25 / 3) * decay * slope(i) * slope(j);
}

/** Lower triangle L with L Lᵀ = matrix, row by row; undefined where rounding makes the matrix indefinite. */
function cholesky(matrix: readonly (readonly number[])[]): number[][] | undefined {
  const lower: number[][] = [];
  for (let i = 0; i < matrix.length; i++) {
    const row: number[] = [];
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i]![j]!;
      const other = j < i ? lower[j]! : row;
      for (let k = 0; k < j; k++) sum -= row[k]! * other[k]!;
      if (j < i) row.push(sum / other[j]!);
      else if (sum > 0) row.push(Math.sqrt(sum));
      else return undefined;
    }
    lower.push(row);
  }
  return lower;
}

/** L x = b */
function forward(lower: readonly (readonly number[])[], b: readonly number[]): number[] {
  const x: number[] = [];
  lower.forEach((row, i) => {
    let sum = b[i]!;
    for (let k = 0; k < i; k++) sum -= row[k]! * x[k]!;
    x.push(sum / row[i]!);
  });
  return x;
}

/** Lᵀ x = b */
function backward(lower: readonly (readonly number[])[], b: readonly number[]): number[] {
  const x = [...b];
  for (let i = lower.length - 1; i >= 0; i--) {
    for (let k = i + 1; k < lower.length; k++) x[i] = x[i]! - lower[k]![i]! * x[k]!;
    x[i] = x[i]! / lower[i]![i]!;
  }
  return x;
}

interface Fit {
  lower: number[][];
  /** Of the process: its mean, its variance, and the solution of the matrix with the values less the mean */
  mean: number;
  variance: number;
  weights: number[];
  /** Less a constant */
  logLikelihood: number;
}

/** Mean and variance that are most likely for these lengths, and how likely they are. */
function fitOf(observations: readonly Observation[], lengths: readonly number[]): Fit | undefined {
  const lower = cholesky(
    observations.map((a, i) =>
      observations.slice(0, i + 1).map((b, j) => {
        const covariance = correlation(a, b, lengths);
        return i === j ? covariance * (1 + (a.axis === undefined ? NUGGET : GRADIENT_NUGGET)) : covariance;
      }),
    ),
  );
  if (!lower) return undefined;
  const solve = (b: readonly number[]) => backward(lower, forward(lower, b));
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, one, i) => sum + one * b[i]!, 0);
  // The mean is one of values; it has no derivative.
  const isValue = observations.map(({ axis }) => (axis === undefined ? 1 : 0));
  const values = observations.map(({ value }) => value);
  const ones = solve(isValue);
  const mean = dot(ones, values) / dot(ones, isValue);
  const rest = values.map((value, i) => value - mean * isValue[i]!);
  const weights = solve(rest);
  const variance = Math.max(dot(rest, weights) / values.length, Number.MIN_VALUE);
  const logDeterminant = 2 * lower.reduce((sum, row, i) => sum + Math.log(row[i]!), 0);
  return {
    ...{ lower, mean, variance, weights },
    logLikelihood: -0.5 * (values.length * Math.log(variance) + logDeterminant),
  };
}

/** All values, and derivatives of the lowest of them as far as there is room for them. */
function observationsOf(
  points: readonly (readonly number[])[],
  values: readonly number[],
  gradients: readonly (Gradient | undefined)[],
): Observation[] {
  const observations: Observation[] = points.map((point, i) => ({ point, value: values[i]! }));
  const lowestFirst = [...points.keys()].sort((a, b) => values[a]! - values[b]!);
  for (const i of lowestFirst) {
    const known = (gradients[i] ?? []).flatMap((value, axis) =>
      value === undefined ? [] : [{ point: points[i]!, axis, value }],
    );
    if (observations.length + known.length <= MOST_OBSERVATIONS) observations.push(...known);
  }
  return observations;
}

/**
 * The surrogate whose lengths are the most likely for these values.
 * @param points at least two, all different
 * @param gradients of the values, in the units of the points; fewer than points: the others have none
 */
export function surrogateOf(
  points: readonly (readonly number[])[],
  values: readonly number[],
  gradients: readonly (Gradient | undefined)[] = [],
): Surrogate {
  const dimensions = points[0]?.length ?? 0;
  const observations = observationsOf(points, values, gradients);
  const random = randomOf(1);
  const [low, high] = [Math.log(SHORTEST), Math.log(LONGEST)];
  const likelihood = (logs: readonly number[]) =>
    fitOf(observations, logs.map(Math.exp))?.logLikelihood ?? -Infinity;
  const starts = latinHypercube(SEARCHED, dimensions, random).map((even) =>
    even.map((one) => low + one * (high - low)),
  );
  const logs = climb(best(starts, likelihood), likelihood, { low, high, step: 0.5, smallest: 0.02 });
  const lengths = logs.map(Math.exp);
  const fit = fitOf(observations, lengths);
  if (!fit) throw new Error('the surrogate needs different points');
  return {
    lengths,
    at: (point) => {
      const near = observations.map((other) => correlation({ point }, other, lengths));
      const half = forward(fit.lower, near);
      const left = 1 - half.reduce((sum, one) => sum + one * one, 0);
      return {
        mean: fit.mean + near.reduce((sum, one, i) => sum + one * fit.weights[i]!, 0),
        deviation: Math.sqrt(fit.variance * Math.max(0, left)),
      };
    },
  };
}

function best(points: readonly number[][], value: (point: readonly number[]) => number): number[] {
  let [found, most] = [points[0]!, -Infinity];
  for (const point of points) {
    const here = value(point);
    if (here > most) [found, most] = [point, here];
  }
  return found;
}

/** Steps along the axes as long as they lead up, then shorter ones (Hooke, Jeeves 1961). */
function climb(
  from: readonly number[],
  value: (point: readonly number[]) => number,
  { low, high, step, smallest }: { low: number; high: number; step: number; smallest: number },
): number[] {
  let [place, height] = [[...from], value(from)];
  for (let size = step; size >= smallest;) {
    let moved = false;
    for (let axis = 0; axis < place.length; axis++)
      for (const direction of [size, -size]) {
        const next = place.with(axis, Math.min(high, Math.max(low, place[axis]! + direction)));
        const there = value(next);
        if (there > height) {
          [place, height, moved] = [next, there, true];
          break;
        }
      }
    if (!moved) size /= 2;
  }
  return place;
}

/** Density and share of the standard normal distribution; the share by formula 7.1.26 of Abramowitz and Stegun, 1.5e-7. */
const density = (z: number) => Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
function share(z: number): number {
  const t = 1 / (1 + (0.3275911 * Math.abs(z)) / Math.SQRT2);
  const polynomial =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const tail = 0.5 * polynomial * Math.exp(-0.5 * z * z);
  return z < 0 ? tail : 1 - tail;
}

/** How much lower than the lowest so far a run there is expected to come out (Jones, Schonlau, Welch 1998). */
export function expectedImprovement(
  lowest: number,
  { mean, deviation }: ReturnType<Surrogate['at']>,
): number {
  if (!(deviation > 0)) return Math.max(0, lowest - mean);
  const z = (lowest - mean) / deviation;
  return (lowest - mean) * share(z) + deviation * density(z);
}

/** Points closer than this to one that was computed say nothing new. */
const SAME_POINT = 1e-4;

/** What is known of the function to make lowest. */
export interface Known {
  point: readonly number[];
  /** Undefined as long as it is computed */
  value: number | undefined;
  gradient?: Gradient | undefined;
}

/**
 * Where to compute next to find the lowest value.
 * @param known at least two with a value; those without are taken to come out as the surrogate expects
 */
export function nextPoint(known: readonly Known[], random: Random): number[] {
  const points = known.map(({ point }) => point);
  const used = lowestAndSpread(known);
  const found = used.filter(({ value }) => value !== undefined);
  const surrogateFrom = (some: readonly Known[], values: readonly number[]) =>
    surrogateOf(
      some.map(({ point }) => point),
      values,
      some.map(({ gradient }) => gradient),
    );
  const valuesFound = found.map(({ value }) => value!);
  const first = surrogateFrom(found, valuesFound);
  const believed = used.map(({ point, value }) => value ?? first.at(point).mean);
  const surrogate = found.length === used.length ? first : surrogateFrom(used, believed);
  const lowest = Math.min(...valuesFound);
  const dimensions = points[0]!.length;
  const isNew = (point: readonly number[]) =>
    points.every((other) => other.some((one, i) => Math.abs(one - point[i]!) > SAME_POINT));
  const improvement = (point: readonly number[]) =>
    isNew(point) ? expectedImprovement(lowest, surrogate.at(point)) : -1;
  const place = used[believed.indexOf(Math.min(...believed))]!.point;
  const near = Array.from({ length: 60 * dimensions }, (_, i) =>
    place.map((one) => Math.min(1, Math.max(0, one + (random() - 0.5) * 2 ** -(i % 8)))),
  );
  const candidates = [...latinHypercube(200 * dimensions, dimensions, random), ...near];
  const start = best(candidates, improvement);
  return climb(start, improvement, { low: 0, high: 1, step: 0.05, smallest: 1e-4 });
}

/** Of very many the lower half of what there is room for, and the others evenly over the rest. */
function lowestAndSpread(known: readonly Known[]): readonly Known[] {
  if (known.length <= MOST_OBSERVATIONS) return known;
  const ascending = [...known].sort((a, b) => (a.value ?? -Infinity) - (b.value ?? -Infinity));
  const half = MOST_OBSERVATIONS / 2;
  const rest = ascending.slice(half);
  return [
    ...ascending.slice(0, half),
    ...Array.from({ length: half }, (_, i) => rest[Math.floor((i * rest.length) / half)]!),
  ];
}

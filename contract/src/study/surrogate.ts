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
const SEARCHED = 48;

function correlation(a: readonly number[], b: readonly number[], lengths: readonly number[]): number {
  let square = 0;
  for (let i = 0; i < a.length; i++) square += ((a[i]! - b[i]!) / lengths[i]!) ** 2;
  const distance = Math.sqrt(5 * square);
  return (1 + distance + (distance * distance) / 3) * Math.exp(-distance);
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
function fitOf(
  points: readonly (readonly number[])[],
  values: readonly number[],
  lengths: readonly number[],
): Fit | undefined {
  const lower = cholesky(
    points.map((a, i) => points.map((b, j) => correlation(a, b, lengths) + (i === j ? NUGGET : 0))),
  );
  if (!lower) return undefined;
  const solve = (b: readonly number[]) => backward(lower, forward(lower, b));
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, one, i) => sum + one * b[i]!, 0);
  const ones = solve(values.map(() => 1));
  const mean =
    dot(ones, values) /
    dot(
      ones,
      values.map(() => 1),
    );
  const rest = values.map((value) => value - mean);
  const weights = solve(rest);
  const variance = Math.max(dot(rest, weights) / values.length, Number.MIN_VALUE);
  const logDeterminant = 2 * lower.reduce((sum, row, i) => sum + Math.log(row[i]!), 0);
  return {
    ...{ lower, mean, variance, weights },
    logLikelihood: -0.5 * (values.length * Math.log(variance) + logDeterminant),
  };
}

/**
 * The surrogate whose lengths are the most likely for these values.
 * @param points at least two, all different
 */
export function surrogateOf(points: readonly (readonly number[])[], values: readonly number[]): Surrogate {
  const dimensions = points[0]?.length ?? 0;
  const random = randomOf(1);
  const [low, high] = [Math.log(SHORTEST), Math.log(LONGEST)];
  const likelihood = (logs: readonly number[]) =>
    fitOf(points, values, logs.map(Math.exp))?.logLikelihood ?? -Infinity;
  const starts = latinHypercube(SEARCHED, dimensions, random).map((even) =>
    even.map((one) => low + one * (high - low)),
  );
  const logs = climb(best(starts, likelihood), likelihood, { low, high, step: 0.5, smallest: 0.02 });
  const lengths = logs.map(Math.exp);
  const fit = fitOf(points, values, lengths);
  if (!fit) throw new Error('the surrogate needs different points');
  return {
    lengths,
    at: (point) => {
      const near = points.map((other) => correlation(point, other, lengths));
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

/**
 * Where to compute next to find the lowest value.
 * @param points computed, or under way
 * @param values of the first of them; those under way are taken to come out as the surrogate expects
 */
export function nextPoint(
  points: readonly (readonly number[])[],
  values: readonly number[],
  random: Random,
): number[] {
  const known = points.slice(0, values.length);
  const believed = [...values];
  if (points.length > values.length) {
    const first = surrogateOf(known, values);
    for (const point of points.slice(values.length)) believed.push(first.at(point).mean);
  }
  const surrogate = surrogateOf(points, believed);
  const lowest = Math.min(...values);
  const dimensions = points[0]!.length;
  const isNew = (point: readonly number[]) =>
    points.every((other) => other.some((one, i) => Math.abs(one - point[i]!) > SAME_POINT));
  const improvement = (point: readonly number[]) =>
    isNew(point) ? expectedImprovement(lowest, surrogate.at(point)) : -1;
  const place = points[believed.indexOf(Math.min(...believed))]!;
  const near = Array.from({ length: 60 * dimensions }, (_, i) =>
    place.map((one) => Math.min(1, Math.max(0, one + (random() - 0.5) * 2 ** -(i % 8)))),
  );
  const candidates = [...latinHypercube(200 * dimensions, dimensions, random), ...near];
  const start = best(candidates, improvement);
  return climb(start, improvement, { low: 0, high: 1, step: 0.05, smallest: 1e-4 });
}

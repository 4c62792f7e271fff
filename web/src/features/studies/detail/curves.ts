import { HZ_PER_GHZ, type Study, type StudyCurves } from '@pace/contract';

/** Curves of variants over one axis of their sweep; pure. */

export const CURVE_AXES = ['theta', 'phi', 'frequency'] as const;
export type CurveAxis = (typeof CURVE_AXES)[number];
const COLUMNS = { theta: 'thetaDeg', phi: 'phiDeg', frequency: 'frequencyHz' } as const;

/** As axes are written */
export const AXIS_UNITS = { theta: '°', phi: '°', frequency: 'GHz' } as const;
export const axisScale = (axis: CurveAxis): number => (axis === 'frequency' ? HZ_PER_GHZ : 1);

/** A place on an axis with its unit */
export const axisText = (value: number, axis: CurveAxis, language: string): string =>
  `${(value / axisScale(axis)).toLocaleString(language, { maximumFractionDigits: 6 })} ${AXIS_UNITS[axis]}`;

/** Its variants are drawn from ranges or tolerances, so that their percentiles mean something. */
export const isSample = ({ definition: { sampling } }: Study): boolean =>
  sampling.kind === 'monteCarlo' || sampling.kind === 'latinHypercube';

export interface VariantCurve {
  variant: number;
  x: number[];
  y: number[];
  band?: { low: number[]; high: number[] };
}

/** Axes with several values in some sweep, angles first. */
export function axesOf({ sweeps }: StudyCurves): CurveAxis[] {
  return CURVE_AXES.filter((axis) => sweeps.some((sweep) => new Set(sweep[COLUMNS[axis]]).size > 1));
}

/** Values of the axes that are held, ascending, of all sweeps. */
export function valuesOf({ sweeps }: StudyCurves, axis: CurveAxis): number[] {
  return [...new Set(sweeps.flatMap((sweep) => sweep[COLUMNS[axis]]))].sort((a, b) => a - b);
}

const orMinus = (values: readonly (number | null)[]) => values.map((value) => value ?? -Infinity);

/** Of each variant over an axis; the others have the first value of its sweep, or the one held. */
export function curvesOver(
  { sweeps, curves }: StudyCurves,
  axis: CurveAxis,
  held: Partial<Record<CurveAxis, number>> = {},
): VariantCurve[] {
  const places = sweeps.map((sweep) => {
    const others = CURVE_AXES.filter((other) => other !== axis).map((other) => {
      const column = sweep[COLUMNS[other]];
      const wanted = held[other];
      return { column, value: wanted !== undefined && column.includes(wanted) ? wanted : column[0] };
    });
    const x = sweep[COLUMNS[axis]];
    return [...x.keys()]
      .filter((i) => others.every(({ column, value }) => column[i] === value))
      .sort((a, b) => x[a]! - x[b]!);
  });
  return curves.map(({ variant, sweep, dbsm, low, high }) => {
    const at = places[sweep]!;
    const x = sweeps[sweep]![COLUMNS[axis]];
    const pick = (values: readonly (number | null)[]) => orMinus(at.map((i) => values[i]!));
    return {
      variant,
      x: at.map((i) => x[i]!),
      y: pick(dbsm),
      ...(low && high && { band: { low: pick(low), high: pick(high) } }),
    };
  });
}

/** Share of sorted values below which a value lies, between two of them along a straight line. */
export function percentile(ascending: readonly number[], part: number): number {
  const place = part * (ascending.length - 1);
  const below = Math.floor(place);
  const [a, b] = [ascending[below]!, ascending[Math.min(below + 1, ascending.length - 1)]!];
  return a === b ? a : a + (place - below) * (b - a);
}

export interface Spread {
  x: number[];
  low: number[];
  median: number[];
  high: number[];
  /** Of the variants, at each x: so many above the limit */
  exceeding: number[];
  /** Variants that are nowhere above it */
  within: number;
  count: number;
}

/** How curves on the same points lie at each of them: 5, 50 and 95 % of the variants are below. */
export function spreadOf(
  curves: readonly VariantCurve[],
  limit: { dbsm: number; from: number; to: number } | undefined,
): Spread | undefined {
  const [first] = curves;
  if (!first || curves.length < 2) return undefined;
  const { x } = first;
  if (curves.some((curve) => curve.x.length !== x.length || curve.x.some((at, i) => at !== x[i])))
    return undefined;
  const at = x.map((_, i) => curves.map(({ y }) => y[i]!).sort((a, b) => a - b));
  const isLimited = x.map((value) => limit !== undefined && value >= limit.from && value <= limit.to);
  const isAbove = ({ y }: VariantCurve, i: number) =>
    limit !== undefined && isLimited[i]! && y[i]! > limit.dbsm;
  return {
    x,
    low: at.map((values) => percentile(values, 0.05)),
    median: at.map((values) => percentile(values, 0.5)),
    high: at.map((values) => percentile(values, 0.95)),
    exceeding: x.map((_, i) => curves.filter((curve) => isAbove(curve, i)).length),
    within: curves.filter((curve) => !x.some((_, i) => isAbove(curve, i))).length,
    count: curves.length,
  };
}

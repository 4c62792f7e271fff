import type { Study, StudyCurves } from '@pace/contract';
import type { TFunction } from 'i18next';
import {
  axesOf,
  axisScale,
  curvesOver,
  isSample,
  spreadOf,
  type CurveAxis,
  type Spread,
  type VariantCurve,
} from './curves.ts';

/** What is looked at of the curves of a study, and the limit that is asked for; pure. */

/** As the fields have it: dBsm, and the ends in the unit of the axis. */
export interface TypedLimit {
  dbsm: string;
  from: string;
  to: string;
}

/** Over which axis, and at which values of the others. */
export interface CurvesView {
  axis: CurveAxis | undefined;
  held: Partial<Record<CurveAxis, number>>;
  limit: TypedLimit;
}

export const FIRST_VIEW: CurvesView = { axis: undefined, held: {}, limit: { dbsm: '', from: '', to: '' } };

export type UsedLimit = Record<keyof TypedLimit, number>;

/** A limit without ends holds for the whole sweep; undefined as long as it is no number. */
export function usedLimit({ dbsm, from, to }: TypedLimit): UsedLimit | undefined {
  const number = (text: string, otherwise: number) => (text.trim() === '' ? otherwise : Number(text));
  const limit = { dbsm: number(dbsm, NaN), from: number(from, -Infinity), to: number(to, Infinity) };
  return Object.values(limit).some(Number.isNaN) ? undefined : limit;
}

/** Along the line that was drawn, at the height where it began; a mere click is a limit of the whole sweep. */
export function drawnLimit(from: { x: number; y: number }, to: { x: number; y: number }): TypedLimit {
  const text = (value: number) => String(Number(value.toPrecision(4)));
  const dbsm = text(from.y);
  if (from.x === to.x) return { dbsm, from: '', to: '' };
  return { dbsm, from: text(Math.min(from.x, to.x)), to: text(Math.max(from.x, to.x)) };
}

export interface ViewedCurves {
  axis: CurveAxis;
  /** SI units per unit of the axis */
  scale: number;
  all: VariantCurve[];
  /** Of samples that converged */
  spread: Spread | undefined;
  /** Of samples alone */
  limit: UsedLimit | undefined;
}

/** @returns undefined where sweeps have one point */
export function viewedCurves(study: Study, curves: StudyCurves, view: CurvesView): ViewedCurves | undefined {
  const axes = axesOf(curves);
  const axis = view.axis !== undefined && axes.includes(view.axis) ? view.axis : axes[0];
  if (axis === undefined) return undefined;
  const scale = axisScale(axis);
  const all = curvesOver(curves, axis, view.held);
  if (!isSample(study)) return { axis, scale, all, spread: undefined, limit: undefined };
  const limit = usedLimit(view.limit);
  const unconverged = new Set(
    study.variants.filter(({ converged }) => converged === false).map(({ number }) => number),
  );
  const spread = spreadOf(
    all.filter(({ variant }) => !unconverged.has(variant)),
    limit && { dbsm: limit.dbsm, from: limit.from * scale, to: limit.to * scale },
  );
  return { axis, scale, all, spread, limit: spread && limit };
}

/** How many of the variants keep the limit, in words. */
export function limitResult(spread: Spread, t: TFunction<'studies'>, language: string): string {
  const { count, within, exceeding, x } = spread;
  return t(within === count ? 'limit.kept' : 'limit.exceeded', {
    ...{ count, within },
    percent: ((100 * within) / count).toLocaleString(language, { maximumFractionDigits: 1 }),
    places: exceeding.filter((one) => one > 0).length,
    points: x.length,
  });
}

import {
  isInterpolated,
  type MonoStaticRcs,
  componentM2,
  distinct,
  sweepPointOf,
  type MonostaticAxis,
  type Polarization,
  type RcsComponent,
  type SweepPoint,
} from '@pace/contract';

export type SweptAngle = 'theta' | 'phi';

/** Angles that a run swept, and the values of the other one that it has with several of them. */
export function sweptAngles(records: readonly MonoStaticRcs[]): SweptAngle[] {
  const points = records.map(sweepPointOf);
  return (['phi', 'theta'] as const).filter((angle) =>
    heldValues(records, angle).some(
      (held) =>
        distinct(
          points
            .filter((point) => point[angle === 'phi' ? 'theta' : 'phi'] === held)
            .map((point) => point[angle]),
        ).length > 1,
    ),
  );
}

export function heldValues(records: readonly MonoStaticRcs[], swept: SweptAngle): number[] {
  return distinct(records.map(sweepPointOf).map((point) => point[swept === 'phi' ? 'theta' : 'phi']));
}

export interface SweepPlane {
  anglesDeg: number[];
  frequenciesHz: number[];
  /** [frequency × angles + angle]; NaN where nothing was computed */
  dbsm: Float64Array;
}

type Place = { record: MonoStaticRcs; at: SweepPoint };

/** σ [dBsm] of points over two axes: [row × columns + column]; NaN where nothing was computed. */
function gridOf(
  points: readonly Place[],
  columnAxis: MonostaticAxis,
  rowAxis: MonostaticAxis,
  component: RcsComponent,
  polarization: Polarization,
) {
  const columns = distinct(points.map(({ at }) => at[columnAxis]));
  const rows = distinct(points.map(({ at }) => at[rowAxis]));
  const column = new Map(columns.map((value, i) => [value, i]));
  const row = new Map(rows.map((value, i) => [value, i]));
  const dbsm = new Float64Array(columns.length * rows.length).fill(NaN);
  for (const { record, at } of points)
    dbsm[row.get(at[rowAxis])! * columns.length + column.get(at[columnAxis])!] =
      10 * Math.log10(componentM2(record, component, polarization));
  return { columns, rows, dbsm };
}

const placesOf = (records: readonly MonoStaticRcs[]): Place[] =>
  records.map((record) => ({ record, at: sweepPointOf(record) }));

/** σ [dBsm] over one angle and frequency with the other angle held. */
export function sweepPlane(
  records: readonly MonoStaticRcs[],
  swept: SweptAngle,
  held: number,
  component: RcsComponent,
  polarization: Polarization,
): SweepPlane {
  const other = swept === 'phi' ? 'theta' : 'phi';
  const points = placesOf(records).filter(({ at }) => at[other] === held);
  const { columns, rows, dbsm } = gridOf(points, swept, 'frequency', component, polarization);
  return { anglesDeg: columns, frequenciesHz: rows, dbsm };
}

export interface AnglePlane {
  phisDeg: number[];
  thetasDeg: number[];
  /** [θ × phis + φ]; NaN where nothing was computed */
  dbsm: Float64Array;
}

/** σ [dBsm] over both angles at one frequency. */
export function anglePlane(
  records: readonly MonoStaticRcs[],
  frequencyHz: number,
  component: RcsComponent,
  polarization: Polarization,
): AnglePlane {
  const points = placesOf(records).filter(({ at }) => at.frequency === frequencyHz);
  const { columns, rows, dbsm } = gridOf(points, 'phi', 'theta', component, polarization);
  return { phisDeg: columns, thetasDeg: rows, dbsm };
}

const TICK_SHARE = 0.02;

/**
 * Short lines (x0, y0, x1, y1) at both sides of a map over x and frequency, at the frequencies that an adaptive sweep
 * solved; none where all were solved.
 */
export function solvedTicks(
  records: readonly MonoStaticRcs[],
  xs: readonly number[],
  heightOf: (frequencyHz: number) => number,
): number[] {
  const interpolated = new Set(records.filter(isInterpolated).map(({ frequency }) => frequency));
  if (interpolated.size === 0) return [];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const tick = TICK_SHARE * (right - left);
  return distinct(records.map(({ frequency }) => frequency))
    .filter((frequency) => !interpolated.has(frequency))
    .flatMap((frequency) => {
      const y = heightOf(frequency);
      return [left, y, left + tick, y, right - tick, y, right, y];
    });
}

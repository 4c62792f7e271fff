import type { MonoStaticRcs } from '@pace/contract';
import { componentM2, distinct, sweepPointOf, type Polarization, type RcsComponent } from './farField.ts';

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

/** σ [dBsm] over one angle and frequency with the other angle held. */
export function sweepPlane(
  records: readonly MonoStaticRcs[],
  swept: SweptAngle,
  held: number,
  component: RcsComponent,
  polarization: Polarization,
): SweepPlane {
  const other = swept === 'phi' ? 'theta' : 'phi';
  const points = records
    .map((record) => ({ record, at: sweepPointOf(record) }))
    .filter(({ at }) => at[other] === held);
  const anglesDeg = distinct(points.map(({ at }) => at[swept]));
  const frequenciesHz = distinct(points.map(({ at }) => at.frequency));
  const column = new Map(anglesDeg.map((value, i) => [value, i]));
  const row = new Map(frequenciesHz.map((value, i) => [value, i]));
  const dbsm = new Float64Array(anglesDeg.length * frequenciesHz.length).fill(NaN);
  for (const { record, at } of points)
    dbsm[row.get(at.frequency)! * anglesDeg.length + column.get(at[swept])!] =
      10 * Math.log10(componentM2(record, component, polarization));
  return { anglesDeg, frequenciesHz, dbsm };
}

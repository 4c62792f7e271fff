import { rcsDbsm, type Complex, type FarField } from './field.ts';

/** How far two levels may lie under the reference's maximum and still count: the measure of the Austin suite [dB]. */
const RANGE_DB = 80;

export interface LevelDifference {
  meanDb: number;
  maxDb: number;
}

/** mean and max of |max(s, T) − max(ref, T)|, T = max(ref) − 80 dB. */
export function levelDifference(levels: readonly number[], reference: readonly number[]): LevelDifference {
  if (levels.length !== reference.length || levels.length === 0)
    throw new Error(`${levels.length} levels cannot be compared with ${reference.length}`);
  const threshold = Math.max(...reference) - RANGE_DB;
  const differences = reference.map((level, i) =>
    Math.abs(Math.max(levels[i] ?? NaN, threshold) - Math.max(level, threshold)),
  );
  return {
    meanDb: differences.reduce((sum, d) => sum + d, 0) / differences.length,
    maxDb: Math.max(...differences),
  };
}

/** RCS of both components together. */
export function cutDifference(
  cut: readonly FarField[],
  reference: readonly FarField[],
  dynamicRangeDb = Infinity,
): LevelDifference {
  const levels = (fields: readonly FarField[]) => fields.map(({ eTheta, ePhi }) => rcsDbsm(eTheta, ePhi));
  const [ours, theirs] = [levels(cut), levels(reference)];
  const floor = Math.max(...theirs) - dynamicRangeDb;
  const counts = (_: number, i: number) => (theirs[i] ?? -Infinity) >= floor;
  return levelDifference(ours.filter(counts), theirs.filter(counts));
}

/** ‖E − E_ref‖ / ‖E_ref‖ over a cut, complex E_θ and E_φ together: phases count. */
export function relativeError(cut: readonly FarField[], reference: readonly FarField[]): number {
  let difference = 0;
  let norm = 0;
  reference.forEach((ref, i) => {
    const field = cut[i];
    if (
      !field ||
      Math.abs(field.thetaDeg - ref.thetaDeg) > 1e-6 ||
      Math.abs(field.phiDeg - ref.phiDeg) > 1e-6
    )
      throw new Error('The two cuts look in different directions');
    difference += distance(field.eTheta, ref.eTheta) + distance(field.ePhi, ref.ePhi);
    norm += distance(ref.eTheta, ZERO) + distance(ref.ePhi, ZERO);
  });
  return Math.sqrt(difference / norm);
}

const ZERO: Complex = { re: 0, im: 0 };

/** |a − b|² */
export function distance(a: Complex, b: Complex): number {
  return (a.re - b.re) ** 2 + (a.im - b.im) ** 2;
}

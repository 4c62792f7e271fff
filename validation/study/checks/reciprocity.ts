import type { CheckOf } from '../caseFile.ts';
import { distance } from '../comparison.ts';
import { cutOf, type Complex, type FarField } from '../field.ts';
import type { SolvedRun } from '../solvedRun.ts';
import type { Outcome } from './measure.ts';

/**
 * Transmitter and receiver change places: S(b q; a p) = S(a p; b q) for every pair of the sweep's directions a, b and
 * polarizations p, q, cross-polarized ones too. The measure is max |S − Sᵀ| / max |S| over the whole matrix.
 */
export function reciprocity(check: CheckOf<'reciprocity'>, runOf: (name: string) => SolvedRun): Outcome {
  const columns = [runOf(check.vertical), runOf(check.horizontal)].flatMap((run) =>
    run.illuminations.map((illumination) => cutOf(run.cuts(illumination), '3d')),
  );
  const directions = runOf(check.vertical).illuminations;
  const matrix = columns.map((pattern) => {
    const fields = directions.map(({ thetaDeg, phiDeg }) => lookAt(pattern, thetaDeg, phiDeg));
    return [...fields.map(({ eTheta }) => eTheta), ...fields.map(({ ePhi }) => ePhi)];
  });
  return {
    measures: [
      { of: 'S', quantity: 'relative error', value: asymmetry(matrix), limit: check.limits.relativeError },
    ],
    runs: [check.vertical, check.horizontal],
  };
}

function lookAt(pattern: FarField[], thetaDeg: number, phiDeg: number): FarField {
  const field = pattern.find(
    (f) => Math.abs(f.thetaDeg - thetaDeg) < 1e-6 && Math.abs(f.phiDeg - phiDeg) < 1e-6,
  );
  if (!field) throw new Error(`The full sphere has no direction (${thetaDeg}°, ${phiDeg}°)`);
  return field;
}

function asymmetry(matrix: Complex[][]): number {
  let largest = 0;
  let difference = 0;
  matrix.forEach((column, a) =>
    column.forEach((value, b) => {
      const swapped = matrix[b]?.[a];
      if (!swapped) throw new Error('The scattering matrix is not square');
      largest = Math.max(largest, value.re ** 2 + value.im ** 2);
      difference = Math.max(difference, distance(value, swapped));
    }),
  );
  return Math.sqrt(difference / largest);
}

import type { CheckOf } from '../caseFile.ts';
import { cutDifference } from '../comparison.ts';
import type { FarField } from '../field.ts';
import type { SolvedRun } from '../solvedRun.ts';
import type { Outcome } from './measure.ts';

/** Backscatter of two runs of one body, angle by angle; `other` is the reference. */
export function sameBackscatter(
  check: CheckOf<'same-backscatter'>,
  run: SolvedRun,
  other: SolvedRun,
): Outcome {
  const { within, limits } = check;
  const isWithin = ({ thetaDeg, phiDeg }: FarField) => {
    if (!within) return true;
    const angle = within.angle === 'theta' ? thetaDeg : phiDeg;
    return angle >= within.from && angle <= within.to;
  };
  const { meanDb, maxDb } = cutDifference(
    run.monostatic().filter(isWithin),
    other.monostatic().filter(isWithin),
  );
  const of = 'backscatter';
  return {
    measures: [
      {
        of,
        quantity: 'mean |ΔdB|',
        value: meanDb,
        ...(limits.meanDb !== undefined && { limit: limits.meanDb }),
      },
      { of, quantity: 'max |ΔdB|', value: maxDb, ...(limits.maxDb !== undefined && { limit: limits.maxDb }) },
    ],
    runs: [check.run, check.other],
  };
}

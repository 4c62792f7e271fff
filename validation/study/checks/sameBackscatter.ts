import type { CheckOf } from '../caseFile.ts';
import { cutDifference } from '../comparison.ts';
import type { FarField } from '../field.ts';
import { backscatterLevels } from '../levels.ts';
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
  const [ours, theirs] = [run.monostatic().filter(isWithin), other.monostatic().filter(isWithin)];
  const { meanDb, maxDb } = cutDifference(ours, theirs);
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
      ...(limits.unknownShare === undefined
        ? []
        : [
            {
              of,
              quantity: 'share of unknowns' as const,
              value: run.record.unknowns / other.record.unknowns,
              limit: limits.unknownShare,
            },
          ]),
    ],
    runs: [check.run, check.other],
    curves: [backscatterLevels(ours, theirs, 'run')],
  };
}

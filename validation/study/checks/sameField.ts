import type { CheckOf } from '../caseFile.ts';
import { cutDifference, relativeError } from '../comparison.ts';
import { cutOf } from '../field.ts';
import { cutLevels } from '../levels.ts';
import type { SolvedRun } from '../solvedRun.ts';
import type { Measure, Outcome } from './measure.ts';

/** Two runs of one body must give one far field; `other` is the reference of the relative error. */
export function sameField(check: CheckOf<'same-field'>, run: SolvedRun, other: SolvedRun): Outcome {
  const { meanDb: meanLimit, relativeError: errorLimit } = check.limits;
  const measures = check.planes.flatMap((plane): Measure[] => {
    const [cut, reference] = [cutOf(run.cuts(), plane), cutOf(other.cuts(), plane)];
    const { meanDb, maxDb } = cutDifference(cut, reference, check.dynamicRangeDb);
    const decibels = check.dynamicRangeDb ? `${plane}, within ${check.dynamicRangeDb} dB` : plane;
    return [
      {
        of: decibels,
        quantity: 'mean |ΔdB|',
        value: meanDb,
        ...(meanLimit !== undefined && { limit: meanLimit }),
      },
      { of: decibels, quantity: 'max |ΔdB|', value: maxDb },
      { of: plane, quantity: 'relative error', value: relativeError(cut, reference), limit: errorLimit },
    ];
  });
  const curves = check.planes.map((plane) => cutLevels(plane, run.cuts(), other.cuts(), 'run'));
  return { measures, runs: [check.run, check.other], curves };
}

import type { CheckOf } from '../caseFile.ts';
import type { SolvedRun } from '../solvedRun.ts';
import type { Outcome } from './measure.ts';

/** The backscatter that an absorber at its null leaves, against the bare body's; exactly none on a body of revolution of Z = η. */
export function absorber(check: CheckOf<'absorber'>, run: SolvedRun, bare: SolvedRun): Outcome {
  const amplitude = (of: SolvedRun) => {
    const [back] = of.monostatic();
    if (!back) throw new Error(`${check.title}: the run has no backscatter`);
    return Math.hypot(back.eTheta.re, back.eTheta.im, back.ePhi.re, back.ePhi.im);
  };
  const value = amplitude(run) / amplitude(bare);
  return {
    measures: [{ of: 'what is left', quantity: 'relative error', value, limit: check.limits.relativeError }],
    runs: [check.run, check.bare],
  };
}

import type { CheckOf } from '../caseFile.ts';
import type { SolvedRun } from '../solvedRun.ts';
import type { Measure, Outcome } from './measure.ts';

const SECONDS_PER_HOUR = 3600;

/** Memory and processor time of a run against what they may be. */
export function cost(check: CheckOf<'cost'>, run: SolvedRun): Outcome {
  const { memoryBytes, unknowns, coreSeconds } = run.record;
  const { bytesPerUnknown, coreHours } = check.limits;
  const measures: Measure[] = [
    {
      of: 'memory',
      quantity: 'bytes per unknown',
      value: memoryBytes / unknowns,
      ...(bytesPerUnknown === undefined ? {} : { limit: bytesPerUnknown }),
    },
    {
      of: 'time',
      quantity: 'core-hours',
      value: coreSeconds / SECONDS_PER_HOUR,
      ...(coreHours === undefined ? {} : { limit: coreHours }),
    },
  ];
  return { measures, runs: [check.run] };
}

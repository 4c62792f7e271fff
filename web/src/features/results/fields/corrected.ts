import type { MonoStaticRcs } from '@pace/contract';

/** Whether any of the fields has the first order of its known errors beside it. */
export const hasCorrected = (records: readonly MonoStaticRcs[]): boolean =>
  records.some(({ corrected }) => corrected !== undefined);

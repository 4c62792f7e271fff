/** One number that a check measured, and the limit it must keep if it has one. */
export interface Measure {
  /** "E plane", "VV", … */
  of: string;
  quantity:
    'mean |ΔdB|' | 'max |ΔdB|' | 'relative error' | 'share of unknowns' | 'bytes per unknown' | 'core-hours';
  value: number;
  limit?: number;
}

export interface Outcome {
  measures: Measure[];
  /** Runs that the numbers come from. */
  runs: string[];
}

export function keepsItsLimit({ value, limit }: Measure): boolean {
  return limit === undefined ? true : value <= limit;
}

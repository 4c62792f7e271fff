import type { ScoreCurve } from '@pace/contract/scoreboard';

/** One number that a check measured, and the limit it must keep if it has one. */
export interface Measure {
  /** "E plane", "VV", … */
  of: string;
  quantity:
    'mean |ΔdB|' | 'max |ΔdB|' | 'relative error' | 'share of unknowns' | 'bytes per unknown' | 'core-hours';
  value: number;
  limit?: number;
  /** Half the width of the value's error bar, in its unit, where the solver gave one. */
  bar?: number;
}

export interface Outcome {
  measures: Measure[];
  /** Runs that the numbers come from. */
  runs: string[];
  /** Levels that were compared, angle by angle. */
  curves?: ComparedLevels[];
}

/** One curve beside its reference: levels in dBsm over angles in degrees. */
export type ComparedLevels = Pick<ScoreCurve, 'of' | 'angle' | 'reference'> & {
  angleDeg: number[];
  dbsm: number[];
  referenceDbsm: number[];
};

export function keepsItsLimit({ value, limit }: Measure): boolean {
  return limit === undefined ? true : value <= limit;
}

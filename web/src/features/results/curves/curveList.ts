import { LIMITS } from '@pace/contract';

/** Curves of a plot by their keys, oldest first; never more than LIMITS.curves. */
export type CurveList = readonly string[];

export type CurveAction =
  /** The Plot button, for one curve or a family of curves */
  | { type: 'plot'; keys: readonly string[]; override: boolean }
  | { type: 'remove'; key: string }
  | { type: 'clear' };

export type PlotVerb = 'plot' | 'clear' | 'reset';

/**
 * What the Plot button does now. At the limit it empties the list (Reset), unless Override is on; a curve that is there
 * is taken away (Clear); otherwise it is added (Plot), with Override at the limit in place of all others.
 */
export function plotVerb(list: CurveList, keys: readonly string[], override: boolean): PlotVerb {
  if (list.length >= LIMITS.curves && !override) return 'reset';
  return keys.length > 0 && keys.every((key) => list.includes(key)) ? 'clear' : 'plot';
}

export function curveListReducer(list: CurveList, action: CurveAction): CurveList {
  switch (action.type) {
    case 'remove':
      return list.filter((key) => key !== action.key);
    case 'clear':
      return [];
    case 'plot': {
      const { keys, override } = action;
      const verb = plotVerb(list, keys, override);
      if (verb === 'reset') return [];
      if (verb === 'clear') return list.filter((key) => !keys.includes(key));
      const kept = list.length >= LIMITS.curves ? [] : list;
      return [...new Set([...kept, ...keys])].slice(0, LIMITS.curves);
    }
  }
}

/** Plots whose curves do not fit on one pair of axes keep a list each, by name. */
export type CurveLists = Readonly<Record<string, CurveList>>;

export function curveListsReducer(
  lists: CurveLists,
  { plot, action }: { plot: string; action: CurveAction },
): CurveLists {
  return { ...lists, [plot]: curveListReducer(lists[plot] ?? [], action) };
}

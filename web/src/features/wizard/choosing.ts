import { useRef, useState } from 'react';
import { hasWords } from '../../ui/searchText.ts';

/** Lists longer than this have a box to filter them. */
export const FILTER_FROM = 8;

/** The numbers of a list from one to another, whichever comes first. */
export function rangeOf(list: readonly number[], from: number, to: number): number[] {
  const [a, b] = [list.indexOf(from), list.indexOf(to)];
  return a < 0 || b < 0 ? [to] : list.slice(Math.min(a, b), Math.max(a, b) + 1);
}

export interface Choosing {
  /** Those that the filter lets through, in their order */
  shown: readonly number[];
  filter: string;
  setFilter: (text: string) => void;
  hasFilter: boolean;
  /** How many there are, shown or not */
  count: number;
  /** With Shift, all between the last chosen one and this become what this becomes. */
  toggle: (surface: number, shift: boolean) => void;
  /** Chooses all that are shown, or none of them where all are chosen. */
  toggleAll: () => void;
  allChosen: boolean;
  /** What a value for several is meant for: those chosen, or all that are shown where none is. */
  meant: readonly number[];
}

/** Choosing several of many surfaces: by filter, by Shift, in the list as in the picture. */
export function useChoosing(
  surfaces: readonly number[],
  nameOf: (surface: number) => string,
  selection: readonly number[],
  select: (surfaces: readonly number[]) => void,
): Choosing {
  const [filter, setFilter] = useState('');
  const last = useRef<number | null>(null);
  const hasFilter = surfaces.length > FILTER_FROM;
  const shown = hasFilter ? surfaces.filter((surface) => hasWords(nameOf(surface), filter)) : surfaces;
  const allChosen = shown.length > 0 && shown.every((surface) => selection.includes(surface));
  const without = (list: readonly number[]) => selection.filter((surface) => !list.includes(surface));
  const toggle = (surface: number, shift: boolean) => {
    const range = shift && last.current !== null ? rangeOf(shown, last.current, surface) : [surface];
    last.current = surface;
    select(selection.includes(surface) ? without(range) : [...without(range), ...range]);
  };
  const chosen = surfaces.filter((surface) => selection.includes(surface));
  return {
    shown,
    filter,
    setFilter,
    hasFilter,
    count: surfaces.length,
    toggle,
    toggleAll: () => select(allChosen ? without(shown) : [...without(shown), ...shown]),
    allChosen,
    meant: chosen.length > 0 ? chosen : shown,
  };
}

import type { MapPart, MapsFile, MapsResponse } from '@pace/contract';
import { numberOf } from '../../data/mapsChoice.ts';
import type { Axis, ShapeTolerance } from './tolerances.ts';

/** Tolerances of one part as they stand in the form. */
export interface TypedTolerance {
  outward: string;
  moved: string;
  movedAlong: Axis;
  turned: string;
  turnedAbout: Axis;
}

/** By the index of the part, which other questions about the run have too. */
export type TypedTolerances = Readonly<Record<number, TypedTolerance>>;

export const NO_TOLERANCE: TypedTolerance = {
  outward: '',
  moved: '',
  movedAlong: 'x',
  turned: '',
  turnedAbout: 'x',
};

/** Something is typed that is no size. */
export function isBadSize(text: string): boolean {
  const value = numberOf(text);
  return text.trim() !== '' && (value === undefined || value < 0);
}

export const isTyped = ({ outward, moved, turned }: TypedTolerance): boolean =>
  [outward, moved, turned].some((text) => text.trim() !== '');

/** Parts with sheets have no derivatives. */
export const hasDerivatives = (responses: readonly MapsResponse[], part: number): boolean =>
  responses[0]?.parts[part]?.perMm !== undefined;

/** Those above zero, of parts that have derivatives. */
export function tolerancesOf(
  typed: TypedTolerances,
  { parts, responses = [] }: Pick<MapsFile, 'parts' | 'responses'>,
): ShapeTolerance[] {
  return parts.flatMap(({ index }: MapPart, part): ShapeTolerance[] => {
    const row = typed[index];
    if (!row || !hasDerivatives(responses, part)) return [];
    const all: (Omit<ShapeTolerance, 'size'> & { text: string })[] = [
      { part, kind: 'outward', text: row.outward },
      { part, kind: 'moved', axis: row.movedAlong, text: row.moved },
      { part, kind: 'turned', axis: row.turnedAbout, text: row.turned },
    ];
    return all.flatMap(({ text, ...tolerance }) => {
      const size = numberOf(text) ?? 0;
      return size > 0 ? [{ ...tolerance, size }] : [];
    });
  });
}

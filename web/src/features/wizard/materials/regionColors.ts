import { type MeshReport, type Regions } from '@pace/contract';

/** Colour of a part that no region has to itself: an interface, or a surface that is not in the table yet. */
const NEUTRAL = 0;

/** Colour number of every part (by its index), one colour a region: that which the part encloses. */
export function regionColors(
  { regions }: Regions,
  { parts }: Pick<MeshReport, 'parts'>,
): Map<number, number> {
  return new Map(
    parts.map(({ index, number }) => {
      const inside = regions.findIndex(({ surfaces }) => surfaces.includes(number));
      return [index, inside > 0 ? inside : NEUTRAL];
    }),
  );
}

import { useMemo } from 'react';
import { DECIBEL_SPAN, type ScalarColors } from '../../../viewer/index.ts';
import { currentQuantity, largestOverPhases, quantityLabel } from '../fields/currentQuantity.ts';
import type { SurfaceCurrent } from '../fields/currents.ts';
import { lockedRange } from '../parts/RangeLock.tsx';
import type { Density, ShownCurrents } from './shownCurrents.ts';
import type { CurrentsLook } from './useCurrentsLook.ts';

export const DENSITY_UNITS: Record<Density, string> = { J: 'A/m', M: 'V/m' };

/** The colours of the surface; undefined until there are currents that fit the mesh. */
export function useCurrentsColors(
  shown: ShownCurrents | undefined,
  current: SurfaceCurrent | undefined,
  fits: boolean | undefined,
  { part, direction, signed, inDecibel, phase, lock }: CurrentsLook,
): ScalarColors | undefined {
  const phaseRad = part === 'phase' ? (phase * Math.PI) / 180 : 0;
  const values = useMemo(
    () => (current && fits ? currentQuantity(current.values, part, direction, phaseRad) : undefined),
    [current, fits, part, direction, phaseRad],
  );
  // Of an animation and of signed values: one range for all phases, about zero where there is a sign.
  const steady = useMemo(() => {
    if (!current || (part !== 'phase' && !signed)) return undefined;
    const largest = largestOverPhases(current.values, direction) || 1;
    const top = inDecibel ? 20 * Math.log10(largest) : largest;
    return [signed ? -largest : inDecibel ? top - DECIBEL_SPAN : 0, top] as [number, number];
  }, [current, part, signed, direction, inDecibel]);
  const range = lockedRange(lock) ?? steady;
  return useMemo(
    () =>
      values && shown
        ? {
            values,
            sides: current?.sides,
            label: quantityLabel(shown.density, part, direction),
            unit: DENSITY_UNITS[shown.density],
            decibel: inDecibel,
            ...(range && { range }),
          }
        : undefined,
    [values, current, shown, part, direction, inDecibel, range],
  );
}

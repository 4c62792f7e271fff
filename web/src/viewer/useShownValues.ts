import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { valuesAtPoints } from './bentTriangles.ts';
import type { MeshGeometry } from './geometry.ts';
import { displayedRange, displayedValues, positionsInRange } from './scalarRange.ts';
import type { ScalarColors } from './types.ts';

/** The values that colour the surface, as the colour bar and the shader want them. */
export interface ShownValues {
  range: [number, number];
  /** Place of each value in the range, 0 to 1 */
  positions: Float32Array;
  unit: string;
}

export function useShownValues(
  colors: ScalarColors | undefined,
  geometry: MeshGeometry,
): ShownValues | undefined {
  const { t } = useTranslation('viewer');
  return useMemo(() => {
    if (!colors) return undefined;
    const values = displayedValues(valuesAtPoints(colors, geometry), colors.decibel ?? false);
    const range = colors.range ?? displayedRange(values, colors.decibel ?? false);
    return {
      range,
      positions: positionsInRange(values, range),
      unit: colors.decibel ? t('decibelUnit', { unit: colors.unit }) : colors.unit,
    };
  }, [colors, geometry, t]);
}

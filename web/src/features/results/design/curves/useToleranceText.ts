import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { plainNumber } from '../../labels/quantities.ts';
import type { Tolerance } from './tolerances.ts';

/** e.g. "Wing: moved along y, ±0.5 mm" */
export function useToleranceText(names: readonly string[]): (tolerance: Tolerance) => string {
  const { t, i18n } = useTranslation('results');
  return useCallback(
    ({ part, kind, axis, size }) =>
      t(`design.tolerances.one.${kind}`, {
        part: names[part],
        axis,
        size: plainNumber(size, i18n.language, 4),
      }),
    [names, t, i18n.language],
  );
}

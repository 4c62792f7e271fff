import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { plainNumber } from '../../labels/quantities.ts';
import { LAYER_SYMBOLS } from '../../data/mapsChoice.ts';
import type { Tolerance } from './tolerances.ts';

/** e.g. "Wing: moved along y, ±0.5 mm", or "Foam: ε′ ±5 %" */
export function useToleranceText(names: readonly string[]): (tolerance: Tolerance) => string {
  const { t, i18n } = useTranslation('results');
  return useCallback(
    (tolerance) => {
      const size = plainNumber(tolerance.size, i18n.language, 4);
      switch (tolerance.kind) {
        case 'material':
        case 'medium':
          return t('design.tolerances.one.material', {
            material: tolerance.material,
            quantity: LAYER_SYMBOLS[tolerance.quantity],
            size,
          });
        case 'thickness': {
          const { part, layer, material } = tolerance;
          return t('design.tolerances.one.thickness', { part: names[part], layer, material, size });
        }
        default: {
          const { kind, part, axis } = tolerance;
          return t(`design.tolerances.one.${kind}`, { part: names[part], axis, size });
        }
      }
    },
    [names, t, i18n.language],
  );
}

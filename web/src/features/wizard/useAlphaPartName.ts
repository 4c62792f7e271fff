import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { usePartName } from '../../ui/usePartName.ts';
import type { ModelFacts } from './modelFacts.ts';

/** What a part is called in the lists of α and methods: its name, else its place. */
export function useAlphaPartName({ report }: ModelFacts): (surface: number) => string {
  const { t } = useTranslation('wizard');
  const partName = usePartName(report);
  return useCallback(
    (surface) => {
      const part = report?.parts.find(({ number }) => number === surface);
      if (!part) return '';
      return part.name === '' ? t('alpha.part', { n: part.index }) : partName(part);
    },
    [report, t, partName],
  );
}

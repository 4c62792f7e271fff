import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { aboutTime } from './aboutTime.ts';

/** "about 5 s": a predicted time [s] in words. */
export function useAboutTime(): (seconds: number) => string {
  const { t, i18n } = useTranslation('common');
  return useCallback(
    (seconds: number) => {
      const { value, unit } = aboutTime(seconds);
      return t(`about.${unit}`, { value: value.toLocaleString(i18n.language) });
    },
    [t, i18n.language],
  );
}

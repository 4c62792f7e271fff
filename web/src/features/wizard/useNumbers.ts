import { splitDuration } from '@pace/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../ui/bytes.ts';

const MINUTE_S = 60;

/** Numbers as the user's language writes them. */
export function useNumbers() {
  const { t, i18n } = useTranslation('wizard');
  return useMemo(() => {
    const four = new Intl.NumberFormat(i18n.language, { maximumSignificantDigits: 4 });
    const six = new Intl.NumberFormat(i18n.language, { maximumSignificantDigits: 6 });
    const three = new Intl.NumberFormat(i18n.language, { maximumSignificantDigits: 3 });
    const whole = new Intl.NumberFormat(i18n.language);
    const part = (key: string, value: number) => (value > 0 ? [t(`duration.${key}`, { count: value })] : []);
    return {
      four: (value: number) => four.format(value),
      three: (value: number) => three.format(value),
      six: (value: number) => six.format(value),
      whole: (value: number) => whole.format(value),
      /** 0.0152 m is read more easily as 15.2 mm. */
      length: (metres: number) =>
        metres < 0.1 ? `${four.format(metres * 1000)}\u00a0mm` : `${four.format(metres)}\u00a0m`,
      fileSize: (bytes: number) => bytesText(bytes, i18n.language),
      duration: (seconds: number): string => {
        if (seconds < MINUTE_S) return t('duration.short');
        const { days, hours, minutes, seconds: rest } = splitDuration(seconds);
        return [
          ...part('days', days),
          ...part('hours', hours),
          ...part('minutes', minutes),
          ...part('seconds', rest),
        ].join(' ');
      },
    };
  }, [t, i18n.language]);
}

import { useTranslation } from 'react-i18next';
import type { Complaint } from './complaints.ts';

/** The sentence of a complaint; names of fields in it are translated too. */
export function useComplaintText(): (complaint: Complaint | undefined) => string | undefined {
  const { t, i18n } = useTranslation('wizard');
  return (complaint) => {
    if (!complaint) return undefined;
    const values = Object.entries(complaint.values ?? {}).map(([name, value]) => {
      if (name === 'label' || name === 'other') return [name, t(`labels.${value}`)];
      return [
        name,
        typeof value === 'number'
          ? value.toLocaleString(i18n.language, { useGrouping: value >= 10_000 })
          : value,
      ];
    });
    return t(`complaints.${complaint.key}`, Object.fromEntries(values) as Record<string, string>);
  };
}

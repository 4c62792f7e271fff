import { useTranslation } from 'react-i18next';
import records from './records.json';

/** What validation and benchmarks recorded; `npm run landing:records` writes it, a test compares. */
export { records };

/** Numbers as the user's language writes them. */
export function useNumbers() {
  const { i18n } = useTranslation();
  return (value: number, digits = 0) =>
    value.toLocaleString(i18n.language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

import { useTranslation } from 'react-i18next';
import { complexText } from './complexText.ts';

/** ε and μ as every page writes them. */
export function useComplexText(): (value: { real: number; imaginary: number }) => string {
  const { i18n } = useTranslation();
  return (value) => complexText(value, i18n.language);
}

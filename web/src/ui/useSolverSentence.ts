import { useTranslation } from 'react-i18next';
import { keysOf, localized, valuesIn } from './solverSentence.ts';

export interface SaidSentence {
  text: string;
  /** Of the text, for who reads it aloud */
  language: string;
}

/** A notice of the solver, or a finding of the mesh check, in the person's language where there is a translation of it, else as the solver said it. */
export function useSolverSentence(): (code: string, sentence: string) => SaidSentence {
  const { t, i18n } = useTranslation(['solverNotices', 'meshFindings'], { nsMode: 'fallback' });
  const { language } = i18n;
  return (code, sentence) => {
    if (language === 'en') return { text: sentence, language };
    const patterns = (i18n.getResourceBundle(language, 'solverSentences') ?? {}) as Record<string, string>;
    for (const key of keysOf(patterns, code)) {
      const values = valuesIn(patterns[key]!, sentence);
      if (!values) continue;
      const said = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          localized(value, language, (n) => t('surfaces.name', { ns: 'materials', n })),
        ]),
      );
      return { text: t(key, { ...said, nsSeparator: false, keySeparator: false }), language };
    }
    return { text: sentence, language: 'en' };
  };
}

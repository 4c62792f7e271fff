import type { i18n as I18n } from 'i18next';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { withComplexNumbers } from './complexText.ts';
import { givenName } from './usePartName.ts';
import { counted, keysOf, localized, valuesIn, withPhrases } from './solverSentence.ts';

export interface SaidSentence {
  text: string;
  /** Of the text, for who reads it aloud */
  language: string;
}

/** A sentence of the solver or of its check of a mesh in the person's language where there is a translation of it, else as the solver said it. */
export function useSolverSentence(): (code: string, sentence: string) => SaidSentence {
  const { t, i18n } = useTranslation(['solverNotices', 'meshFindings'], { nsMode: 'fallback' });
  const { language } = i18n;
  return (code, sentence) => {
    if (language === 'en') return { text: withComplexNumbers(sentence, language), language };
    const patterns = (i18n.getResourceBundle(language, 'solverSentences') ?? {}) as Record<string, string>;
    for (const key of keysOf(patterns, code)) {
      const values = valuesIn(patterns[key]!, sentence);
      if (!values) continue;
      const said = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          isCount(name)
            ? counted(value)
            : speaksOfUnits(code)
              ? withPhrases(value, phrasesOf(i18n, 'solverPhrases'), phrasesOf(i18n, 'unitPhrases'), language)
              : withGivenNames(
                  localized(withComplexNumbers(value, language), language, (n) =>
                    t('surfaces.name', { ns: 'materials', n }),
                  ),
                  t,
                ),
        ]),
      );
      return {
        text: t(key, {
          ...said,
          ns: ['solverNotices', 'meshFindings'],
          nsSeparator: false,
          keySeparator: false,
        }),
        language,
      };
    }
    return { text: withComplexNumbers(sentence, 'en'), language: 'en' };
  };
}

/** "Surface 3 (Face 3)", "Face 3", "Part 3": the solver knows names only, also those that the mesher or itself gave. */
const withGivenNames = (value: string, t: TFunction) =>
  value.replace(/(?<=\()[^()]+(?=\)$)|^[^()]+$/, (name) => {
    const [, part] = /^Part (\d+)$/.exec(name) ?? [];
    return part === undefined ? givenName(name, t) : t('partNames.part', { part, ns: 'common' });
  });

const isCount = (name: string) => name.startsWith('count');
const speaksOfUnits = (code: string) => code.startsWith('UNITS_');

const phrasesOf = (i18n: I18n, namespace: string) =>
  (i18n.getResourceBundle(i18n.language, namespace) ?? {}) as Record<string, string>;

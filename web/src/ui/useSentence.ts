import { useTranslation } from 'react-i18next';

/**
 * Translates sentences of the contract (validation messages). Their English text is the key; a sentence that the
 * translation does not know is shown as it is.
 */
export function useSentence(): (sentence: string | undefined) => string | undefined {
  const { t } = useTranslation('sentences');
  return (sentence) =>
    sentence === undefined
      ? undefined
      : t(sentence, { keySeparator: false, nsSeparator: false, defaultValue: sentence });
}

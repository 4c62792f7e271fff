import {
  englishNumber,
  messageOf,
  sentenceOf,
  titleKey,
  type Message,
  type Said,
  type Wording,
} from '@pace/contract';
import type { i18n as I18n, TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { withDecimalMark } from './decimalMark.ts';
import { givenName } from './usePartName.ts';

export interface SaidSentence {
  text: string;
  /** Of the text, for who reads it aloud */
  language: string;
}

/** A message with its English sentence, which is all that an older record has. */
export interface SaidInEnglish extends Said {
  sentence: string;
}

/** What a program says, in the user's language; the English sentence where there is no message in it or no sentence for that. */
export function useMessage(): (said: SaidInEnglish) => SaidSentence {
  const { t, i18n } = useTranslation('messages');
  return (said) => {
    const message = messageOf(said);
    const text = message && messageText(message, i18n, t);
    return text === undefined ? { text: said.sentence, language: 'en' } : { text, language: i18n.language };
  };
}

/** The title of notices of a code in the user's language; undefined for findings, and for codes of a newer program. */
export function useMessageTitle(): (code: string) => string | undefined {
  const { i18n } = useTranslation('messages');
  return (code) => catalogueOf(i18n)[titleKey(code)];
}

/** Undefined where the catalogue has no sentence for it. */
export function messageText(message: Message, i18n: I18n, t: TFunction): string | undefined {
  return sentenceOf(message, {
    catalogue: catalogueOf(i18n),
    number: (value) => withDecimalMark(englishNumber(value), i18n.language),
    text: (value) => nameText(value, t),
  });
}

const catalogueOf = (i18n: I18n): Wording['catalogue'] =>
  (i18n.getResourceBundle(i18n.language, 'messages') as Wording['catalogue'] | undefined) ?? {};

/** "Face 3", "Part 3": messages carry the names of parts, also those that the mesher or the solver gave. */
function nameText(value: string, t: TFunction): string {
  const [, part] = /^Part (\d+)$/.exec(value) ?? [];
  return part === undefined ? givenName(value, t) : t('partNames.part', { part, ns: 'common' });
}

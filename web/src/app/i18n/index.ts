import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

export const LANGUAGES = ['en', 'tr'] as const;
export type Language = (typeof LANGUAGES)[number];
type Texts = Record<string, Record<string, unknown>>;

const KEY = 'language';
const loaders: Record<Language, () => Promise<{ texts: Texts }>> = {
  en: () => import('./en/index.ts'),
  tr: () => import('./tr/index.ts'),
};

/** The language chosen before, else that of the browser if it is Turkish, else English. */
export function preferredLanguage(): Language {
  const chosen = localStorage.getItem(KEY);
  if (chosen === 'en' || chosen === 'tr') return chosen;
  return navigator.language.toLowerCase().startsWith('tr') ? 'tr' : 'en';
}

/** Loads the texts of one language and starts i18next; the other language is loaded when it is chosen. */
export async function startI18n(language: Language = preferredLanguage()): Promise<void> {
  const { texts } = await loaders[language]();
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: texts },
    ns: Object.keys(texts),
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  document.documentElement.lang = language;
}

export async function changeLanguage(language: Language): Promise<void> {
  const { texts } = await loaders[language]();
  for (const [namespace, content] of Object.entries(texts))
    i18next.addResourceBundle(language, namespace, content);
  await i18next.changeLanguage(language);
  localStorage.setItem(KEY, language);
  document.documentElement.lang = language;
}

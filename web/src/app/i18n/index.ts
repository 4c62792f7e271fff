import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

export const LANGUAGES = ['en', 'tr'] as const;
export type Language = (typeof LANGUAGES)[number];
type Texts = Record<string, Record<string, unknown>>;
/** The landing page's texts alone, or all. */
type Extent = 'visit' | 'all';

const KEY = 'language';
const loaders: Record<Extent, Record<Language, () => Promise<{ texts: Texts }>>> = {
  visit: { en: () => import('./en/visit.ts'), tr: () => import('./tr/visit.ts') },
  all: { en: () => import('./en/index.ts'), tr: () => import('./tr/index.ts') },
};
/** Texts that some pages alone need, and that come with them. */
export type Apart =
  'admin' | 'benchmarks' | 'guides' | 'materials' | 'results' | 'sharing' | 'studies' | 'wizard';
const filesApart = import.meta.glob<Record<string, unknown>>('./*/apart/*.json', { import: 'default' });
const wantedApart = new Set<Apart>();
let extent: Extent = 'all';
/** How often a language was chosen. */
let choices = 0;
let tellStarted = () => {};
/** The router begins to load pages before the texts are there. */
const started = new Promise<void>((resolve) => {
  tellStarted = resolve;
});

/** The language chosen before, else that of the browser if it is Turkish, else English. */
export function preferredLanguage(): Language {
  const chosen = localStorage.getItem(KEY);
  if (chosen === 'en' || chosen === 'tr') return chosen;
  return navigator.language.toLowerCase().startsWith('tr') ? 'tr' : 'en';
}

/** Loads the texts of one language and starts i18next; the other language is loaded when it is chosen. */
export async function startI18n(
  language: Language = preferredLanguage(),
  wanted: Extent = 'all',
): Promise<void> {
  extent = wanted;
  const { texts } = await loaders[extent][language]();
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: texts },
    ns: Object.keys(texts),
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  await addTextsApart(language);
  document.documentElement.lang = language;
  tellStarted();
}

/** From here on every text is there, in whatever language is chosen. */
export async function loadAllTexts(): Promise<void> {
  await started;
  if (extent === 'all') return;
  await addTexts(i18next.language as Language, 'all');
  extent = 'all';
}

/** From here on these texts are there too, in whatever language is chosen. */
export async function loadTextsApart(...namespaces: Apart[]): Promise<void> {
  await started;
  for (const namespace of namespaces) wantedApart.add(namespace);
  await addTextsApart(i18next.language as Language);
}

/**
 * Keeps the choice at once, so that a page that is left or loaded again before the texts have come has it, and shows the
 * language once its texts are there. Of two quick choices the later one is shown, whichever texts come first.
 */
export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(KEY, language);
  const choice = ++choices;
  await addTexts(language, extent);
  if (choice !== choices) return;
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

async function addTexts(language: Language, wanted: Extent): Promise<void> {
  const { texts } = await loaders[wanted][language]();
  for (const [namespace, content] of Object.entries(texts))
    i18next.addResourceBundle(language, namespace, content);
  await addTextsApart(language);
}

async function addTextsApart(language: Language): Promise<void> {
  for (const namespace of wantedApart) {
    const content = await filesApart[`./${language}/apart/${namespace}.json`]?.();
    if (content) i18next.addResourceBundle(language, namespace, content);
  }
}

import { loadTextsApart, startI18n, type Language } from '../src/app/i18n/index.ts';

/** Starts a language with every text, those that come with their pages too. */
export async function startTexts(language: Language): Promise<void> {
  await startI18n(language);
  await loadTextsApart(
    'admin',
    'benchmarks',
    'guides',
    'materials',
    'results',
    'sharing',
    'studies',
    'wizard',
  );
}

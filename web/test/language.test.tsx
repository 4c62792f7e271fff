import i18next from 'i18next';
import { expect, test } from 'vitest';
import { changeLanguage, preferredLanguage, startI18n } from '../src/app/i18n/index.ts';

test('a chosen language is kept before its texts have come', async () => {
  await startI18n('en', 'visit');
  const shown = changeLanguage('tr');
  expect(preferredLanguage()).toBe('tr');
  await shown;
  expect(i18next.language).toBe('tr');
});

test('of two quick choices the later one is shown and kept', async () => {
  await startI18n('en', 'visit');
  await Promise.all([changeLanguage('tr'), changeLanguage('en')]);
  expect(i18next.language).toBe('en');
  expect(document.documentElement.lang).toBe('en');
  expect(preferredLanguage()).toBe('en');
});

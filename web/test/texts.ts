import { byNamespace } from '../src/app/i18n/collect.ts';
import { texts as inEnglish } from '../src/app/i18n/en/index.ts';
import { texts as inTurkish } from '../src/app/i18n/tr/index.ts';

/** Every text of the product by namespace, those that come with their pages too. */
export const english = {
  ...inEnglish,
  ...byNamespace(import.meta.glob('../src/app/i18n/en/apart/*.json', { eager: true, import: 'default' })),
};
export const turkish = {
  ...inTurkish,
  ...byNamespace(import.meta.glob('../src/app/i18n/tr/apart/*.json', { eager: true, import: 'default' })),
};

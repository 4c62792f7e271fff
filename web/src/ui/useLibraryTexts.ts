import type { LibraryMaterial } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { slug } from './slug.ts';

type Phrases = Record<string, { english: string; own: string }>;

/** The solver knows it by this name. */
const VACUUM = 'Vacuum';

/** Names and sources of the library in the reader's language; products keep their names, publications their titles. */
export function useLibraryTexts() {
  const { t } = useTranslation('materials');
  const nameOf = ({ name }: Pick<LibraryMaterial, 'name'>): string =>
    t(`names.${slug(name)}`, { defaultValue: name });
  return {
    nameOf,
    /** Of the entry that it becomes in a project */
    entryName: (material: Pick<LibraryMaterial, 'name'>): string =>
      material.name === VACUUM ? VACUUM : nameOf(material),
    sourceOf: ({ source }: Pick<LibraryMaterial, 'source'>): string =>
      Object.values(t('sources', { returnObjects: true }) as Phrases)
        .reduce((text, { english, own }) => text.replaceAll(english, own), source)
        .replace(/valid (\S+) to (\S+) GHz/, (_, low: string, high: string) =>
          t('validRange', { low, high }),
        ),
  };
}

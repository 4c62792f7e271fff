import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';

/** Names that the mesher gives: "Face 3", "Solid 2 face 3", "Solids 1+2 face 3", "Surface 1"; what a file calls its parts stays. */
const GIVEN = /^(?:(Solids?) (\d+(?:\+\d+)*) f|F)ace (\d+)$/;

/** The name of a part in the reader's language. @param t  of `common` */
export function partName(name: string, t: TFunction): string {
  const [, loose] = /^Surface (\d+)$/.exec(name) ?? [];
  if (loose !== undefined) return t('partNames.surface', { surface: loose, ns: 'common' });
  const [, solid, solids, face] = GIVEN.exec(name) ?? [];
  if (face === undefined) return name;
  if (solid === undefined) return t('partNames.face', { face, ns: 'common' });
  return t(solid === 'Solid' ? 'partNames.faceOfSolid' : 'partNames.faceOfSolids', {
    face,
    solids,
    ns: 'common',
  });
}

export function usePartName(): (name: string) => string {
  const { t } = useTranslation('common');
  return useCallback((name) => partName(name, t), [t]);
}

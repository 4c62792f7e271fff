import type { MeshReport } from '@pace/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';

/** Names that the mesher gives: "Face 3", "Solid 2 face 3", "Solids 1+2 face 3", "Surface 1". */
const GIVEN = /^(?:(Solids?) (\d+(?:\+\d+)*) f|F)ace (\d+)$/;

/** A name that the mesher gave, in the reader's language; any other text as it is. @param t  of `common` */
export function givenName(name: string, t: TFunction): string {
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

/** A file gave it no name, or the solver called it by its number. */
export const isUnnamed = ({ name, number }: { name: string; number: number }): boolean =>
  name === '' || name === `Part ${number}`;

/**
 * What a part is called in the reader's language: names that the mesher gave the faces of a STEP model, and of a part without
 * one, are translated; what a file calls its parts stays as it is.
 * @param t  of `common`
 */
export function partName(
  { name, number }: { name: string; number: number },
  report: Pick<MeshReport, 'mesher'> | null,
  t: TFunction,
): string {
  if (isUnnamed({ name, number })) return t('partNames.part', { part: number, ns: 'common' });
  return report?.mesher === undefined ? name : givenName(name, t);
}

/** Of the parts of one mesh */
export function usePartName(
  report: Pick<MeshReport, 'mesher'> | null | undefined,
): (part: { name: string; number: number }) => string {
  const { t } = useTranslation('common');
  return useCallback((part) => partName(part, report ?? null, t), [report, t]);
}

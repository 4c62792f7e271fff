import { useTranslation } from 'react-i18next';
import { usePartName } from '../../../ui/usePartName.ts';
import type { Wizard } from '../useWizard.ts';

/** "Surface 3", or the number with the name that the file gives it. */
export function useSurfaceName({ model }: Pick<Wizard, 'model'>): (surface: number) => string {
  const { t } = useTranslation('materials');
  const partName = usePartName();
  return (surface) => {
    const name = model.report?.parts.find(({ number }) => number === surface)?.name ?? '';
    const plain = t('surfaces.name', { n: surface });
    return name === '' || name === `Part ${surface}` || name === `Surface ${surface}`
      ? plain
      : `${plain} · ${partName(name)}`;
  };
}

import { useTranslation } from 'react-i18next';
import { usePartName } from '../../../ui/usePartName.ts';
import type { Wizard } from '../useWizard.ts';

/** "Surface 3", or the number with the name that the file gives it. */
export function useSurfaceName({ model }: Pick<Wizard, 'model'>): (surface: number) => string {
  const { t } = useTranslation('materials');
  const partName = usePartName(model.report);
  return (surface) => {
    const part = model.report?.parts.find(({ number }) => number === surface);
    const name = part?.name ?? '';
    const plain = t('surfaces.name', { n: surface });
    return !part || name === '' || name === `Part ${surface}` || name === `Surface ${surface}`
      ? plain
      : `${plain} · ${partName(part)}`;
  };
}

import { useTranslation } from 'react-i18next';
import { angleLabel } from '../labels/quantities.ts';
import type { useSweptAngle } from './useSweptAngle.ts';
import { ValueSelect } from './ValueSelect.tsx';

export function SweptAngleSelectors({
  choice,
  testId,
}: {
  choice: ReturnType<typeof useSweptAngle>;
  testId: string;
}) {
  const { t, i18n } = useTranslation('results');
  const { angles, swept, setSwept, held, value, setHeld } = choice;
  return (
    <>
      {angles.length > 1 && (
        <ValueSelect
          label={t('sweep.angle')}
          value={swept}
          values={angles}
          text={(one) => t(`axis.${one}`)}
          onChange={setSwept}
          testId={`${testId}-swept`}
        />
      )}
      <ValueSelect
        label={t(`axis.${swept === 'phi' ? 'theta' : 'phi'}`)}
        value={value}
        values={held}
        text={(one) => angleLabel(one, i18n.language)}
        onChange={setHeld}
        testId={`${testId}-held`}
      />
    </>
  );
}

import { useTranslation } from 'react-i18next';
import { angleLabel, frequencyLabel } from '../labels/quantities.ts';
import type { PointChoice } from './usePointChoice.ts';
import { ValueSelect } from './ValueSelect.tsx';

/** Frequency and direction of the incident plane wave (PW). */
export function PointSelectors({ choice, testIdPrefix }: { choice: PointChoice; testIdPrefix: string }) {
  const { t, i18n } = useTranslation('results');
  const frequency = (value: number) => {
    const curve = frequencyLabel(value, i18n.language);
    return choice.interpolatedHz.includes(value) ? t('sampling.curve', { curve }) : curve;
  };
  const angle = (value: number) => angleLabel(value, i18n.language);
  return (
    <>
      <ValueSelect
        label={t('frequency')}
        value={choice.point?.frequencyHz}
        values={choice.frequenciesHz}
        testId={`${testIdPrefix}-frequency`}
        text={frequency}
        onChange={(frequencyHz) => choice.choose({ frequencyHz })}
      />
      <ValueSelect
        label={t('pwTheta')}
        value={choice.point?.thetaDeg}
        values={choice.thetasDeg}
        testId={`${testIdPrefix}-theta`}
        text={angle}
        onChange={(thetaDeg) => choice.choose({ thetaDeg })}
      />
      <ValueSelect
        label={t('pwPhi')}
        value={choice.point?.phiDeg}
        values={choice.phisDeg}
        testId={`${testIdPrefix}-phi`}
        text={angle}
        onChange={(phiDeg) => choice.choose({ phiDeg })}
      />
    </>
  );
}

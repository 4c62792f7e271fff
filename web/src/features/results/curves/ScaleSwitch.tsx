import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTranslation } from 'react-i18next';
import { SCALES, type Scale } from '../fields/farField.ts';

export function ScaleSwitch({
  scale,
  onChange,
  testId,
}: {
  scale: Scale;
  onChange: (scale: Scale) => void;
  testId: string;
}) {
  const { t } = useTranslation('results');
  return (
    <ToggleButtonGroup
      size="small"
      exclusive
      value={scale}
      aria-label={t('scale.label')}
      onChange={(_, next: Scale | null) => next && onChange(next)}
    >
      {SCALES.map((one) => (
        <ToggleButton
          key={one}
          value={one}
          data-testid={`${testId}-${one === 'm²' ? 'm2' : one}`}
          sx={{ textTransform: 'none' }}
        >
          {one}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

export function ChartSwitch({
  polar,
  onChange,
  testId,
}: {
  polar: boolean;
  onChange: (polar: boolean) => void;
  testId: string;
}) {
  const { t } = useTranslation('results');
  return (
    <ToggleButtonGroup
      size="small"
      exclusive
      value={polar ? 'polar' : 'cartesian'}
      aria-label={t('chart.label')}
      onChange={(_, next: string | null) => next && onChange(next === 'polar')}
    >
      <ToggleButton value="cartesian" data-testid={`${testId}-cartesian`}>
        {t('chart.cartesian')}
      </ToggleButton>
      <ToggleButton value="polar" data-testid={`${testId}-polar`}>
        {t('chart.polar')}
      </ToggleButton>
    </ToggleButtonGroup>
  );
}

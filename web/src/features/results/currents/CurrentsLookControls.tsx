import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTranslation } from 'react-i18next';
import { shownRange, type ScalarColors } from '../../../viewer/index.ts';
import { CURRENT_DIRECTIONS, CURRENT_PARTS } from '../fields/currentQuantity.ts';
import { RangeLock } from '../parts/RangeLock.tsx';
import { ValueSelect } from '../parts/ValueSelect.tsx';
import { PhaseControl } from './PhaseControl.tsx';
import type { CurrentsLook } from './useCurrentsLook.ts';

interface CurrentsLookControlsProps {
  look: CurrentsLook;
  /** What is drawn now; its range can be locked. */
  colors: ScalarColors | undefined;
}

/** Quantity, scale, range and instant of the currents that are drawn */
export function CurrentsLookControls({ look, colors }: CurrentsLookControlsProps) {
  const { t } = useTranslation('results');
  const { part, direction, changeQuantity, signed, inDecibel, changeScale } = look;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
      <ValueSelect
        label={t('currents.part')}
        value={part}
        values={CURRENT_PARTS}
        onChange={(next) => changeQuantity(next, direction)}
        text={(one) => t(`currents.parts.${one}`)}
        testId="currents-part"
      />
      <ValueSelect
        label={t('currents.direction')}
        value={direction}
        values={CURRENT_DIRECTIONS}
        onChange={(next) => changeQuantity(part, next)}
        testId="currents-direction"
        text={(one) => t(`currents.directions.${one}`)}
      />
      <ToggleButtonGroup
        size="small"
        exclusive
        value={inDecibel ? 'db' : 'linear'}
        onChange={(_, next: string | null) => next && changeScale(next === 'db')}
        aria-label={t('currents.scale')}
      >
        <ToggleButton value="linear">{t('currents.linear')}</ToggleButton>
        <ToggleButton value="db" data-testid="currents-db" disabled={signed}>
          dB
        </ToggleButton>
      </ToggleButtonGroup>
      {colors && (
        <RangeLock
          state={look.lock}
          onChange={look.setLock}
          shown={shownRange(colors)}
          unit={inDecibel ? `dB ${colors.unit}` : colors.unit}
        />
      )}
      {part === 'phase' && (
        <PhaseControl
          phase={look.phase}
          onPhase={look.setPhase}
          running={look.running}
          onRunning={look.setRunning}
        />
      )}
    </Box>
  );
}

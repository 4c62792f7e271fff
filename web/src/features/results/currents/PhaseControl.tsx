import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Slider from '@mui/material/Slider';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { angleLabel } from '../labels/quantities.ts';

interface PhaseControlProps {
  /** ωt [°] */
  phase: number;
  onPhase: (phase: number) => void;
  running: boolean;
  onRunning: (running: boolean) => void;
}

/** The instant at which a field is drawn, set by hand or running. */
export function PhaseControl({ phase, onPhase, running, onRunning }: PhaseControlProps) {
  const { t, i18n } = useTranslation('results');
  return (
    <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', minWidth: 260, flex: '0 1 360px' }}>
      <Button
        variant="outlined"
        size="small"
        onClick={() => onRunning(!running)}
        data-testid="currents-animate"
      >
        {t(running ? 'currents.stop' : 'currents.animate')}
      </Button>
      <Slider
        size="small"
        value={phase}
        min={0}
        max={360}
        step={7.5}
        aria-label={t('currents.phase')}
        valueLabelDisplay="auto"
        onChange={(_, value) => {
          onRunning(false);
          onPhase(value);
        }}
      />
      <Typography
        variant="body2"
        sx={{ minWidth: 84, fontVariantNumeric: 'tabular-nums' }}
        data-testid="currents-phase"
      >{`ωt = ${angleLabel(phase, i18n.language)}`}</Typography>
    </Box>
  );
}

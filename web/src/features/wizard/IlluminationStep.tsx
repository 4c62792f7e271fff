import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { isBothPolarizations, LIMITS, POLARIZATIONS } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icons.tsx';
import { ModeSwitch } from '../../ui/ModeSwitch.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { angleComplaints, hasComplaints, sweepPoints } from './complaints.ts';
import { ImageSetup } from './ImageSetup.tsx';
import { useComplaintText } from './useComplaintText.ts';
import type { Wizard } from './useWizard.ts';

type AngleField =
  'theta' | 'phi' | 'thetaStart' | 'thetaEnd' | 'thetaStep' | 'phiStart' | 'phiEnd' | 'phiStep';
const SWEEP: AngleField[][] = [
  ['thetaStart', 'thetaEnd', 'thetaStep'],
  ['phiStart', 'phiEnd', 'phiStep'],
];

/** The recommended one first. */
const CHOICES = Object.entries(POLARIZATIONS).sort(
  ([, a], [, b]) => Number(isBothPolarizations(b)) - Number(isBothPolarizations(a)),
);

interface Props {
  wizard: Wizard;
  drawn: boolean;
  onDraw: () => void;
}

export function IlluminationStep({ wizard, drawn, onDraw }: Props) {
  const { draft, change } = wizard;
  const { t } = useTranslation('wizard');
  const complaints = angleComplaints(draft);
  const text = useComplaintText();
  const field = (name: AngleField) => (
    <NumberField
      key={name}
      label={t(`labels.${name}`)}
      unit="°"
      min={0}
      max={name.startsWith('theta') ? LIMITS.thetaMaxDeg : LIMITS.phiMaxDeg}
      value={draft[name]}
      onChange={(value) => change({ [name]: value })}
      complaint={text(complaints[name])}
      testId={`angle-${name}`}
    />
  );
  return (
    <>
      <ModeSwitch
        label={t('angleMode')}
        value={draft.anglesweep}
        onChange={(anglesweep) => change({ anglesweep })}
        options={[
          { value: 0, label: t('singleAngle'), testId: 'angle-single' },
          { value: 1, label: t('angleSweep'), testId: 'angle-sweep' },
        ]}
      />
      {draft.anglesweep === 0 ? (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr', alignItems: 'start' }}>
          {field('theta')}
          {field('phi')}
        </Box>
      ) : (
        SWEEP.map((names) => (
          <Box
            key={names[0]}
            sx={{
              display: 'grid',
              gap: 2,
              gridTemplateColumns: '1fr 1fr',
              alignItems: 'start',
              '& > :last-child': { gridColumn: '1 / -1' },
            }}
          >
            {names.map(field)}
          </Box>
        ))
      )}
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('angleConvention')}
        {draft.anglesweep === 1 &&
          !hasComplaints(complaints) &&
          ` ${t('illuminations', { count: sweepPoints({ ...draft, freqsweep: 0 }).total })}`}
      </Typography>
      <TextField
        select
        label={t('polarization')}
        helperText={t(
          isBothPolarizations(draft.polarization) ? 'polarizationBoth' : 'polarizationRecommended',
        )}
        value={draft.polarization}
        onChange={(event) => change({ polarization: Number(event.target.value) })}
        slotProps={{ select: { SelectDisplayProps: { 'data-testid': 'polarization' } as object } }}
      >
        {CHOICES.map(([name, code]) => (
          <MenuItem key={code} value={code}>
            {t(`polarizations.${name}`)}
          </MenuItem>
        ))}
      </TextField>
      <Button
        variant="outlined"
        onClick={onDraw}
        disabled={hasComplaints(complaints)}
        startIcon={<Icon name={drawn ? 'check' : 'forward'} />}
        aria-pressed={drawn}
        data-testid="angle-draw"
      >
        {t(drawn ? 'drawn' : draft.anglesweep === 0 ? 'drawAngle' : 'drawAngles')}
      </Button>
      <ImageSetup wizard={wizard} />
    </>
  );
}

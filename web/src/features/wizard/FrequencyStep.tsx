import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { HZ_PER_GHZ, LIMITS } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { ModeSwitch } from '../../ui/ModeSwitch.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { frequencyComplaints, sweepComplaints } from './complaints.ts';
import { useComplaintText } from './useComplaintText.ts';
import { useNumbers } from './useNumbers.ts';
import { shortestWavelengthM, type Wizard } from './useWizard.ts';

const STEP_GHZ = 1e-5;
type FrequencyField = 'frequency' | 'frequencyStart' | 'frequencyStep' | 'frequencyEnd';

export function FrequencyStep({ wizard: { draft, change } }: { wizard: Wizard }) {
  const { t } = useTranslation('wizard');
  const complaints = frequencyComplaints(draft);
  const tooLarge = sweepComplaints(draft).sweep;
  const text = useComplaintText();
  const { length } = useNumbers();
  const wavelength = shortestWavelengthM(draft);
  const field = (name: FrequencyField) => (
    <NumberField
      key={name}
      label={t(`labels.${name}`)}
      unit="GHz"
      min={0}
      max={LIMITS.frequencyMaxHz / HZ_PER_GHZ}
      step={STEP_GHZ}
      value={draft[name]}
      onChange={(value) => change({ [name]: value })}
      complaint={text(complaints[name])}
      testId={`frequency-${name}`}
    />
  );
  return (
    <>
      <ModeSwitch
        label={t('frequencyMode')}
        value={draft.freqsweep}
        onChange={(freqsweep) => change({ freqsweep })}
        options={[
          { value: 0, label: t('singleFrequency'), testId: 'frequency-single' },
          { value: 1, label: t('frequencySweep'), testId: 'frequency-sweep' },
        ]}
      />
      {draft.freqsweep === 0
        ? field('frequency')
        : (['frequencyStart', 'frequencyStep', 'frequencyEnd'] as const).map(field)}
      {wavelength !== undefined && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t(draft.freqsweep === 0 ? 'wavelength' : 'shortestWavelength', { value: length(wavelength) })}
        </Typography>
      )}
      {tooLarge && <Alert severity="error">{text(tooLarge)}</Alert>}
    </>
  );
}

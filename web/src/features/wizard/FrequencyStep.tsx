import Alert from '@mui/material/Alert';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { HZ_PER_GHZ, LIMITS, SOLVER_TYPES } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { ModeSwitch } from '../../ui/ModeSwitch.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { frequencyComplaints, sweepComplaints } from './complaints.ts';
import { listedGhz } from './draft.ts';
import { useComplaintText } from './useComplaintText.ts';
import { useNumbers } from './useNumbers.ts';
import { shortestWavelengthM, type Wizard } from './useWizard.ts';

const STEP_GHZ = 1e-5;
const LIST_ROWS = 3;
type FrequencyField = 'frequency' | 'frequencyStart' | 'frequencyStep' | 'frequencyEnd';
const SWEEP_FIELDS = ['frequencyStart', 'frequencyStep', 'frequencyEnd'] as const;

export function FrequencyStep({ wizard }: { wizard: Wizard }) {
  const { draft, change } = wizard;
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
          { value: 2, label: t('frequencyList'), testId: 'frequency-list' },
        ]}
      />
      {draft.freqsweep === 0 && field('frequency')}
      {draft.freqsweep === 1 && SWEEP_FIELDS.map(field)}
      {draft.freqsweep === 2 && <ListField wizard={wizard} />}
      {wavelength !== undefined && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t(draft.freqsweep === 0 ? 'wavelength' : 'shortestWavelength', { value: length(wavelength) })}
        </Typography>
      )}
      {draft.freqsweep !== 0 && <Sampling wizard={wizard} />}
      {tooLarge && <Alert severity="error">{text(tooLarge)}</Alert>}
    </>
  );
}

function ListField({ wizard: { draft, change } }: { wizard: Wizard }) {
  const { t } = useTranslation('wizard');
  const complaint = useComplaintText()(frequencyComplaints(draft).frequencyList);
  return (
    <TextField
      label={t('labels.frequencyList')}
      value={draft.frequencyList}
      onChange={(event) => change({ frequencyList: event.target.value })}
      multiline
      minRows={LIST_ROWS}
      error={complaint !== undefined}
      helperText={
        complaint ?? t('frequencyListHint', { count: new Set(listedGhz(draft.frequencyList)).size })
      }
      slotProps={{
        htmlInput: { 'data-testid': 'frequency-frequencyList' },
        formHelperText: { role: complaint === undefined ? undefined : 'alert' },
      }}
    />
  );
}

/** Whether every frequency is solved, or as many as it takes to know the others. */
function Sampling({ wizard: { draft, change } }: { wizard: Wizard }) {
  const { t } = useTranslation('wizard');
  const text = useComplaintText();
  return (
    <>
      <ModeSwitch
        label={t('sampling')}
        value={draft.adaptive ? 'adaptive' : 'every'}
        onChange={(sampling) => change({ adaptive: sampling === 'adaptive' })}
        options={[
          { value: 'every', label: t('everyPoint'), testId: 'sampling-every' },
          { value: 'adaptive', label: t('adaptive'), testId: 'sampling-adaptive' },
        ]}
      />
      {draft.adaptive && (
        <>
          <NumberField
            label={t('labels.adaptiveTolerance')}
            unit="dB"
            min={LIMITS.adaptiveToleranceMinDb}
            max={LIMITS.adaptiveToleranceMaxDb}
            value={draft.adaptiveTolerance}
            onChange={(adaptiveTolerance) => change({ adaptiveTolerance })}
            complaint={text(frequencyComplaints(draft).adaptiveTolerance)}
            testId="frequency-tolerance"
          />
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {t(draft.solvertype === SOLVER_TYPES.physicalOptics ? 'opticsHint' : 'adaptiveHint')}
          </Typography>
        </>
      )}
    </>
  );
}

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import type { MeshReport } from '@pace/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { fileUnits, KNOWN_UNITS, unitOf, type KnownUnit } from './modelFacts.ts';
import { useComplaintText } from './useComplaintText.ts';
import { useNumbers } from './useNumbers.ts';
import { shortestWavelengthM, type Wizard } from './useWizard.ts';

type Choice = KnownUnit | 'custom';

/**
 * What a unit of the file is. Files are often wrong about it, so the length of the model is shown for every unit and
 * the user confirms one.
 */
export function UnitsPanel({ wizard, report }: { wizard: Wizard; report: MeshReport }) {
  const { t } = useTranslation('wizard');
  const complaintText = useComplaintText();
  const { length, three } = useNumbers();
  const { draft, change, save } = wizard;
  const said = fileUnits(report);
  const confirmed = draft.scalefactor;
  const [choice, setChoice] = useState<Choice | null>(() => choiceOf(confirmed ?? said.metresPerUnit));
  const [custom, setCustom] = useState(() => String(confirmed ?? said.metresPerUnit ?? ''));
  const [editing, setEditing] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const metres = choice === null ? undefined : choice === 'custom' ? Number(custom) : KNOWN_UNITS[choice];
  const valid = metres !== undefined && metres > 0 && metres <= 1e6;
  const extent = said.size && Math.max(...said.size);
  const wavelength = shortestWavelengthM(draft);

  const sizeText = (metresPerUnit: number): string => {
    if (extent === undefined || !(metresPerUnit > 0)) return '';
    const size = extent * metresPerUnit;
    return wavelength === undefined ? length(size) : `${length(size)} · ${three(size / wavelength)} λ`;
  };
  const confirm = async () => {
    if (!valid) return;
    change({ scalefactor: metres });
    setEditing(false);
    setError(null);
    await save({ scalefactor: metres }).catch(setError);
  };

  if (confirmed !== undefined && !editing)
    return (
      <div role="status">
        {error !== null && <ErrorAlert error={error} sx={{ mb: 1 }} />}
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: 'auto minmax(0, 1fr) auto',
            alignItems: 'center',
            gap: 1,
          }}
          data-testid="units-confirmed"
        >
          <Icon name="check" fontSize="small" sx={{ color: 'success.main' }} />
          <Typography variant="body2">
            {t('units.confirmed', { unit: unitText(t, confirmed), size: sizeText(confirmed) })}
          </Typography>
          <Button size="small" onClick={() => setEditing(true)} data-testid="units-change">
            {t('units.change')}
          </Button>
        </Box>
      </div>
    );
  return (
    <Box sx={{ display: 'grid', gap: 1 }} data-testid="units-panel">
      <Alert severity="warning" icon={false}>
        <strong>{t('units.title')}</strong>{' '}
        {said.metresPerUnit === null
          ? t('units.silent')
          : t('units.says', { unit: unitText(t, said.metresPerUnit) })}{' '}
        {t('units.check')}
      </Alert>
      <RadioGroup
        aria-label={t('units.title')}
        value={choice ?? ''}
        onChange={(_, next) => setChoice(next as Choice)}
      >
        {(Object.keys(KNOWN_UNITS) as KnownUnit[]).map((unit) => (
          <FormControlLabel
            key={unit}
            value={unit}
            control={<Radio size="small" data-testid={`unit-${unit}`} />}
            slotProps={{
              typography: {
                component: 'div',
                sx: { display: 'flex', gap: 1.5, justifyContent: 'space-between', width: '100%' },
              },
            }}
            sx={{ mr: 0, '& .MuiFormControlLabel-label': { flex: 1 } }}
            label={
              <>
                <span>{t(`units.names.${unit}`)}</span>
                <Typography
                  component="span"
                  variant="body2"
                  sx={{
                    color: choice === unit ? 'primary.main' : 'text.secondary',
                    textAlign: 'right',
                    whiteSpace: 'nowrap',
                  }}
                >
                  {sizeText(KNOWN_UNITS[unit])}
                </Typography>
              </>
            }
          />
        ))}
        <FormControlLabel
          value="custom"
          control={<Radio size="small" data-testid="unit-custom" />}
          label={t('units.custom')}
        />
      </RadioGroup>
      {choice === 'custom' && (
        <NumberField
          label={t('units.metresPerUnit')}
          value={custom}
          onChange={setCustom}
          hint={valid ? sizeText(metres) : undefined}
          complaint={valid ? undefined : complaintText({ key: 'scale' })}
          testId="unit-metres"
        />
      )}
      <Button
        variant="contained"
        disabled={!valid}
        onClick={() => void confirm()}
        sx={{ justifySelf: 'start' }}
        data-testid="unit-confirm"
      >
        {t('units.confirm')}
      </Button>
    </Box>
  );
}

function choiceOf(metres: number | null): Choice | null {
  if (metres === null) return null;
  return unitOf(metres) ?? 'custom';
}

function unitText(t: (key: string, values?: Record<string, unknown>) => string, metres: number): string {
  const unit = unitOf(metres);
  return unit ? t(`units.names.${unit}`) : t('units.metres', { value: metres });
}

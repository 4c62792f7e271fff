import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../ui/NumberField.tsx';
import { KNOWN_UNITS, unitOf, type KnownUnit } from './modelFacts.ts';
import { useComplaintText } from './useComplaintText.ts';

type Choice = KnownUnit | 'custom';

interface Props {
  metresPerUnit: number | undefined;
  /** Undefined as long as nothing valid is chosen */
  onChange: (metresPerUnit: number | undefined) => void;
}

/** What a unit is of a CAD file that does not say it. */
export function CadUnitField({ metresPerUnit, onChange }: Props) {
  const { t } = useTranslation('wizard');
  const complaintText = useComplaintText();
  const [choice, setChoice] = useState<Choice | ''>(() =>
    metresPerUnit === undefined ? '' : (unitOf(metresPerUnit) ?? 'custom'),
  );
  const [custom, setCustom] = useState(() => String(metresPerUnit ?? ''));
  const valid = (text: string) => Number(text) > 0 && Number(text) <= 1e6;
  const type = (text: string) => {
    setCustom(text);
    onChange(valid(text) ? Number(text) : undefined);
  };
  const choose = (next: Choice) => {
    setChoice(next);
    if (next === 'custom') type(custom);
    else onChange(KNOWN_UNITS[next]);
  };
  return (
    <>
      <TextField
        select
        required
        label={t('mesher.unit')}
        helperText={t('mesher.unitHint')}
        value={choice}
        onChange={(event) => choose(event.target.value as Choice)}
        slotProps={{ select: { SelectDisplayProps: { 'data-testid': 'mesh-unit' } as object } }}
      >
        {(Object.keys(KNOWN_UNITS) as KnownUnit[]).map((unit) => (
          <MenuItem key={unit} value={unit}>
            {t(`units.names.${unit}`)}
          </MenuItem>
        ))}
        <MenuItem value="custom">{t('units.custom')}</MenuItem>
      </TextField>
      {choice === 'custom' && (
        <NumberField
          label={t('units.metresPerUnit')}
          value={custom}
          onChange={type}
          complaint={valid(custom) ? undefined : complaintText({ key: 'scale' })}
          testId="mesh-unit-metres"
        />
      )}
    </>
  );
}

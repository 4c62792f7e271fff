import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { HZ_PER_GHZ, LIMITS } from '@pace/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../ui/NumberField.tsx';
import { ghzText, hzOf } from '../draft.ts';
import type { Wizard } from '../useWizard.ts';
import { addMaterials, type NewMaterial } from './materialSettings.ts';

type Field = 'frequency' | 'epsReal' | 'epsImag' | 'muReal' | 'muImag';
const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));

/** A material of one's own at one frequency; several frequencies are several entries of the same name. */
export function CustomMaterialForm({ wizard: { draft, changeMaterials, frequencies } }: { wizard: Wizard }) {
  const { t } = useTranslation('materials');
  const [name, setName] = useState('');
  const [values, setValues] = useState<Record<Field, string>>({
    frequency: ghzText(frequencies[0] ?? HZ_PER_GHZ),
    epsReal: '1',
    epsImag: '0',
    muReal: '1',
    muImag: '0',
  });
  const settings = draft.materials;
  const trimmed = name.trim();
  const nameComplaint = trimmed.length > LIMITS.materialNameLength ? t('custom.nameLong') : undefined;
  const numbersValid = Object.values(values).every(isNumber) && Number(values.frequency) >= 0;
  const valid = trimmed !== '' && nameComplaint === undefined && numbersValid;
  const material = (): NewMaterial => ({
    name: trimmed,
    frequency: hzOf(values.frequency),
    permitivity: { real: Number(values.epsReal), imaginary: Number(values.epsImag) },
    permeability: { real: Number(values.muReal), imaginary: Number(values.muImag) },
  });
  const duplicate =
    valid &&
    settings.inputMaterials.some((one) => one.name === trimmed && one.frequency === hzOf(values.frequency));
  const turned = Number(values.epsImag) > 0 || Number(values.muImag) > 0;
  const complaintOf = (key: Field) => {
    if (!isNumber(values[key])) return t('custom.number');
    return key === 'frequency' && Number(values.frequency) < 0 ? t('custom.frequencyNegative') : undefined;
  };
  const field = (key: Field, unit?: string) => (
    <NumberField
      label={t(`custom.${key}`)}
      value={values[key]}
      onChange={(text) => setValues({ ...values, [key]: text })}
      complaint={complaintOf(key)}
      testId={`material-${key}`}
      {...(unit === undefined ? {} : { unit })}
    />
  );
  return (
    <Box
      component="form"
      noValidate
      aria-label={t('custom.open')}
      onSubmit={(event) => {
        event.preventDefault();
        if (valid) changeMaterials(addMaterials(settings, [material()]));
      }}
      sx={{ display: 'grid', gap: 1.5, p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      <TextField
        label={t('name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={nameComplaint !== undefined}
        helperText={nameComplaint ?? (trimmed === '' ? t('custom.nameRequired') : undefined)}
        slotProps={{ htmlInput: { 'data-testid': 'material-name' } }}
      />
      {field('frequency', 'GHz')}
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1.5 }}>
        {field('epsReal')}
        {field('epsImag')}
        {field('muReal')}
        {field('muImag')}
      </Box>
      {turned && (
        <Alert severity="info" data-testid="material-sign">
          {t('custom.sign')}
        </Alert>
      )}
      {duplicate && <Alert severity="info">{t('custom.duplicate')}</Alert>}
      <Button
        type="submit"
        variant="contained"
        disabled={!valid || duplicate}
        data-testid="material-add"
        sx={{ justifySelf: 'start' }}
      >
        {t('add')}
      </Button>
    </Box>
  );
}

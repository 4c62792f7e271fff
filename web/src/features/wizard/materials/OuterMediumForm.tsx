import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { OUTER_MEDIA } from '@pace/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Wizard } from '../useWizard.ts';
import { addOuterMedia, materialNames } from './materialSettings.ts';
import { useSurfaceName } from './useSurfaceName.ts';

interface OuterMediumFormProps {
  wizard: Wizard;
  /** Surfaces whose two sides are set already */
  taken: readonly number[];
}

/** Sets the two sides of the selected surfaces. */
export function OuterMediumForm({ wizard, taken }: OuterMediumFormProps) {
  const { t } = useTranslation('materials');
  const { draft, changeMaterials, selection, select } = wizard;
  const settings = draft.materials;
  const names = materialNames(settings);
  const [medium, setMedium] = useState<number>(OUTER_MEDIA.vacuum);
  const [material, setMaterial] = useState('');
  const [isInterface, setInterface] = useState(false);
  const chosen = names.includes(material) ? material : (names[0] ?? '');
  const clash = selection.filter((surface) => taken.includes(surface));
  const insideItself = !isInterface && selection.includes(medium);
  const mayAdd =
    selection.length > 0 && clash.length === 0 && !insideItself && (isInterface || chosen !== '');
  const add = () => {
    changeMaterials(addOuterMedia(settings, selection, isInterface ? OUTER_MEDIA.interface : medium, chosen));
    select([]);
  };
  return (
    <>
      <FormControlLabel
        control={
          <Checkbox
            checked={isInterface}
            onChange={(_, next) => setInterface(next)}
            slotProps={{ input: { 'data-testid': 'outer-interface' } as object }}
          />
        }
        label={t('outer.interface')}
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 1.5 }}>
        <MediumSelect wizard={wizard} value={medium} disabled={isInterface} onChange={setMedium} />
        <MaterialSelect names={names} value={chosen} disabled={isInterface} onChange={setMaterial} />
      </Box>
      {names.length === 0 && !isInterface && <Alert severity="info">{t('outer.noMaterial')}</Alert>}
      {clash.length > 0 && (
        <Alert severity="warning" data-testid="outer-taken">
          {t('outer.taken', { surfaces: clash.join(', ') })}
        </Alert>
      )}
      {insideItself && <Alert severity="warning">{t('outer.insideItself')}</Alert>}
      <Box sx={{ display: 'flex', gap: 1.5 }}>
        <Button variant="contained" disabled={!mayAdd} onClick={add} data-testid="outer-add">
          {t('add')}
        </Button>
        <Button
          variant="outlined"
          color="inherit"
          disabled={settings.outerMedias.length === 0}
          onClick={() => changeMaterials({ ...settings, outerMedias: [] })}
          data-testid="outer-reset"
        >
          {t('outer.reset')}
        </Button>
      </Box>
    </>
  );
}

interface MediumSelectProps {
  wizard: Wizard;
  value: number;
  disabled: boolean;
  onChange: (medium: number) => void;
}

/** The medium outside: vacuum, or what is inside another surface. */
function MediumSelect({ wizard, value, disabled, onChange }: MediumSelectProps) {
  const { t } = useTranslation('materials');
  const surfaceName = useSurfaceName(wizard);
  return (
    <TextField
      select
      label={t('outer.medium')}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(Number(event.target.value))}
      slotProps={{ select: { SelectDisplayProps: { 'data-testid': 'outer-medium' } as object } }}
    >
      <MenuItem value={OUTER_MEDIA.vacuum}>{t('outer.vacuum')}</MenuItem>
      {wizard.surfaces.map((surface) => (
        <MenuItem key={surface} value={surface}>
          {t('outer.inside', { surface: surfaceName(surface) })}
        </MenuItem>
      ))}
    </TextField>
  );
}

interface MaterialSelectProps {
  names: readonly string[];
  value: string;
  disabled: boolean;
  onChange: (material: string) => void;
}

/** The material within */
function MaterialSelect({ names, value, disabled, onChange }: MaterialSelectProps) {
  const { t } = useTranslation('materials');
  return (
    <TextField
      select
      label={t('outer.material')}
      value={value}
      disabled={disabled || names.length === 0}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ select: { SelectDisplayProps: { 'data-testid': 'outer-material' } as object } }}
    >
      {names.map((name) => (
        <MenuItem key={name} value={name}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

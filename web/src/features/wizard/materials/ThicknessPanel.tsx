import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { isPec, layersOf, surfacesWithoutLayers, type Thickness } from '@pace/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icons.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { visuallyHidden } from '../../../ui/visuallyHidden.ts';
import type { Wizard } from '../useWizard.ts';
import {
  addLayer,
  layersWithoutMaterial,
  materialNames,
  millimetres,
  moveOutward,
  removeLayer,
  setLayerThickness,
  thicknessMm,
} from './materialSettings.ts';
import { SurfacePicker } from './SurfacePicker.tsx';
import { useSurfaceName } from './useSurfaceName.ts';

/** Layers on surfaces: which material, how thick, in which order. */
export function ThicknessPanel({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('materials');
  const { draft, changeMaterials, selection, surfaces } = wizard;
  const settings = draft.materials;
  const names = materialNames(settings).filter((name) => !isPec(name));
  const [material, setMaterial] = useState('');
  const [thickness, setThickness] = useState('1');
  const chosen = names.includes(material) ? material : (names[0] ?? '');
  const mm = thicknessMm(thickness);
  const bare = surfacesWithoutLayers(settings, surfaces);
  const lost = layersWithoutMaterial(settings);
  return (
    <Box component="section" aria-labelledby="layers-title" sx={{ display: 'grid', gap: 1.5 }}>
      <Typography id="layers-title" variant="h4" component="h3">
        {t('layers.title')}
      </Typography>
      <SurfacePicker wizard={wizard} />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)',
          gap: 1.5,
          alignItems: 'start',
        }}
      >
        <TextField
          select
          label={t('layers.material')}
          value={chosen}
          disabled={names.length === 0}
          onChange={(event) => setMaterial(event.target.value)}
          slotProps={{ select: { SelectDisplayProps: { 'data-testid': 'layer-material' } as object } }}
        >
          {names.map((name) => (
            <MenuItem key={name} value={name}>
              {name}
            </MenuItem>
          ))}
        </TextField>
        <NumberField
          label={t('layers.thickness')}
          unit="mm"
          min={0}
          value={thickness}
          onChange={setThickness}
          complaint={mm === undefined ? t('layers.thicknessComplaint') : undefined}
          hint={mm === 1 && Number(thickness) <= 0 ? t('layers.becomesOne') : undefined}
          testId="layer-thickness"
        />
      </Box>
      <Button
        variant="outlined"
        startIcon={<Icon name="add" />}
        disabled={selection.length === 0 || chosen === '' || mm === undefined}
        onClick={() => {
          changeMaterials(addLayer(settings, selection, chosen, mm!));
          setThickness(String(mm));
        }}
        sx={{ justifySelf: 'start' }}
        data-testid="layer-add"
      >
        {t('layers.add')}
      </Button>
      {settings.thicknesses.length === 0 && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('layers.orImpedance')}
        </Typography>
      )}
      {settings.thicknesses.length > 0 && <LayerTable wizard={wizard} />}
      <FormControlLabel
        control={
          <Switch
            checked={settings.pecBack}
            onChange={(_, pecBack) => changeMaterials({ ...settings, pecBack })}
            slotProps={{ input: { 'data-testid': 'pec-back' } as object }}
          />
        }
        label={t('layers.pecBack')}
      />
      <Typography variant="caption" sx={{ color: 'text.secondary', mt: -1.5 }}>
        {t(settings.pecBack ? 'layers.pecBackOn' : 'layers.pecBackOff')}
      </Typography>
      {lost.length > 0 && (
        <Alert severity="error">
          {t('layers.lost', { names: [...new Set(lost.map((one) => one.materialName))].join(', ') })}
        </Alert>
      )}
      {bare.length > 0 && settings.thicknesses.length > 0 && (
        <Alert severity="info" data-testid="layers-default-pec">
          {t('layers.defaultPec', { surfaces: bare.join(', ') })}
        </Alert>
      )}
    </Box>
  );
}

function LayerTable({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('materials');
  const surfaceName = useSurfaceName(wizard);
  const { draft, surfaces } = wizard;
  const coated = surfaces.filter((surface) => layersOf(draft.materials.thicknesses, surface).length > 0);
  return (
    <>
      <TableContainer
        sx={{ maxHeight: 320, border: 1, borderColor: 'divider', borderRadius: 1 }}
        tabIndex={0}
      >
        <Table
          size="small"
          stickyHeader
          aria-label={t('layers.table')}
          data-testid="layer-table"
          sx={{ '& td, & th': { px: { xs: 0.5, sm: 1 } } }}
        >
          <TableHead>
            <TableRow>
              <TableCell>{t('layers.surface')}</TableCell>
              <TableCell>{t('layers.material')}</TableCell>
              <TableCell align="right">mm</TableCell>
              <TableCell>
                <span style={visuallyHidden}>{t('actions')}</span>
              </TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {coated.flatMap((surface) =>
              layersOf(draft.materials.thicknesses, surface).map((layer, i) => (
                <LayerRow
                  key={layer.id}
                  wizard={wizard}
                  layer={layer}
                  surface={i === 0 ? surfaceName(surface) : ''}
                  label={t('layers.layer', { n: i + 1, surface: surfaceName(surface) })}
                  first={i === 0}
                />
              )),
            )}
          </TableBody>
        </Table>
      </TableContainer>
      <Typography variant="caption" sx={{ color: 'text.secondary', mt: -1 }}>
        {t('layers.order')}
      </Typography>
    </>
  );
}

interface RowProps {
  wizard: Wizard;
  layer: Thickness;
  surface: string;
  label: string;
  first: boolean;
}

function LayerRow({ wizard: { draft, changeMaterials }, layer, surface, label, first }: RowProps) {
  const { t } = useTranslation('materials');
  const settings = draft.materials;
  const [text, setText] = useState(() => String(millimetres(layer.thickness)));
  const value = thicknessMm(text);
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        {surface}
      </TableCell>
      <TableCell sx={{ overflowWrap: 'break-word' }}>{layer.materialName}</TableCell>
      <TableCell align="right" sx={{ width: { xs: 84, sm: 108 } }}>
        <TextField
          type="number"
          value={text}
          error={value === undefined}
          onChange={(event) => {
            setText(event.target.value);
            const mm = thicknessMm(event.target.value);
            if (mm !== undefined) changeMaterials(setLayerThickness(settings, layer.id, mm));
          }}
          onBlur={() => setText(String(millimetres(layer.thickness)))}
          slotProps={{
            htmlInput: {
              'aria-label': `${label}: ${t('layers.thickness')}`,
              min: 0,
              step: 'any',
              style: { padding: '6px 8px', textAlign: 'right' },
            },
          }}
        />
      </TableCell>
      <TableCell align="right" sx={{ whiteSpace: 'nowrap', width: { xs: 72, sm: 84 } }}>
        <IconButton
          size="small"
          disabled={first}
          onClick={() => changeMaterials(moveOutward(settings, layer.id))}
          aria-label={t('layers.outward', { layer: label })}
        >
          <Icon name="up" fontSize="small" />
        </IconButton>
        <IconButton
          size="small"
          onClick={() => changeMaterials(removeLayer(settings, layer.id))}
          aria-label={t('remove', { name: label })}
        >
          <Icon name="delete" fontSize="small" />
        </IconButton>
      </TableCell>
    </TableRow>
  );
}

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { OUTER_MEDIA } from '@pace/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icons.tsx';
import { visuallyHidden } from '../../../ui/visuallyHidden.ts';
import type { Wizard } from '../useWizard.ts';
import {
  addOuterMedia,
  materialNames,
  removeOuterMedium,
  surfacesWithoutOuterMedium,
} from './materialSettings.ts';
import { RegionTree } from './RegionTree.tsx';
import { SolidsPanel } from './SolidsPanel.tsx';
import { SurfacePicker } from './SurfacePicker.tsx';
import { useSurfaceName } from './useSurfaceName.ts';

/** What lies on the two sides of every surface: the medium outside it, and the material within. */
export function OuterMediumPanel({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('materials');
  const surfaceName = useSurfaceName(wizard);
  const { draft, changeMaterials, selection, select, surfaces } = wizard;
  const settings = draft.materials;
  const names = materialNames(settings);
  const [medium, setMedium] = useState<number>(OUTER_MEDIA.vacuum);
  const [material, setMaterial] = useState('');
  const [isInterface, setInterface] = useState(false);
  const chosen = names.includes(material) ? material : (names[0] ?? '');
  const taken = settings.outerMedias.map(({ surfaceApplied }) => surfaceApplied);
  const free = surfacesWithoutOuterMedium(settings, surfaces);
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
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('outer.explain')}
      </Typography>
      <SolidsPanel wizard={wizard} />
      <SurfacePicker wizard={wizard} taken={taken} />
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
        <TextField
          select
          label={t('outer.medium')}
          value={medium}
          disabled={isInterface}
          onChange={(event) => setMedium(Number(event.target.value))}
          slotProps={{ select: { SelectDisplayProps: { 'data-testid': 'outer-medium' } as object } }}
        >
          <MenuItem value={OUTER_MEDIA.vacuum}>{t('outer.vacuum')}</MenuItem>
          {surfaces.map((surface) => (
            <MenuItem key={surface} value={surface}>
              {t('outer.inside', { surface: surfaceName(surface) })}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          label={t('outer.material')}
          value={chosen}
          disabled={isInterface || names.length === 0}
          onChange={(event) => setMaterial(event.target.value)}
          slotProps={{ select: { SelectDisplayProps: { 'data-testid': 'outer-material' } as object } }}
        >
          {names.map((name) => (
            <MenuItem key={name} value={name}>
              {name}
            </MenuItem>
          ))}
        </TextField>
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
      {settings.outerMedias.length > 0 && (
        <TableContainer
          sx={{ maxHeight: 320, border: 1, borderColor: 'divider', borderRadius: 1 }}
          tabIndex={0}
        >
          <Table
            size="small"
            stickyHeader
            aria-label={t('outer.table')}
            data-testid="outer-table"
            sx={{ '& td, & th': { px: 1 } }}
          >
            <TableHead>
              <TableRow>
                <TableCell>{t('layers.surface')}</TableCell>
                <TableCell>{t('outer.medium')}</TableCell>
                <TableCell>{t('outer.material')}</TableCell>
                <TableCell>
                  <span style={visuallyHidden}>{t('actions')}</span>
                </TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {settings.outerMedias.map(({ surfaceApplied, outerMedia, outerMaterial }) => (
                <TableRow key={surfaceApplied}>
                  <TableCell component="th" scope="row">
                    {surfaceName(surfaceApplied)}
                  </TableCell>
                  <TableCell>
                    {outerMedia === OUTER_MEDIA.vacuum
                      ? t('outer.vacuum')
                      : outerMedia === OUTER_MEDIA.interface
                        ? t('outer.interfaceShort')
                        : t('outer.inside', { surface: surfaceName(outerMedia) })}
                  </TableCell>
                  <TableCell sx={{ overflowWrap: 'anywhere' }}>
                    {outerMaterial === '' ? '–' : outerMaterial}
                  </TableCell>
                  <TableCell align="right">
                    <IconButton
                      size="small"
                      onClick={() => changeMaterials(removeOuterMedium(settings, surfaceApplied))}
                      aria-label={t('remove', { name: surfaceName(surfaceApplied) })}
                    >
                      <Icon name="delete" fontSize="small" />
                    </IconButton>
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
      {free.length > 0 && (
        <Alert severity="warning" data-testid="outer-missing">
          {t('outer.missing')} {t('outer.missingSurfaces', { surfaces: free.join(', ') })}
        </Alert>
      )}
      {settings.outerMedias.length > 0 && <RegionTree wizard={wizard} />}
    </>
  );
}

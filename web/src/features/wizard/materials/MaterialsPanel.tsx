import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Switch from '@mui/material/Switch';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { HZ_PER_GHZ, PROGRAM_TYPES, isPec, type Material } from '@pace/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icons.tsx';
import { useComplexText } from '../../../ui/useComplexText.ts';
import { visuallyHidden } from '../../../ui/visuallyHidden.ts';
import { useNumbers } from '../useNumbers.ts';
import type { Wizard } from '../useWizard.ts';
import { CustomMaterialForm } from './CustomMaterialForm.tsx';
import { MaterialLibraryDialog } from './MaterialLibraryDialog.tsx';
import {
  addMaterials,
  isNeeded,
  materialsOutside,
  PEC_MATERIAL,
  removeMaterial,
} from './materialSettings.ts';

/** The materials of the project: from the library, by hand, or PEC. */
export function MaterialsPanel({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('materials');
  const { draft, changeMaterials, frequencies, project } = wizard;
  const settings = draft.materials;
  const [library, setLibrary] = useState(false);
  const [form, setForm] = useState(false);
  const outside = materialsOutside(settings, frequencies);
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', '& button': { px: 1.5 } }}>
        <Button
          variant="contained"
          startIcon={<Icon name="book" />}
          onClick={() => setLibrary(true)}
          data-testid="material-library-open"
        >
          {t('library.open')}
        </Button>
        <Button
          variant="outlined"
          onClick={() => setForm(!form)}
          aria-expanded={form}
          data-testid="material-custom-open"
        >
          {t('custom.open')}
        </Button>
        {project.programType === PROGRAM_TYPES.composite && (
          <Button
            variant="outlined"
            onClick={() => changeMaterials(addMaterials(settings, [PEC_MATERIAL]))}
            data-testid="material-pec"
          >
            PEC
          </Button>
        )}
      </Box>
      {form && <CustomMaterialForm wizard={wizard} />}
      <FormControlLabel
        control={
          <Switch
            checked={settings.isConstant}
            onChange={(_, isConstant) => changeMaterials({ ...settings, isConstant })}
            slotProps={{ input: { 'data-testid': 'material-constant' } as object }}
          />
        }
        label={t('constant')}
      />
      <Typography variant="caption" sx={{ color: 'text.secondary', mt: -1.5 }}>
        {t(settings.isConstant ? 'constantHelp' : 'dispersiveHelp')}
      </Typography>
      {settings.inputMaterials.length === 0 ? (
        <Alert severity="info" data-testid="materials-none">
          {t('none')}
        </Alert>
      ) : (
        <MaterialTable wizard={wizard} />
      )}
      {outside.length > 0 && (
        <Alert severity="warning" data-testid="materials-outside">
          {t('outside', { names: outside.join(', ') })}
        </Alert>
      )}
      {library && <MaterialLibraryDialog wizard={wizard} onClose={() => setLibrary(false)} />}
    </>
  );
}

function MaterialTable({ wizard: { draft, changeMaterials } }: { wizard: Wizard }) {
  const { t } = useTranslation('materials');
  const settings = draft.materials;
  return (
    <TableContainer sx={{ maxHeight: 300, border: 1, borderColor: 'divider', borderRadius: 1 }} tabIndex={0}>
      <Table
        size="small"
        stickyHeader
        aria-label={t('table')}
        data-testid="material-table"
        sx={{ '& td, & th': { px: { xs: 0.5, sm: 1 } } }}
      >
        <TableHead>
          <TableRow>
            <TableCell>{t('name')}</TableCell>
            <TableCell align="right">GHz</TableCell>
            <TableCell align="right">ε</TableCell>
            <TableCell align="right">μ</TableCell>
            <TableCell>
              <span style={visuallyHidden}>{t('actions')}</span>
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {settings.inputMaterials.map((material) => (
            <MaterialRow
              key={material.id}
              material={material}
              needed={isNeeded(settings, material)}
              onRemove={() => changeMaterials(removeMaterial(settings, material.id))}
            />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function MaterialRow({
  material,
  needed,
  onRemove,
}: {
  material: Material;
  needed: boolean;
  onRemove: () => void;
}) {
  const { t } = useTranslation('materials');
  const { four } = useNumbers();
  const complexText = useComplexText();
  const { name, frequency, permitivity, permeability } = material;
  const pec = isPec(name);
  return (
    <TableRow>
      <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
        {name}
      </TableCell>
      <TableCell align="right">{pec || frequency === 0 ? '–' : four(frequency / HZ_PER_GHZ)}</TableCell>
      <TableCell align="right" sx={{ whiteSpace: { sm: 'nowrap' } }}>
        {pec ? '–' : complexText(permitivity)}
      </TableCell>
      <TableCell align="right" sx={{ whiteSpace: { sm: 'nowrap' } }}>
        {pec ? '–' : complexText(permeability)}
      </TableCell>
      <TableCell align="right" sx={{ width: 40 }}>
        <Tooltip title={needed ? t('inUse') : ''} describeChild>
          <span>
            <IconButton size="small" disabled={needed} onClick={onRemove} aria-label={t('remove', { name })}>
              <Icon name="delete" fontSize="small" />
            </IconButton>
          </span>
        </Tooltip>
      </TableCell>
    </TableRow>
  );
}

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import InputAdornment from '@mui/material/InputAdornment';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { HZ_PER_GHZ, isOutside, parametersAt, type LibraryMaterial } from '@pace/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMaterialLibrary } from '../../../api/materials.ts';
import { DraggableDialog } from '../../../ui/DraggableDialog.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { LoadingScreen } from '../../../ui/LoadingScreen.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { hasWords, nameRank } from '../../../ui/searchText.ts';
import { useComplexText } from '../../../ui/useComplexText.ts';
import { useLibraryTexts } from '../../../ui/useLibraryTexts.ts';
import { ghzText, hzOf } from '../draft.ts';
import { useNumbers } from '../useNumbers.ts';
import type { Wizard } from '../useWizard.ts';
import { addMaterials, libraryEntries } from './materialSettings.ts';

/** Finds a material by name or kind and adds it as it is at the run's frequencies. */
export function MaterialLibraryDialog({ wizard, onClose }: { wizard: Wizard; onClose: () => void }) {
  const { t } = useTranslation('materials');
  const library = useMaterialLibrary();
  const { nameOf, sourceOf, entryName } = useLibraryTexts();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<LibraryMaterial | null>(null);
  const [added, setAdded] = useState<string | null>(null);
  const found = (library.data ?? [])
    .filter((material) =>
      hasWords(
        `${nameOf(material)} ${material.name} ${t(`category.${material.category}`)} ${sourceOf(material)}`,
        search,
      ),
    )
    .sort((a, b) => nameRank(nameOf(a), search) - nameRank(nameOf(b), search));
  return (
    <DraggableDialog title={t('library.title')} onClose={onClose} testId="material-library">
      <DialogContent sx={{ display: 'grid', gap: 1.5, pt: 1 }}>
        <TextField
          label={t('library.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          autoFocus
          sx={{ mt: 1 }}
          slotProps={{
            htmlInput: { 'data-testid': 'material-search' },
            input: {
              endAdornment: library.data && (
                <InputAdornment position="end" disableTypography>
                  <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                    {t('library.count', { count: found.length })}
                  </Typography>
                </InputAdornment>
              ),
            },
          }}
        />
        {library.isPending && <LoadingScreen />}
        {library.isError && <ErrorAlert error={library.error} />}
        <List
          dense
          aria-label={t('library.title')}
          data-testid="material-list"
          sx={{ height: 260, overflowY: 'auto', border: 1, borderColor: 'divider', borderRadius: 1, py: 0 }}
        >
          {found.map((material) => (
            <li key={material.id}>
              <ListItemButton
                component="button"
                type="button"
                sx={{ width: '100%', textAlign: 'left' }}
                selected={chosen?.id === material.id}
                aria-pressed={chosen?.id === material.id}
                onClick={() => setChosen(material)}
                data-testid={`library-${material.id}`}
              >
                <ListItemText primary={nameOf(material)} secondary={t(`category.${material.category}`)} />
                {material.params.length > 1 && (
                  <Chip size="small" variant="outlined" label={t('library.overFrequency')} />
                )}
              </ListItemButton>
            </li>
          ))}
        </List>
        {chosen && (
          <ChosenMaterial
            key={chosen.id}
            material={chosen}
            wizard={wizard}
            onAdded={() => setAdded(entryName(chosen))}
          />
        )}
        <div role="status">
          {added !== null && (
            <Alert severity="success" data-testid="material-added">
              {t('library.added', { name: added })}
            </Alert>
          )}
        </div>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} data-testid="material-library-close">
          {t('close', { ns: 'common' })}
        </Button>
      </DialogActions>
    </DraggableDialog>
  );
}

interface ChosenProps {
  material: LibraryMaterial;
  wizard: Wizard;
  onAdded: () => void;
}

/** What the material is, where it was published, and over which frequencies to take it. */
function ChosenMaterial({
  material,
  wizard: { draft, changeMaterials, frequencies, midFrequencyHz },
  onAdded,
}: ChosenProps) {
  const { t } = useTranslation('materials');
  const { four } = useNumbers();
  const complexText = useComplexText();
  const { nameOf, sourceOf, entryName } = useLibraryTexts();
  const { params } = material;
  const settings = draft.materials;
  const constant = settings.isConstant || params.length === 1;
  const [start, setStart] = useState(() => ghzText(frequencies[0] ?? params[0]!.frequency));
  const [end, setEnd] = useState(() => ghzText(frequencies.at(-1) ?? params.at(-1)!.frequency));
  const isNumber = (text: string) => text.trim() !== '' && Number(text) > 0;
  const inOrder = Number(start) <= Number(end);
  const valid = constant || (isNumber(start) && isNumber(end) && inOrder);
  const shown = useMemo(() => parametersAt(params, midFrequencyHz), [params, midFrequencyHz]);
  const add = () => {
    const entries = libraryEntries(
      { ...material, name: entryName(material) },
      constant ? { constantAtHz: midFrequencyHz } : { startHz: hzOf(start), endHz: hzOf(end) },
    );
    changeMaterials(addMaterials(settings, entries));
    onAdded();
  };
  const published =
    params.length > 1
      ? t('library.range', {
          low: four(params[0]!.frequency / HZ_PER_GHZ),
          high: four(params.at(-1)!.frequency / HZ_PER_GHZ),
        })
      : params[0]!.frequency > 0
        ? t('library.at', { value: four(params[0]!.frequency / HZ_PER_GHZ) })
        : t('library.anyFrequency');
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }} data-testid="material-chosen">
      <Typography variant="body2">
        <strong>{nameOf(material)}</strong> ·{' '}
        {t('library.values', { frequency: four(midFrequencyHz / HZ_PER_GHZ) })}{' '}
        <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
          ε = {complexText(shown.permitivity)}, μ = {complexText(shown.permeability)}
        </Box>
      </Typography>
      <Typography variant="caption" sx={{ color: 'text.secondary' }} data-testid="material-source">
        {published} {sourceOf(material)}
      </Typography>
      {isOutside(params, midFrequencyHz) && <Alert severity="warning">{t('library.outside')}</Alert>}
      {!constant && (
        <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1.5 }}>
          <NumberField
            label={t('library.start')}
            unit="GHz"
            value={start}
            onChange={setStart}
            testId="material-start"
            complaint={isNumber(start) && isNumber(end) && !inOrder ? t('library.order') : undefined}
          />
          <NumberField
            label={t('library.end')}
            unit="GHz"
            value={end}
            onChange={setEnd}
            testId="material-end"
          />
        </Box>
      )}
      <Button
        variant="contained"
        startIcon={<Icon name="add" />}
        onClick={add}
        disabled={!valid}
        sx={{ justifySelf: 'start' }}
        data-testid="material-library-add"
      >
        {t('library.add')}
      </Button>
    </Box>
  );
}

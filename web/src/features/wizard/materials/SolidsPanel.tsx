import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Wizard } from '../useWizard.ts';
import { materialNames } from './materialSettings.ts';
import { outerMediaOfSolids, solidFaces, solidNumbers } from './solids.ts';

/** Of a model that was meshed from solids: one material a solid fills in the whole table. */
export function SolidsPanel({ wizard: { model, draft, changeMaterials } }: { wizard: Wizard }) {
  const { t } = useTranslation('materials');
  const settings = draft.materials;
  const names = materialNames(settings);
  const faces = useMemo(() => (model.report ? solidFaces(model.report) : []), [model.report]);
  const solids = solidNumbers(faces);
  const [chosen, setChosen] = useState<Record<number, string>>({});
  if (solids.length === 0 || names.length === 0) return null;
  const materialOf = (solid: number) => (names.includes(chosen[solid] ?? '') ? chosen[solid]! : names[0]!);
  const fill = () =>
    changeMaterials({
      ...settings,
      outerMedias: outerMediaOfSolids(faces, new Map(solids.map((solid) => [solid, materialOf(solid)]))),
    });
  return (
    <Box
      component="section"
      aria-labelledby="solids-title"
      data-testid="solids"
      sx={{ display: 'grid', gap: 1.5, p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      <Typography id="solids-title" variant="body1" component="h3" sx={{ fontWeight: 600 }}>
        {t('solids.title', { count: solids.length })}
      </Typography>
      <Typography variant="caption" sx={{ color: 'text.secondary', mt: -1 }}>
        {t('solids.explain')}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
          gap: 1.5,
          maxHeight: 260,
          overflowY: 'auto',
          pt: 0.75,
        }}
      >
        {solids.map((solid) => (
          <TextField
            key={solid}
            select
            label={t('solids.solid', { n: solid })}
            value={materialOf(solid)}
            onChange={(event) => setChosen({ ...chosen, [solid]: event.target.value })}
            slotProps={{ select: { SelectDisplayProps: { 'data-testid': `solid-${solid}` } as object } }}
          >
            {names.map((name) => (
              <MenuItem key={name} value={name}>
                {name}
              </MenuItem>
            ))}
          </TextField>
        ))}
      </Box>
      <Button variant="outlined" onClick={fill} sx={{ justifySelf: 'start' }} data-testid="solids-fill">
        {t('solids.fill')}
      </Button>
    </Box>
  );
}

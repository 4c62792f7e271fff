import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Wizard } from '../useWizard.ts';
import { materialNames } from './materialSettings.ts';
import { outerMediaOfSolids, regionFaces, solidFaces, solidNumbers } from './solids.ts';
import { useModelRegions } from './useModelRegions.ts';
import { useSurfaceName } from './useSurfaceName.ts';

/**
 * One material for each solid fills in the whole table; of an uploaded mesh, for each of the regions that the solver finds
 * between its surfaces.
 */
export function SolidsPanel({ wizard }: { wizard: Wizard }) {
  const { model, draft, changeMaterials } = wizard;
  const { t } = useTranslation('materials');
  const settings = draft.materials;
  const names = materialNames(settings);
  const surfaceName = useSurfaceName(wizard);
  const regions = useModelRegions(wizard).data?.regions;
  const { report } = model;
  const noted = useMemo(() => (report ? solidFaces(report) : []), [report]);
  const fromRegions = noted.length === 0;
  const faces = useMemo(
    () => (fromRegions && report && regions ? regionFaces(report, regions) : noted),
    [fromRegions, report, regions, noted],
  );
  const nameOf = (solid: number) => {
    const enclosing = faces.filter(({ solids }) => solids.includes(solid)).map(({ surface }) => surface);
    return fromRegions
      ? t('solids.region', { n: solid, surfaces: enclosing.map(surfaceName).join(', ') })
      : t('solids.solid', { n: solid });
  };
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
        {t(fromRegions ? 'solids.regionsTitle' : 'solids.title', { count: solids.length })}
      </Typography>
      <Typography variant="caption" sx={{ color: 'text.secondary', mt: -1 }}>
        {t(fromRegions ? 'solids.regionsExplain' : 'solids.explain')}
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
            label={nameOf(solid)}
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

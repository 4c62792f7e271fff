import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Wizard } from '../useWizard.ts';
import { surfacesWithoutOuterMedium } from './materialSettings.ts';
import { OuterMediumForm } from './OuterMediumForm.tsx';
import { OuterMediumTable } from './OuterMediumTable.tsx';
import { RegionTree } from './RegionTree.tsx';
import { SolidsPanel } from './SolidsPanel.tsx';
import { SurfacePicker } from './SurfacePicker.tsx';

/** What lies on the two sides of every surface: the medium outside it, and the material within. */
export function OuterMediumPanel({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('materials');
  const { draft, surfaces } = wizard;
  const settings = draft.materials;
  const taken = settings.outerMedias.map(({ surfaceApplied }) => surfaceApplied);
  const free = surfacesWithoutOuterMedium(settings, surfaces);
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('outer.explain')}
      </Typography>
      <SolidsPanel wizard={wizard} />
      <SurfacePicker wizard={wizard} taken={taken} />
      <OuterMediumForm wizard={wizard} taken={taken} />
      {settings.outerMedias.length > 0 && <OuterMediumTable wizard={wizard} />}
      {free.length > 0 && (
        <Alert severity="warning" data-testid="outer-missing">
          {t('outer.missing')} {t('outer.missingSurfaces', { surfaces: free.join(', ') })}
        </Alert>
      )}
      {settings.outerMedias.length > 0 && <RegionTree wizard={wizard} />}
    </>
  );
}

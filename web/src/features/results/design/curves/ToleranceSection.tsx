import type { MapsFile, MapsResponse } from '@pace/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { SurfaceOfRun } from '../../data/mapsChoice.ts';
import type { AngleCut } from './angleCuts.ts';
import { ChoiceToggle } from './ChoiceToggle.tsx';
import type { CoatedParts } from './materials/coatedParts.ts';
import { MaterialForm } from './materials/MaterialForm.tsx';
import { isAnyTyped, type UsedMaterial } from './materials/materialTolerances.ts';
import { ToleranceForm } from './ToleranceForm.tsx';
import { ToleranceNotes } from './ToleranceNotes.tsx';
import { MEASURES, type Tolerance, type ToleranceBand } from './tolerances.ts';
import { ToleranceTable } from './ToleranceTable.tsx';
import { isTyped } from './typedTolerances.ts';
import type { CurvesChoice } from './useCurvesChoice.ts';

interface ToleranceSectionProps {
  file: MapsFile;
  choice: CurvesChoice;
  names: readonly string[];
  surface: SurfaceOfRun;
  coated: CoatedParts;
  /** Whose values may deviate */
  used: readonly UsedMaterial[];
  cut: AngleCut;
  along: readonly MapsResponse[];
  tolerances: readonly Tolerance[];
  band: ToleranceBand | undefined;
}

/** Tolerances of the parts, and what they do to the total along the cut. */
export function ToleranceSection({
  file,
  choice,
  names,
  surface,
  coated,
  used,
  cut,
  along,
  tolerances,
  band,
}: ToleranceSectionProps) {
  const { t } = useTranslation('results');
  const { measure, typed, typedMaterials } = choice;
  const isNoneTyped = !Object.values(typed).some(isTyped) && !isAnyTyped(typedMaterials);
  return (
    <Box
      component="section"
      aria-labelledby="design-tolerances-title"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, minWidth: 0 }}
    >
      <Typography id="design-tolerances-title" variant="h4" component="h3">
        {t('design.tolerances.title')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: '90ch' }}>
        {t('design.tolerances.explained')} {t(`design.tolerances.measureExplained.${measure}`)}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <ChoiceToggle
          label={t('design.tolerances.measure')}
          value={measure}
          values={MEASURES}
          text={(one) => t(`design.tolerances.measures.${one}`)}
          onChange={choice.setMeasure}
          testId="design-measure"
        />
        <Button
          size="small"
          disabled={isNoneTyped}
          onClick={choice.clear}
          data-testid="design-tolerances-clear"
        >
          {t('design.tolerances.clear')}
        </Button>
      </Box>
      <ToleranceForm {...{ file, choice, names }} />
      {surface !== 'metal' && <MaterialForm {...{ file, choice, names, coated, used }} surface={surface} />}
      <ToleranceNotes {...{ file, names, surface, tolerances, band }} />
      {band && <ToleranceTable {...{ names, cut, along, tolerances, band, measure }} />}
    </Box>
  );
}

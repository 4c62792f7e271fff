import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { PROGRAM_TYPES } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { showFilePanel } from '../showFilePanel.ts';
import type { Wizard } from '../useWizard.ts';
import { CoatingLimits } from './CoatingLimits.tsx';
import { ImpedanceTable } from './ImpedanceTable.tsx';
import { MaterialsPanel } from './MaterialsPanel.tsx';
import { OuterMediumPanel } from './OuterMediumPanel.tsx';
import { ReflectionPanel } from './ReflectionPanel.tsx';
import { ThicknessPanel } from './ThicknessPanel.tsx';

/** The material step of coatings (three panels) and composites (two). */
export function MaterialsStep({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('materials');
  const { model, subStep, subStepCount, project } = wizard;
  const coating = project.programType === PROGRAM_TYPES.coating;
  if (!model.report)
    return (
      <Alert severity="info" data-testid="materials-need-file">
        {t('needFile')}{' '}
        <Link component="button" type="button" onClick={showFilePanel} sx={{ verticalAlign: 'baseline' }}>
          {t('showFile')}
        </Link>
      </Alert>
    );
  return (
    <>
      <Typography
        variant="overline"
        component="p"
        data-testid="wizard-sub-step"
        data-sub-step={subStep}
        sx={{ color: 'text.secondary', mb: -1 }}
      >
        {t('subStep', { n: subStep + 1, count: subStepCount })} ·{' '}
        {t(coating ? `coating.${subStep}` : `composite.${subStep}`)}
      </Typography>
      {subStep === 0 && <MaterialsPanel wizard={wizard} />}
      {coating && subStep === 0 && <ThicknessPanel wizard={wizard} />}
      {coating && subStep === 1 && <ImpedanceTable wizard={wizard} />}
      {coating && subStep < 2 && <CoatingLimits wizard={wizard} />}
      {coating && subStep === 2 && <ReflectionPanel wizard={wizard} />}
      {!coating && subStep === 1 && <OuterMediumPanel wizard={wizard} />}
    </>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icons.tsx';
import type { Phase } from './modelFacts.ts';
import { showFilePanel } from './showFilePanel.ts';
import { STEP_COUNT } from './steps.ts';
import type { Blocked, Wizard } from './useWizard.ts';

/** Label of the last button by what still stands in the way. */
const START_LABELS: Partial<Record<Blocked, string>> = {
  file: 'start.file',
  values: 'start.values',
  units: 'start.values',
  alpha: 'start.values',
  mesher: 'start.mesher',
  materials: 'start.values',
  layers: 'start.values',
  layerMaterials: 'start.values',
  outerMedia: 'start.values',
};

/** "Mesher is Running" only while it does: one that failed or was not started waits for the user. */
const startLabel = (blocked: Blocked, phase: Phase) =>
  blocked === 'mesher' && phase !== 'meshing' ? 'start.values' : (START_LABELS[blocked] ?? 'start.values');

/** Reasons that are put right in the panel of the model. */
const LEADS_TO_MODEL: readonly string[] = ['file', 'units', 'mesher', 'mesherNotStarted', 'mesherFailed'];

interface Props {
  wizard: Wizard;
  starting: boolean;
  onStart: () => void;
}

export function StepNavigation({
  wizard: { step, goBack, goNext, blocked, model },
  starting,
  onStart,
}: Props) {
  const { t } = useTranslation('wizard');
  const reasonId = useId();
  const last = step === STEP_COUNT - 1;
  const reason =
    blocked === 'mesher' && model.phase === 'uploaded'
      ? 'mesherNotStarted'
      : blocked === 'mesher' && model.phase === 'failed'
        ? 'mesherFailed'
        : blocked;
  return (
    <Box
      sx={{
        mt: 'auto',
        pt: 1.5,
        pb: { xs: 1.5, lg: 2 },
        mb: -2.5,
        borderTop: 1,
        borderColor: 'divider',
        // However long the step is, the way on stays in sight.
        position: 'sticky',
        // The panel that scrolls by itself keeps its padding free.
        bottom: { xs: 0, lg: -20 },
        zIndex: 2,
        bgcolor: 'background.paper',
      }}
    >
      <Typography
        id={reasonId}
        variant="caption"
        role="status"
        component="p"
        sx={{ color: 'warning.main', minHeight: { lg: 22 }, mb: { xs: reason === undefined ? 0 : 1, lg: 1 } }}
      >
        {reason !== undefined && t(`blocked.${reason}`)}{' '}
        {reason !== undefined && LEADS_TO_MODEL.includes(reason) && (
          <Link
            component="button"
            type="button"
            variant="caption"
            onClick={showFilePanel}
            sx={{ verticalAlign: 'baseline' }}
          >
            {t('file.show')}
          </Link>
        )}
      </Typography>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1.5 }}>
        <Button
          variant="outlined"
          color="inherit"
          disabled={step === 0 || starting}
          onClick={goBack}
          startIcon={<Icon name="back" />}
          data-testid="wizard-back"
        >
          {t('back')}
        </Button>
        {last ? (
          <Button
            variant="contained"
            disabled={blocked !== undefined}
            loading={starting}
            onClick={onStart}
            aria-describedby={reasonId}
            data-testid="wizard-start"
          >
            {t(blocked === undefined ? 'start.ready' : startLabel(blocked, model.phase))}
          </Button>
        ) : (
          <Button
            variant="contained"
            disabled={blocked !== undefined}
            onClick={goNext}
            endIcon={<Icon name="forward" />}
            aria-describedby={reasonId}
            data-testid="wizard-next"
          >
            {t('next')}
          </Button>
        )}
      </Box>
    </Box>
  );
}

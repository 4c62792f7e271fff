import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { Theme } from '@mui/material/styles';
import { TIMINGS_MS, type LiveState, type Project } from '@pace/contract';
import useMediaQuery from '@mui/material/useMediaQuery';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useStartSolver } from '../../api/solver.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { HelpTip } from '../../ui/HelpTip.tsx';
import { LoadingScreen } from '../../ui/LoadingScreen.tsx';
import { AlphaStep } from './AlphaStep.tsx';
import { solverInputOf } from './draft.ts';
import { FilePanel } from './FilePanel.tsx';
import { FrequencyStep } from './FrequencyStep.tsx';
import { MaterialsStep } from './materials/MaterialsStep.tsx';
import { IlluminationStep } from './IlluminationStep.tsx';
import { DOCKED_HEIGHT, WIDE, viewHeight } from './layout.ts';
import { DOCKED_PX, ModelDock } from './ModelDock.tsx';
import { OpticsPreview } from './OpticsPreview.tsx';
import { SolverStep } from './SolverStep.tsx';
import { StepNavigation } from './StepNavigation.tsx';
import { StepTrail } from './StepTrail.tsx';
import { useTopOfStep } from './useTopOfStep.ts';
import { payloadOf, useWizard } from './useWizard.ts';
import { WizardHeader } from './WizardHeader.tsx';

const ModelView = lazy(async () => ({ default: (await import('./ModelView.tsx')).ModelView }));

/** Above the panel of a step once the page is scrolled, and what the header of the wizard takes before */
const PANEL_TOP_PX = 16;
const HEADER_PX = 136;

const THIRD_STEP = { 1: 'alpha', 2: 'impedance', 3: 'materials' } as const;
const stepKeys = (programType: Project['programType']) =>
  ['illumination', 'frequency', THIRD_STEP[programType], 'solver'] as const;

export function Wizard({ project, live }: { project: Project; live: LiveState }) {
  const { t } = useTranslation('wizard');
  const wizard = useWizard(project, live);
  const { step, subStep, draft, model } = wizard;
  const { start, started } = useStart(wizard);
  const panel = useTopOfStep(step, subStep);
  // The waves stay drawn until one of their values changes.
  const waves = JSON.stringify(solverInputOf(draft, 0).excitation);
  const [drawn, setDrawn] = useState<string | null>(null);
  const keys = stepKeys(project.programType);
  const key = keys[step];
  const wide = key === 'impedance' || key === 'materials';
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('lg'), { noSsr: true });
  // Without a model there is nothing to keep in sight: what stands for it stays below the step.
  const docked = narrow && (model.drawnVersion !== null || wizard.preview !== undefined || drawn === waves);
  const height = viewHeight({
    hasModel: model.drawnVersion !== null || Boolean(wizard.preview),
    hasArrows: drawn === waves,
  });
  const view = (compact: boolean) => (
    <Suspense fallback={<LoadingView height={compact ? DOCKED_HEIGHT : height} />}>
      <ModelView wizard={wizard} arrowsShown={drawn === waves} compact={compact} />
    </Suspense>
  );
  return (
    <>
      <WizardHeader wizard={wizard} />
      <Box
        sx={{
          // In a grid what is to stay in sight would end with its row.
          display: { xs: 'flex', lg: 'grid' },
          flexDirection: 'column',
          gap: 2.5,
          gridTemplateColumns: `${wide ? 460 : 380}px minmax(0, 1fr)`,
          alignItems: { xs: 'stretch', lg: 'start' },
        }}
      >
        {docked && <ModelDock>{view}</ModelDock>}
        <Paper
          ref={panel}
          component="section"
          variant="outlined"
          aria-labelledby="step-title"
          sx={{
            p: 2.5,
            display: 'flex',
            flexDirection: 'column',
            gap: 2,
            minHeight: { lg: 520 },
            // The panel scrolls by itself beside the model, which stays in sight.
            position: { lg: 'sticky' },
            top: { lg: PANEL_TOP_PX },
            maxHeight: { lg: `max(520px, calc(100vh - ${HEADER_PX}px))` },
            overflowY: { lg: 'auto' },
            scrollMarginTop: `${docked ? DOCKED_PX : PANEL_TOP_PX}px`,
            // What has the focus is not under the model nor under the buttons of the step.
            ...(docked && {
              '& :is(input, button, a, [tabindex])': { scrollMarginTop: DOCKED_PX, scrollMarginBottom: 130 },
            }),
          }}
          tabIndex={-1}
        >
          <StepTrail
            wizard={wizard}
            steps={keys.map((name) => ({ short: t(`trailShort.${name}`), title: t(`steps.${name}`) }))}
          />
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
            <Typography
              id="step-title"
              variant="h3"
              component="h2"
              data-testid="wizard-step-title"
              data-step={step}
            >
              {t(`steps.${key}`)}
            </Typography>
            <HelpTip about={t(`steps.${key}`)} text={t(`help.${key}`)} />
          </Box>
          <Box sx={{ display: 'grid', gap: 2 }}>
            {step === 0 && (
              <IlluminationStep
                wizard={wizard}
                drawn={drawn === waves}
                onDraw={() => setDrawn(drawn === waves ? null : waves)}
              />
            )}
            {step === 1 && <FrequencyStep wizard={wizard} />}
            {key === 'alpha' && <AlphaStep wizard={wizard} />}
            {wide && <MaterialsStep wizard={wizard} />}
            {step === 3 && <SolverStep wizard={wizard} />}
          </Box>
          <div role="status" aria-live="polite">
            {started && (
              <Alert severity="success" data-testid="wizard-started">
                {t('started')}
              </Alert>
            )}
          </div>
          {start.isError && <ErrorAlert error={start.error} data-testid="wizard-start-error" />}
          <StepNavigation
            wizard={wizard}
            starting={start.isPending || started}
            onStart={() => {
              const { input, materials } = payloadOf(project.programType, draft, model);
              start.mutate({
                input: { ...input, projectId: project.id },
                ...(materials && { materials: { ...materials, projectId: project.id } }),
                run: { projectId: project.id, formulationType: project.programType, core: draft.processors },
              });
            }}
          />
        </Paper>
        <Box
          sx={{
            display: 'grid',
            gap: 2.5,
            gridTemplateColumns: 'minmax(0, 1fr)',
            gridTemplateAreas: '"view" "file" "optics"',
            [WIDE]: {
              gridTemplateColumns: 'minmax(0, 1fr) 380px',
              gridTemplateRows: 'auto 1fr',
              gridTemplateAreas: '"view file" "optics file"',
            },
            alignItems: 'start',
          }}
        >
          {!docked && <Box sx={{ gridArea: 'view', minWidth: 0 }}>{view(false)}</Box>}
          <Paper variant="outlined" sx={{ p: 2.5, gridArea: 'file' }}>
            <FilePanel wizard={wizard} />
          </Paper>
          <Box sx={{ gridArea: 'optics', minWidth: 0 }}>
            <OpticsPreview wizard={wizard} />
          </Box>
        </Box>
      </Box>
    </>
  );
}

/** Starts the run, and some seconds later goes to the page of the project. */
function useStart({ project, settle }: { project: Project; settle: () => void }) {
  const navigate = useNavigate();
  const start = useStartSolver();
  const { id } = project;
  const started = start.isSuccess;
  useEffect(() => {
    if (!started) return;
    settle();
    const timer = setTimeout(
      () => void navigate(`/projects/detail?id=${encodeURIComponent(id)}`),
      TIMINGS_MS.redirectAfterStart,
    );
    return () => clearTimeout(timer);
  }, [started, settle, navigate, id]);
  return { start, started };
}

function LoadingView({ height }: { height: string | ReturnType<typeof viewHeight> }) {
  return (
    <Box sx={{ height, overflow: 'hidden' }}>
      <LoadingScreen />
    </Box>
  );
}

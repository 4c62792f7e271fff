import { progressPercent, type LiveState, type Project } from '@pace/contract';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCancelRun, useContinueRun } from '../../../api/solver.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { isActive } from './isActive.ts';
import { LiveRun, Prediction } from './LiveRun.tsx';
import { RunActions } from './RunActions.tsx';
import { RunAlerts } from './RunAlerts.tsx';
import { RunDates } from './RunDates.tsx';
import { RunStatus } from './RunStatus.tsx';
import type { RunEvents } from './runEvents.ts';
import { runTimes } from '../data/runTimes.ts';

/** At these the bar is green. */
const GREEN_FROM_PERCENT = 95;

/** How the run is getting on: status, progress, dates, elapsed time; cancel, or the way to a new try. */
export function RunCard({
  project,
  live,
  events,
  streaming,
}: {
  project: Project;
  live: LiveState;
  events: RunEvents;
  streaming: boolean;
}) {
  const { t } = useTranslation('results');
  const [asking, setAsking] = useState(false);
  const cancel = useCancelRun();
  const goOn = useContinueRun();
  const { solverState } = live;
  const active = isActive(solverState.status);
  return (
    <Paper variant="outlined" sx={{ p: { xs: 2, sm: 2.5 }, display: 'grid', gap: 2 }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 2,
          alignItems: 'center',
          justifyContent: 'space-between',
        }}
      >
        <RunStatus project={project} state={solverState} />
        <RunActions
          projectId={project.id}
          live={live}
          cancelling={cancel.isPending}
          onCancel={() => setAsking(true)}
          continuing={goOn.isPending}
          onContinue={() => goOn.mutate({ projectId: project.id })}
        />
      </Box>
      {(active || project.state.solverResultReady) && (
        // While a run is continued, the results of the run before are there.
        <RunProgress
          percent={progressPercent(project.state.solverResultReady && !active, solverState.detail)}
        />
      )}
      <RunAlerts live={live} />
      {goOn.error && <ErrorAlert error={goOn.error} />}
      {cancel.error && <ErrorAlert error={cancel.error} />}
      <RunDates times={runTimes(project)} ticking={active} />
      {solverState.status === 'Queued' && <Prediction state={solverState} />}
      {active && solverState.status !== 'Queued' && (
        <LiveRun project={project} state={solverState} events={events} streaming={streaming} />
      )}
      <ConfirmDialog
        open={asking}
        title={t('run.cancelTitle')}
        text={t(
          `run.cancelText.${solverState.status === 'Queued' ? 'queued' : solverState.continues ? 'continues' : 'running'}`,
        )}
        confirmLabel={t('run.cancel')}
        cancelLabel={t('run.keep')}
        destructive
        testId="run-cancel-confirm"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          cancel.mutate(project.id);
        }}
      />
    </Paper>
  );
}

function RunProgress({ percent }: { percent: number }) {
  const { t } = useTranslation('results');
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
      <LinearProgress
        variant="determinate"
        value={percent}
        color={percent >= GREEN_FROM_PERCENT ? 'success' : 'primary'}
        aria-label={t('run.progress')}
        data-testid="run-progress"
        data-percent={percent}
        sx={{ flex: 1, height: 8, borderRadius: 4 }}
      />
      <Typography variant="body2" sx={{ minWidth: 44, textAlign: 'right' }}>
        {percent}%
      </Typography>
    </Box>
  );
}

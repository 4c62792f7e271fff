import {
  ACTIVE_STATUSES,
  progressPercent,
  RUN_STATUSES,
  STAGES,
  type LiveState,
  type Project,
} from '@pace/contract';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../../ui/bytes.ts';
import { useCancelRun, useContinueRun } from '../../../api/solver.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorAlert, RunErrorText } from '../../../ui/ErrorAlert.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { Facts } from '../parts/Facts.tsx';
import { clockLabel } from '../labels/quantities.ts';
import { LiveRun, Prediction } from './LiveRun.tsx';
import { useReadOnly } from '../data/readOnly.ts';
import { isUnconverged } from '../data/resultSummary.ts';
import type { RunEvents } from './runEvents.ts';
import { elapsedSeconds, runTimes, type RunTimes } from '../data/runTimes.ts';
import { useNow } from './useNow.ts';

/** At these the bar is green. */
const GREEN_FROM_PERCENT = 95;

function useStatusText() {
  const { t } = useTranslation('results');
  return ({ status, detail, queuePosition }: LiveState['solverState']) => {
    if (status === '') return t('status.notStarted');
    const stage = Object.entries(STAGES).find(([, text]) => detail.startsWith(text))?.[0];
    const isPlainStatus = (RUN_STATUSES as readonly string[]).includes(detail);
    if (status === 'Queued' && queuePosition !== undefined)
      return t('status.queuedAt', { position: queuePosition });
    if (status === 'Running' && stage !== undefined && !isPlainStatus)
      return t('status.runningStage', { stage: t(`stage.${stage}`) });
    return t(`status.${status}`);
  };
}

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
  const readOnly = useReadOnly();
  const { t, i18n } = useTranslation('results');
  const statusText = useStatusText();
  const [asking, setAsking] = useState(false);
  const cancel = useCancelRun();
  const goOn = useContinueRun();
  const times = runTimes(project);
  const { solverState, mesherState } = live;
  const actives: readonly string[] = ACTIVE_STATUSES;
  const active = actives.includes(solverState.status);
  const continuable = solverState.continuable === true;
  const failed = solverState.status === 'Error';
  const mayTryAgain =
    failed ||
    solverState.status === 'Cancelled' ||
    (solverState.status === '' && !actives.includes(mesherState.status));
  // While a run is continued, the results of the run before are there.
  const percent = progressPercent(project.state.solverResultReady && !active, solverState.detail);
  const green = percent >= GREEN_FROM_PERCENT;
  const date = (value: Date | undefined) =>
    value?.toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' }) ?? '–';
  const text = statusText(solverState);
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
        <Box role="status">
          <Typography variant="h4" component="h2" data-testid="run-status" data-status={solverState.status}>
            {text}
          </Typography>
          {solverState.status === 'Finished' && isUnconverged(project) && (
            <Typography
              variant="body2"
              sx={{ color: 'error.main', fontWeight: 700 }}
              data-testid="run-unconverged"
            >
              {t('notConverged.title')}
            </Typography>
          )}
          {solverState.waitingFor && (
            <Typography
              variant="body2"
              sx={{ color: 'text.secondary' }}
              data-testid="run-waiting"
              data-reason={solverState.waitingFor}
            >
              {t(`waiting.${solverState.waitingFor}`)}
              {solverState.waitingBytes &&
                ` ${t('waiting.figures', {
                  free: bytesText(solverState.waitingBytes.free, i18n.language),
                  needed: bytesText(solverState.waitingBytes.needed, i18n.language),
                })}`}
            </Typography>
          )}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {active && !readOnly && (
            <Button
              color="error"
              variant="outlined"
              loading={cancel.isPending}
              onClick={() => setAsking(true)}
              data-testid="run-cancel"
            >
              {t('run.cancel')}
            </Button>
          )}
          {continuable && !readOnly && (
            <Button
              variant="contained"
              loading={goOn.isPending}
              onClick={() => goOn.mutate({ projectId: project.id })}
              data-testid="run-continue"
            >
              {t('continue.button')}
            </Button>
          )}
          {mayTryAgain && !readOnly && (
            <LinkButton
              to={`/app/simulation?id=${encodeURIComponent(project.id)}${solverState.status === '' ? '' : '&again=1'}`}
              variant={continuable ? 'outlined' : 'contained'}
              data-testid="run-again"
            >
              {t(solverState.status === '' ? 'run.open' : 'run.again')}
            </LinkButton>
          )}
        </Box>
      </Box>
      {(active || project.state.solverResultReady) && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
          <LinearProgress
            variant="determinate"
            value={percent}
            color={green ? 'success' : 'primary'}
            aria-label={t('run.progress')}
            data-testid="run-progress"
            data-percent={percent}
            sx={{ flex: 1, height: 8, borderRadius: 4 }}
          />
          <Typography variant="body2" sx={{ minWidth: 44, textAlign: 'right' }}>
            {percent}%
          </Typography>
        </Box>
      )}
      {failed && (
        <Alert severity="error" data-testid="run-error">
          <AlertTitle>{t('run.errorTitle')}</AlertTitle>
          <RunErrorText {...solverState} />
        </Alert>
      )}
      {mesherState.status === 'Error' && (
        <Alert severity="error">
          <AlertTitle>{t('run.mesherErrorTitle')}</AlertTitle>
          <RunErrorText {...mesherState} />
        </Alert>
      )}
      {solverState.status === 'Cancelled' && (
        <Alert severity="info" data-testid="run-cancelled" data-kept={continuable}>
          {t(`cancelled.${continuable ? 'kept' : 'nothing'}`)}
        </Alert>
      )}
      {goOn.error && <ErrorAlert error={goOn.error} />}
      {cancel.error && <ErrorAlert error={cancel.error} />}
      <Facts
        facts={[
          [t('run.created'), date(times.created)],
          [t('run.started'), date(times.started)],
          [t('run.ended'), date(times.ended)],
          [t('run.elapsed'), <Elapsed key="elapsed" times={times} ticking={active} />],
        ]}
      />
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

/** In a component of its own, so that only it is drawn again each second. */
function Elapsed({ times, ticking }: { times: RunTimes; ticking: boolean }) {
  const { t } = useTranslation('results');
  const now = useNow(ticking);
  const seconds = times.ended || ticking ? elapsedSeconds(times, now) : undefined;
  return (
    <span data-testid="run-elapsed">{seconds === undefined ? '–' : clockLabel(seconds, t('run.day'))}</span>
  );
}

import { RUN_STATUSES, STAGES, type LiveState, type Project } from '@pace/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../../ui/bytes.ts';
import { isUnconverged } from '../data/resultSummary.ts';

type SolverState = LiveState['solverState'];

function useStatusText() {
  const { t } = useTranslation('results');
  return ({ status, detail, queuePosition }: SolverState) => {
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

/** What the run does now, that it ended without converging, or what it waits for. */
export function RunStatus({ project, state }: { project: Project; state: SolverState }) {
  const { t, i18n } = useTranslation('results');
  const statusText = useStatusText();
  return (
    <Box role="status">
      <Typography variant="h4" component="h2" data-testid="run-status" data-status={state.status}>
        {statusText(state)}
      </Typography>
      {state.status === 'Finished' && isUnconverged(project) && (
        <Typography
          variant="body2"
          sx={{ color: 'error.main', fontWeight: 700 }}
          data-testid="run-unconverged"
        >
          {t('notConverged.title')}
        </Typography>
      )}
      {state.waitingFor && (
        <Typography
          variant="body2"
          sx={{ color: 'text.secondary' }}
          data-testid="run-waiting"
          data-reason={state.waitingFor}
        >
          {t(`waiting.${state.waitingFor}`)}
          {state.waitingBytes &&
            ` ${t('waiting.figures', {
              free: bytesText(state.waitingBytes.free, i18n.language),
              needed: bytesText(state.waitingBytes.needed, i18n.language),
            })}`}
        </Typography>
      )}
    </Box>
  );
}

import { LIMITS, NumberOfIterationsSchema, type Project } from '@pace/contract';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useContinueRun } from '../../../api/solver.ts';
import { ErrorAlert, RunErrorText } from '../../../ui/ErrorAlert.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { isDirect } from '../labels/method.ts';
import { useReadOnly } from '../data/readOnly.ts';
import { resultSummaryOf } from '../data/resultSummary.ts';
import { isActive } from './isActive.ts';

/** Under the banner of a run that has not converged: the way to go on with it, or how that is getting on. */
export function ContinueRun({ project }: { project: Project }) {
  const { t } = useTranslation('results');
  const readOnly = useReadOnly();
  const { status, numberofiterations } = project.stateLive.solverState;
  const method = resultSummaryOf(project)?.method;
  if (isActive(status))
    return (
      <Alert severity="info" data-testid="continue-running">
        {t('continue.running')}
      </Alert>
    );
  if (readOnly || status !== 'Finished' || (method !== undefined && isDirect(method))) return null;
  return <ContinueForm key={numberofiterations} project={project} />;
}

function ContinueForm({ project }: { project: Project }) {
  const { t } = useTranslation('results');
  const { numberofiterations, failedContinuation } = project.stateLive.solverState;
  const last = numberofiterations ?? project.state.solverInput?.numberofiterations ?? 1;
  const [text, setText] = useState(String(Math.min(2 * last, LIMITS.iterationsMax)));
  const run = useContinueRun();
  const given = NumberOfIterationsSchema.safeParse(text.trim() === '' ? undefined : Number(text));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (given.success) run.mutate({ projectId: project.id, numberofiterations: given.data });
  };
  return (
    <Paper
      variant="outlined"
      component="form"
      noValidate
      onSubmit={submit}
      aria-label={t('continue.title')}
      sx={{ p: 2, display: 'grid', gap: 1.5 }}
    >
      {failedContinuation && (
        <Alert
          severity={failedContinuation.status === 'Error' ? 'error' : 'warning'}
          data-testid="continue-failed"
        >
          <AlertTitle>{t(`continue.${failedContinuation.status}`)}</AlertTitle>
          {failedContinuation.status === 'Error' && <RunErrorText {...failedContinuation} />}
          <Box sx={{ mt: failedContinuation.status === 'Error' ? 0.5 : 0 }}>{t('continue.kept')}</Box>
        </Alert>
      )}
      <Typography variant="body2">{t('continue.text')}</Typography>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1.5,
          alignItems: 'flex-start',
          '& .MuiTextField-root': { width: 220 },
        }}
      >
        <NumberField
          label={t('continue.iterations')}
          value={text}
          onChange={setText}
          min={1}
          max={LIMITS.iterationsMax}
          step={1}
          testId="continue-iterations"
          complaint={given.success ? undefined : t('continue.invalid', { max: LIMITS.iterationsMax })}
        />
        <Button
          type="submit"
          variant="contained"
          disabled={!given.success}
          loading={run.isPending}
          data-testid="continue-run"
          sx={{ mt: 0.5 }}
        >
          {t('continue.button')}
        </Button>
      </Box>
      {run.error && <ErrorAlert error={run.error} />}
    </Paper>
  );
}

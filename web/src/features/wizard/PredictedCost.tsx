import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { CALLS, type Estimate } from '@pace/contract';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError, callApi } from '../../api/client.ts';
import { bytesText } from '../../ui/bytes.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { useAboutTime } from '../../ui/useAboutTime.ts';
import { whyNoBars } from './ErrorBarsChoice.tsx';
import { isAdaptive } from './draft.ts';
import { useNumbers } from './useNumbers.ts';
import type { Wizard } from './useWizard.ts';

/** What the solver itself predicts for this mesh and these values, when asked: the formula of the header knows neither. */
export function PredictedCost({ wizard }: { wizard: Wizard }) {
  const { project, blocked, save, draft, change, model } = wizard;
  const { t } = useTranslation('wizard');
  // A prediction belongs to the values that it was asked for.
  const { base: _, ...typed } = draft;
  const values = JSON.stringify([typed, model.report?.triangles]);
  const prediction = useMutation({
    mutationFn: async () => {
      await save();
      return { cost: await callApi(CALLS.estimate, { body: { projectId: project.id } }), values };
    },
  });
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Button
        variant="outlined"
        color="inherit"
        sx={{ justifySelf: 'start' }}
        disabled={blocked !== undefined || prediction.isPending}
        onClick={() => prediction.mutate()}
        data-testid="predict-cost"
      >
        {t(prediction.isPending ? 'solver.predicting' : 'solver.predict')}
      </Button>
      <Box aria-live="polite">
        {prediction.data && prediction.data.values === values && (
          <Prediction
            cost={prediction.data.cost}
            triangles={model.report?.triangles ?? 0}
            withBars={draft.errorBars && whyNoBars(wizard) === undefined}
            adaptive={isAdaptive(draft)}
          />
        )}
        {prediction.error && <ErrorAlert error={prediction.error} />}
      </Box>
      {(draft.sizeConfirmed || isSizeQuestion(prediction.error)) && (
        <FormControlLabel
          control={
            <Switch
              checked={draft.sizeConfirmed}
              onChange={(_, sizeConfirmed) => change({ sizeConfirmed })}
              slotProps={{ input: { 'data-testid': 'solver-sizeConfirmed' } as object }}
            />
          }
          label={t('solver.sizeConfirmed')}
        />
      )}
    </Box>
  );
}

const isSizeQuestion = (error: unknown) => error instanceof ApiError && error.code === 'SIZE_UNUSUAL';

interface PredictionProps {
  cost: Estimate;
  triangles: number;
  withBars: boolean;
  adaptive: boolean;
}

export function Prediction({ cost, triangles, withBars, adaptive }: PredictionProps) {
  const { t, i18n } = useTranslation('wizard');
  const { whole } = useNumbers();
  const aboutTime = useAboutTime();
  const spent = { memory: bytesText(cost.memoryBytes, i18n.language), duration: aboutTime(cost.seconds) };
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }} data-testid="predicted-cost">
      {cost.method === 'physical-optics'
        ? t('solver.predictedOptics', { triangles: whole(triangles), ...spent })
        : t('solver.predicted', {
            unknowns: whole(cost.unknowns),
            method:
              cost.method === 'dense-lu'
                ? t('solver.methodLu')
                : t(`solver.types.${cost.method === 'hybrid' ? 'hybrid' : 'mlfma'}`),
            ...spent,
          })}
      {cost.diskBytes !== undefined &&
        ` ${t('solver.predictedOnDisk', { disk: bytesText(cost.diskBytes, i18n.language) })}`}
      {withBars && ` ${t('bars.included')}`}
      {adaptive && ` ${t('solver.predictedAdaptive')}`}
    </Typography>
  );
}

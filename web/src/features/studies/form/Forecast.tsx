import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { variantCount, type StudyDefinition } from '@pace/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStudyForecast } from '../../../api/studies.ts';
import { bytesText } from '../../../ui/bytes.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { useAboutTime } from '../../../ui/useAboutTime.ts';

/** The solver is asked when nothing was typed for so long. */
const SETTLED_MS = 700;

function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const key = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what has the same text is the same
  }, [key]);
  return settled;
}

/** What the study would take, or why it cannot be made. */
export function Forecast({
  projectId,
  definition,
}: {
  projectId: string;
  definition: StudyDefinition | undefined;
}) {
  const { t, i18n } = useTranslation('studies');
  const about = useAboutTime();
  const forecast = useStudyForecast(projectId, useSettled(definition));
  const facts = forecast.data;
  return (
    <Card
      component="section"
      aria-live="polite"
      sx={{ p: 2, display: 'grid', gap: 1 }}
      data-testid="study-forecast"
    >
      <Typography variant="h4" component="h2">
        {t('forecast.title')}
      </Typography>
      {definition ? (
        <Typography data-testid="study-variants">
          {t('forecast.variants', { count: variantCount(definition) })}
        </Typography>
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>{t('forecast.incomplete')}</Typography>
      )}
      {definition && forecast.isFetching && (
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
          <CircularProgress size={16} aria-hidden />
          <Typography variant="body2">{t('forecast.asking')}</Typography>
        </Box>
      )}
      {definition && facts && !forecast.isFetching && (
        <>
          {facts.asked > 0 && (
            <Typography data-testid="study-time">
              {t('forecast.time', {
                total: about(facts.seconds),
                longest: about(facts.longestSeconds),
                memory: bytesText(facts.memoryBytes, i18n.language),
              })}
            </Typography>
          )}
          {facts.meshes > 0 && <Typography>{t('forecast.meshes', { count: facts.meshes })}</Typography>}
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {[
              ...(facts.asked > 0 && facts.asked < facts.variants - facts.unmeshed
                ? [t('forecast.asked', { count: facts.asked })]
                : []),
              ...(facts.runningRunsLimit === null
                ? []
                : [t('forecast.limit', { count: facts.runningRunsLimit })]),
            ].join(' ')}
          </Typography>
        </>
      )}
      {definition && forecast.isError && <ErrorAlert error={forecast.error} />}
      {definition && facts && facts.unmeshed > 0 && (
        <Alert severity="info">{t('forecast.unknown', { count: facts.unmeshed })}</Alert>
      )}
    </Card>
  );
}

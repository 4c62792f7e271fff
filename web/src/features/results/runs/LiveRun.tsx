import { SOLVER_TYPES, type LiveState, type Project } from '@pace/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useMemo } from 'react';
import { bytesText } from '../../../ui/bytes.ts';
import { useAboutTime } from '../../../ui/useAboutTime.ts';
import { useTranslation } from 'react-i18next';
import { LinePlot, type PlotSeries } from '../../../plots/index.ts';
import { Facts } from '../parts/Facts.tsx';
import { LoadingLine } from '../parts/LoadingLine.tsx';
import { useMethodName } from '../labels/method.ts';
import { frequencyLabel, plainNumber } from '../labels/quantities.ts';
import { LiveCurve } from './LiveCurve.tsx';
import { remainingSeconds, withState, type RunEvents } from './runEvents.ts';
import { elapsedSeconds, runTimes } from '../data/runTimes.ts';
import { useNow } from './useNow.ts';

type SolverState = LiveState['solverState'];

/** What a waiting run will take, as far as the solver has said it. */
export function Prediction({ state: { predicted } }: { state: SolverState }) {
  const { t, i18n } = useTranslation('results');
  const aboutTime = useAboutTime();
  if (!predicted) return null;
  return (
    <Box data-testid="run-predicted" data-seconds={predicted.seconds}>
      <Facts
        facts={[
          [t('live.predicted'), aboutTime(predicted.seconds)],
          [t('live.predictedMemory'), bytesText(predicted.memoryBytes, i18n.language)],
        ]}
      />
    </Box>
  );
}

/** What a running solver reports: where it is, how long it will take, how each right-hand side converges. */
export function LiveRun({
  project,
  state,
  events,
  streaming,
}: {
  project: Project;
  state: SolverState;
  events: RunEvents;
  streaming: boolean;
}) {
  const { t, i18n } = useTranslation('results');
  const { language } = i18n;
  const methodName = useMethodName();
  const now = useNow(true);
  const aboutTime = useAboutTime();
  const duration = (seconds: number | undefined) => (seconds === undefined ? undefined : aboutTime(seconds));
  const known = streaming ? events : withState(events, state, elapsedSeconds(runTimes(project), now));
  const { predicted } = known;
  const remaining = remainingSeconds(known, now.getTime());
  const facts: [string, string][] = [];
  const add = (name: string, value: string | undefined) =>
    value !== undefined && facts.push([t(`live.${name}`), value]);
  add('method', predicted?.method === undefined ? undefined : methodName(predicted.method));
  add('unknowns', predicted?.unknowns?.toLocaleString(language));
  add(
    'frequency',
    events.frequencyHz === undefined ? undefined : frequencyLabel(events.frequencyHz, language),
  );
  add('predicted', duration(predicted?.seconds));
  add('remaining', duration(remaining));
  add('memory', events.memoryBytes === undefined ? undefined : bytesText(events.memoryBytes, language));
  add('predictedMemory', predicted && bytesText(predicted.memoryBytes, language));
  return (
    <Box
      data-testid="live-run"
      data-streaming={streaming}
      data-fraction={known.fraction}
      data-remaining={remaining}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}
    >
      {facts.length > 0 && <Facts facts={facts} />}
      {!streaming && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('live.polling')}
        </Typography>
      )}
      <LiveCurve project={project} returns={events.returns} />
      {events.histories.length > 0 && (
        <Box data-testid="live-convergence">
          <Residuals project={project} events={events} />
        </Box>
      )}
    </Box>
  );
}

function Residuals({
  project,
  events: { histories, rightHandSides },
}: {
  project: Project;
  events: RunEvents;
}) {
  const { t, i18n } = useTranslation('results');
  const series = useMemo(
    () =>
      histories.map(({ frequencyHz, rightHandSide, iterations, residuals }): PlotSeries => ({
        id: `${frequencyHz}/${rightHandSide}`,
        x: iterations,
        y: residuals,
        name: t('live.rightHandSide', {
          frequency: frequencyLabel(frequencyHz, i18n.language),
          number: plainNumber(rightHandSide + 1, i18n.language),
        }),
      })),
    [histories, t, i18n.language],
  );
  const x = useMemo(() => ({ label: t('iterations.iteration'), unit: '' }), [t]);
  const y = useMemo(() => ({ label: t('iterations.residual'), unit: '' }), [t]);
  const input = project.state.solverInput;
  const tolerance = input?.solvertype === SOLVER_TYPES.physicalOptics ? undefined : input?.residualerror;
  const level = useMemo(
    () => (tolerance === undefined ? undefined : { value: tolerance, label: t('iterations.tolerance') }),
    [t, tolerance],
  );
  return (
    <Suspense fallback={<LoadingLine label={t('plotLoading')} />}>
      {rightHandSides.size > histories.length && (
        <Typography variant="caption" data-testid="live-newest" sx={{ color: 'text.secondary', mb: -1 }}>
          {t('live.newest', {
            count: histories.length,
            all: rightHandSides.size.toLocaleString(i18n.language),
          })}
        </Typography>
      )}
      <LinePlot
        series={series}
        x={x}
        y={y}
        logarithmicY
        wholeX
        height={320}
        testId="live-residuals"
        label={t('live.plotLabel')}
        fileName={`${project.name}-residuals`}
        comments={[project.name]}
        {...(level && { level })}
      />
    </Suspense>
  );
}

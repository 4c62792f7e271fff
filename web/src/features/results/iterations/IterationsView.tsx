import { SOLVER_TYPES, type Project } from '@pace/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LinePlot, type PlotSeries } from '../../../plots/index.ts';
import { DrawingError } from '../parts/DrawingError.tsx';
import { LoadingLine } from '../parts/LoadingLine.tsx';
import { IncidentSelect } from '../parts/IncidentSelect.tsx';
import { PointSelectors } from '../parts/PointSelectors.tsx';
import { useIncident } from '../parts/useIncident.ts';
import { residualLabel } from '../labels/quantities.ts';
import { isDirect, useMethodName } from '../labels/method.ts';
import { useIterations } from '../data/queries.ts';
import type { SweepPoints } from '../data/resultSummary.ts';
import { UnconvergedBanner } from '../parts/UnconvergedBanner.tsx';
import { usePointChoice } from '../parts/usePointChoice.ts';

export function IterationsView({
  project,
  sweep,
  unconverged,
}: {
  project: Project;
  sweep: SweepPoints;
  unconverged: boolean;
}) {
  const { t, i18n } = useTranslation('results');
  const methodName = useMethodName();
  const choice = usePointChoice(sweep);
  const wave = useIncident(project);
  const history = useIterations(project, choice.point && { ...choice.point, incident: wave.incident });
  const data = history.data;
  const direct = data !== undefined && isDirect(data.method);
  const input = project.state.solverInput;
  const series = useMemo(
    (): PlotSeries[] =>
      data
        ? [
            {
              id: 'residual',
              name: methodName(data.method),
              unconverged: !data.converged,
              x: data.iterations.map(({ iteration }) => iteration),
              y: data.iterations.map(({ residual }) => residual),
            },
          ]
        : [],
    [data, methodName],
  );
  const x = useMemo(() => ({ label: t('iterations.iteration'), unit: '' }), [t]);
  const y = useMemo(
    () => ({ label: t(direct ? 'iterations.backwardError' : 'iterations.residual'), unit: '' }),
    [t, direct],
  );
  const tolerance =
    direct || input?.solvertype === SOLVER_TYPES.physicalOptics ? undefined : input?.residualerror;
  const level = useMemo(
    () => (tolerance === undefined ? undefined : { value: tolerance, label: t('iterations.tolerance') }),
    [t, tolerance],
  );
  const last = data?.iterations.at(-1);
  // A single point stands in the middle.
  const xRange = useMemo(
    (): [number, number] | undefined =>
      direct && last ? [last.iteration - 1, last.iteration + 1] : undefined,
    [direct, last],
  );
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <PointSelectors choice={choice} testIdPrefix="iterations" />
        <IncidentSelect choice={wave} testId="iterations-incident" />
      </Box>
      <DrawingError
        errors={[history.error]}
        empty={data?.iterations.length === 0 ? [t('iterations.title')] : []}
      />
      {history.isFetching && <LoadingLine label={t('plotLoading')} />}
      {data && !unconverged && !data.converged && <UnconvergedBanner />}
      {data && (
        <Typography data-testid="iterations-method">
          {t('iterations.method', { method: methodName(data.method) })}{' '}
          {last &&
            t(direct ? 'iterations.directEnd' : 'iterations.iterativeEnd', {
              count: last.iteration,
              residual: residualLabel(last.residual, i18n.language),
            })}
        </Typography>
      )}
      {data && direct && <Alert severity="info">{t('iterations.directExplained')}</Alert>}
      {data && !direct && sweep.frequenciesHz.length > 1 && (
        <Typography variant="body2" data-testid="iterations-started" sx={{ color: 'text.secondary' }}>
          {t('iterations.started')}
        </Typography>
      )}
      {data && data.iterations.length > 0 && (
        <Suspense fallback={<LoadingLine label={t('plotLoading')} />}>
          <LinePlot
            key={direct ? 'direct' : 'iterative'}
            series={series}
            x={x}
            y={y}
            logarithmicY
            testId="iterations-chart"
            label={t('iterations.plotLabel')}
            fileName={`${project.name}-iterations`}
            comments={[project.name, t('iterations.title')]}
            height={direct ? 260 : 420}
            {...(level && { level })}
            wholeX
            {...(xRange && { xRange })}
          />
        </Suspense>
      )}
    </Box>
  );
}

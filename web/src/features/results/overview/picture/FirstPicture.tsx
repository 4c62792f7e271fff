import type { Project } from '@pace/contract';
import Box from '@mui/material/Box';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinePlot } from '../../../../plots/index.ts';
import { ErrorAlert } from '../../../../ui/ErrorAlert.tsx';
import { computedSeries, referenceSeries } from '../../curves/rcsCurves.ts';
import type { ResultRuns } from '../../data/resultRuns.ts';
import { angleLabel, frequencyLabel } from '../../labels/quantities.ts';
import { LoadingLine } from '../../parts/LoadingLine.tsx';
import { ValueSelect } from '../../parts/ValueSelect.tsx';
import { FirstModel } from './FirstModel.tsx';
import { keyNumbersOf } from './keyNumbers.ts';
import { KeyNumbersTable } from './KeyNumbersTable.tsx';
import { useFirstCurves } from './useFirstCurves.ts';

const PLOT_HEIGHT_PX = 400;
/** Of cuts, marked every 30° */
const FULL_TURN: { xRange: [number, number]; xMarks: number } = { xRange: [0, 360], xMarks: 12 };

/** What a finished run is opened with: its curve, its model and its numbers, before anything is chosen. */
export function FirstPicture({ project, runs }: { project: Project; runs: ResultRuns }) {
  const { t, i18n } = useTranslation('results');
  const { kind, curves, beside, x, selectors, hold, waveAt, errors, isFetching } = useFirstCurves(
    project,
    runs,
  );
  const [pointed, setPointed] = useState<number>();
  const xs = curves[0]?.x;
  // The pointer moves through many places between two points.
  const point = useCallback(
    (at: number | undefined) => setPointed(at === undefined || !xs ? undefined : nearestOf(xs, at)),
    [xs],
  );
  const series = useMemo(
    () => [
      ...curves.map((curve) => computedSeries(curve, 'dBsm', true)),
      ...beside.map((curve) => referenceSeries(curve, 'dBsm')),
    ],
    [curves, beside],
  );
  const y = useMemo(() => ({ label: t('rcs'), unit: 'dBsm' }), [t]);
  const strongest = useMemo(() => keyNumbersOf(curves)[0]?.maxAt, [curves]);
  const wave = useMemo(() => (strongest === undefined ? undefined : waveAt(strongest)), [strongest, waveAt]);
  const arrow = useMemo(() => (pointed === undefined ? undefined : waveAt(pointed)), [pointed, waveAt]);
  const isCurve = curves.some((curve) => curve.x.length > 1);
  return (
    <Box data-testid="glance" sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      {errors.map((error, i) => (
        <ErrorAlert key={i} error={error} />
      ))}
      {selectors.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          {selectors.map(({ axis, value, values }) => (
            <ValueSelect
              key={axis}
              label={t(`axis.${axis}`)}
              value={typeof value === 'number' ? value : undefined}
              values={values.filter((one) => typeof one === 'number')}
              text={(one) => (axis === 'frequency' ? frequencyLabel : angleLabel)(one, i18n.language)}
              onChange={(one) => hold(axis, one)}
              testId={`glance-${axis}`}
            />
          ))}
        </Box>
      )}
      <KeyNumbersTable {...{ curves, x }} />
      {isFetching && curves.length === 0 && <LoadingLine label={t('plotLoading')} />}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            lg: isCurve ? 'minmax(0, 3fr) minmax(0, 2fr)' : 'minmax(0, 1fr)',
          },
        }}
      >
        {isCurve && (
          <Suspense fallback={<LoadingLine label={t('plotLoading')} />}>
            <LinePlot
              {...{ series, x, y }}
              scale="decibel"
              height={PLOT_HEIGHT_PX}
              label={t('glance.plotLabel', { axis: x.label })}
              testId="glance-chart"
              fileName={`${project.name}-${kind}`}
              comments={[project.name, t(`${kind}.title`)]}
              {...(kind === 'bistatic' && FULL_TURN)}
              onPoint={kind === 'monostatic' ? point : undefined}
            />
          </Suspense>
        )}
        {wave && <FirstModel project={project} wave={wave} pointed={arrow ?? wave} />}
      </Box>
    </Box>
  );
}

const nearestOf = (values: readonly number[], wanted: number): number | undefined =>
  values.reduce<number | undefined>(
    (best, one) => (best !== undefined && Math.abs(best - wanted) <= Math.abs(one - wanted) ? best : one),
    undefined,
  );

import { HZ_PER_GHZ, type Project, distinct, rcsComponentsOf, type RcsComponent } from '@pace/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HeatMap } from '../../../plots/index.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { fitting } from '../fields/farField.ts';
import { frequencyLabel } from '../labels/quantities.ts';
import { DrawingError } from '../parts/DrawingError.tsx';
import { LoadingLine } from '../parts/LoadingLine.tsx';
import { useMonostatic } from '../data/queries.ts';
import { lockedRange, RangeLock, UNLOCKED } from '../parts/RangeLock.tsx';
import type { ResultRuns } from '../data/resultRuns.ts';
import { markedName, polarizationOfRun } from '../data/resultSummary.ts';
import { anglePlane, solvedTicks, sweepPlane } from '../fields/sweepPlane.ts';
import { SweptAngleSelectors } from '../parts/SweptAngleSelectors.tsx';
import { useSweptAngle } from '../parts/useSweptAngle.ts';
import { ValueSelect } from '../parts/ValueSelect.tsx';
import { LevelBall } from './LevelBall.tsx';

const SPAN_DB = 50;
const SPANS_DB = [20, 30, 40, 60] as const;
const MAPS = ['frequency', 'angles', 'ball'] as const;
/** Backscatter over frequency and one angle, or over both angles: as a map, or as a surface */
type MapKind = (typeof MAPS)[number];

/** Backscatter over two swept axes as colours. */
export function WaterfallView({ project, runs }: { project: Project; runs: ResultRuns }) {
  const { t, i18n } = useTranslation('results');
  const monostatic = useMonostatic(
    runs,
    useMemo(() => [project.id], [project.id]),
  );
  const result = monostatic.results.get(project.id);
  const choice = useSweptAngle(result?.monoStaticRcs);
  const [wanted, setComponent] = useState<RcsComponent>('total');
  const [wantedKind, setKind] = useState<MapKind>('frequency');
  const [wantedHz, setFrequency] = useState<number>();
  const [lock, setLock] = useState(UNLOCKED);
  const [spanDb, setSpanDb] = useState<number>(30);
  const { records, swept, value, angles } = choice;
  const frequencies = useMemo(() => distinct(records.map(({ frequency }) => frequency)), [records]);
  const frequencyHz = wantedHz !== undefined && frequencies.includes(wantedHz) ? wantedHz : frequencies[0];
  const polarization = polarizationOfRun(project);
  const offered = rcsComponentsOf(polarization);
  const component = fitting(wanted, offered);
  const kinds = MAPS.filter((one) =>
    one === 'frequency' ? angles.length > 0 && frequencies.length > 1 : angles.length > 1,
  );
  const kind = kinds.includes(wantedKind) ? wantedKind : kinds[0];
  const plane = useMemo(
    () =>
      kind === undefined || kind === 'frequency' || frequencyHz === undefined
        ? undefined
        : anglePlane(records, frequencyHz, component, polarization),
    [kind, records, frequencyHz, component, polarization],
  );
  const map = useMemo(() => {
    const angle = (axis: 'theta' | 'phi') => ({ label: t(`axis.${axis}`), unit: '°' });
    if (kind === 'angles' && plane) {
      const { phisDeg, thetasDeg, dbsm } = plane;
      return { xs: phisDeg, ys: thetasDeg, values: dbsm, lines: [], x: angle('phi'), y: angle('theta') };
    }
    if (kind !== 'frequency' || value === undefined) return undefined;
    const { anglesDeg, frequenciesHz, dbsm } = sweepPlane(records, swept, value, component, polarization);
    const ghz = frequenciesHz.map((hertz) => hertz / HZ_PER_GHZ);
    const lines = solvedTicks(records, anglesDeg, (hertz) => hertz / HZ_PER_GHZ);
    return {
      ...{ xs: anglesDeg, ys: ghz, values: dbsm, lines, x: angle(swept) },
      y: { label: t('frequency'), unit: 'GHz' },
    };
  }, [kind, plane, records, swept, value, component, polarization, t]);
  const own = useMemo((): [number, number] => {
    // A long sweep has more values than a call may have arguments.
    let [bottom, top] = [Infinity, -Infinity];
    for (const one of map?.values ?? [])
      if (Number.isFinite(one)) [bottom, top] = [Math.min(bottom, one), Math.max(top, one)];
    if (!Number.isFinite(top)) return [-SPAN_DB, 0];
    return [Math.floor(Math.max(bottom, top - SPAN_DB)), Math.ceil(top)];
  }, [map]);
  const range = lockedRange(lock) ?? own;
  const z = useMemo(() => ({ label: t('rcs'), unit: 'dBsm' }), [t]);
  const label = t(kind === 'angles' ? 'waterfall.anglesLabel' : 'waterfall.label');
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        {kinds.length > 1 && (
          <ValueSelect
            label={t('waterfall.axes')}
            value={kind}
            values={kinds}
            text={(one) => t(`waterfall.over.${one}`)}
            onChange={setKind}
            testId="waterfall-kind"
          />
        )}
        {plane ? (
          <ValueSelect
            label={t('frequency')}
            value={frequencyHz}
            values={frequencies}
            text={(one) => frequencyLabel(one, i18n.language)}
            onChange={setFrequency}
            testId="waterfall-frequency"
          />
        ) : (
          <SweptAngleSelectors choice={choice} testId="waterfall" />
        )}
        <ValueSelect
          label={t('component.label')}
          value={component}
          values={offered}
          text={(one) => t(`component.${one}`)}
          onChange={setComponent}
          testId="waterfall-component"
        />
        {kind === 'ball' && (
          <ValueSelect
            label={t('pattern.span')}
            value={spanDb}
            values={SPANS_DB}
            text={(one) => `${one} dB`}
            onChange={setSpanDb}
            testId="waterfall-span"
          />
        )}
        {map && <RangeLock state={lock} onChange={setLock} shown={range} unit="dBsm" />}
      </Box>
      <DrawingError errors={monostatic.errors} />
      {monostatic.isFetching && <LoadingLine label={t('plotLoading')} />}
      {result && !map && !plane && (
        <EmptyState icon="info" title={t('waterfall.none')} text={t('waterfall.noneText')} />
      )}
      {map && map.lines.length > 0 && (
        <Typography variant="body2" data-testid="waterfall-solved" sx={{ color: 'text.secondary' }}>
          {t('waterfall.solved')}
        </Typography>
      )}
      {kind === 'ball' && plane && (
        <LevelBall
          {...{ plane, spanDb }}
          fileName={markedName(`${project.name}-angles`, result?.converged === false)}
          unconverged={result?.converged === false}
        />
      )}
      {map && (
        <Suspense fallback={<LoadingLine label={t('plotLoading')} />}>
          <HeatMap
            {...map}
            {...{ z, range, label }}
            testId="waterfall-chart"
            fileName={`${project.name}-${kind === 'angles' ? 'angles' : 'waterfall'}`}
            comments={[project.name, label]}
            unconverged={result?.converged === false}
          />
        </Suspense>
      )}
    </Box>
  );
}

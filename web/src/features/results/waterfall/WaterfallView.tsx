import { HZ_PER_GHZ, type Project } from '@pace/contract';
import Box from '@mui/material/Box';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HeatMap } from '../../../plots/index.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { fitting, rcsComponentsOf, type RcsComponent } from '../fields/farField.ts';
import { DrawingError } from '../parts/DrawingError.tsx';
import { LoadingLine } from '../parts/LoadingLine.tsx';
import { useMonostatic } from '../data/queries.ts';
import { lockedRange, RangeLock, UNLOCKED } from '../parts/RangeLock.tsx';
import type { ResultRuns } from '../data/resultRuns.ts';
import { polarizationOfRun } from '../data/resultSummary.ts';
import { sweepPlane } from '../fields/sweepPlane.ts';
import { SweptAngleSelectors } from '../parts/SweptAngleSelectors.tsx';
import { useSweptAngle } from '../parts/useSweptAngle.ts';
import { ValueSelect } from '../parts/ValueSelect.tsx';

const SPAN_DB = 50;

/** Backscatter over frequency and angle as colours. */
export function WaterfallView({ project, runs }: { project: Project; runs: ResultRuns }) {
  const { t } = useTranslation('results');
  const monostatic = useMonostatic(
    runs,
    useMemo(() => [project.id], [project.id]),
  );
  const result = monostatic.results.get(project.id);
  const choice = useSweptAngle(result?.monoStaticRcs);
  const [wanted, setComponent] = useState<RcsComponent>('total');
  const [lock, setLock] = useState(UNLOCKED);
  const { records, swept, value } = choice;
  const polarization = polarizationOfRun(project);
  const offered = rcsComponentsOf(polarization);
  const component = fitting(wanted, offered);
  const plane = useMemo(
    () => (value === undefined ? undefined : sweepPlane(records, swept, value, component, polarization)),
    [records, swept, value, component, polarization],
  );
  const supported = plane !== undefined && plane.anglesDeg.length > 1 && plane.frequenciesHz.length > 1;
  const own = useMemo((): [number, number] => {
    // A long sweep has more values than a call may have arguments.
    let [bottom, top] = [Infinity, -Infinity];
    for (const value of plane?.dbsm ?? [])
      if (Number.isFinite(value)) [bottom, top] = [Math.min(bottom, value), Math.max(top, value)];
    if (!Number.isFinite(top)) return [-SPAN_DB, 0];
    return [Math.floor(Math.max(bottom, top - SPAN_DB)), Math.ceil(top)];
  }, [plane]);
  const range = lockedRange(lock) ?? own;
  const ghz = useMemo(() => plane?.frequenciesHz.map((hertz) => hertz / HZ_PER_GHZ) ?? [], [plane]);
  const x = useMemo(() => ({ label: t(`axis.${swept}`), unit: '°' }), [t, swept]);
  const y = useMemo(() => ({ label: t('frequency'), unit: 'GHz' }), [t]);
  const z = useMemo(() => ({ label: t('rcs'), unit: 'dBsm' }), [t]);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <SweptAngleSelectors choice={choice} testId="waterfall" />
        <ValueSelect
          label={t('component.label')}
          value={component}
          values={offered}
          text={(one) => t(`component.${one}`)}
          onChange={setComponent}
          testId="waterfall-component"
        />
        {supported && <RangeLock state={lock} onChange={setLock} shown={range} unit="dBsm" />}
      </Box>
      <DrawingError errors={monostatic.errors} />
      {monostatic.isFetching && <LoadingLine label={t('plotLoading')} />}
      {result && !supported && (
        <EmptyState
          icon="info"
          title={t('waterfall.none')}
          text={t('waterfall.noneText', {
            frequencies: plane?.frequenciesHz.length ?? 0,
            angles: plane?.anglesDeg.length ?? 0,
          })}
        />
      )}
      {plane && supported && (
        <Suspense fallback={<LoadingLine label={t('plotLoading')} />}>
          <HeatMap
            xs={plane.anglesDeg}
            ys={ghz}
            values={plane.dbsm}
            {...{ x, y, z, range }}
            label={t('waterfall.label')}
            testId="waterfall-chart"
            fileName={`${project.name}-waterfall`}
            comments={[project.name, t('waterfall.label')]}
            unconverged={result?.converged === false}
          />
        </Suspense>
      )}
    </Box>
  );
}

import { type Project, rcsComponentsOf, type RcsComponent } from '@pace/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { MeshViewer } from '../../../viewer/index.ts';
import { DrawingError } from '../parts/DrawingError.tsx';
import { exactKey } from '../data/exactSpheres.ts';
import { Facts } from '../parts/Facts.tsx';
import { fitting } from '../fields/farField.ts';
import { LoadingLine } from '../parts/LoadingLine.tsx';
import { farFieldPattern } from '../fields/pattern.ts';
import { PointSelectors } from '../parts/PointSelectors.tsx';
import { angleLabel, plainNumber } from '../labels/quantities.ts';
import { useFarFields } from '../data/queries.ts';
import type { ResultRuns } from '../data/resultRuns.ts';
import { polarizationOfRun, markedName, type SweepPoints } from '../data/resultSummary.ts';
import { usePointChoice } from '../parts/usePointChoice.ts';
import { ValueSelect } from '../parts/ValueSelect.tsx';

const WITHOUT_SCALE = { withoutScale: true } as const;
const SPANS_DB = [20, 30, 40, 60] as const;

/** The far field in all directions as a surface, when the run was asked for it. */
export function PatternView({
  project,
  runs,
  sweep,
}: {
  project: Project;
  runs: ResultRuns;
  sweep: SweepPoints;
}) {
  const { t, i18n } = useTranslation('results');
  const choice = usePointChoice(sweep);
  const [wanted, setComponent] = useState<RcsComponent>('total');
  const [spanDb, setSpanDb] = useState<number>(30);
  const key = choice.point ? exactKey({ run: project.id, ...choice.point }) : '';
  // The key says everything of the point.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const points = useMemo(() => (choice.point ? [{ run: project.id, ...choice.point }] : []), [key]);
  const results = useFarFields(runs, points);
  const result = results.fields.get(key);
  const unconverged = result?.converged === false;
  const polarization = polarizationOfRun(project);
  const offered = rcsComponentsOf(polarization);
  const component = fitting(wanted, offered);
  const pattern = useMemo(
    () => result && farFieldPattern(result.farZoneFields, component, polarization, spanDb),
    [result, component, polarization, spanDb],
  );
  const colors = useMemo(
    () =>
      pattern && {
        values: pattern.dbsm,
        label: 'σ',
        unit: 'dBsm',
        range: [pattern.peak.dbsm - spanDb, pattern.peak.dbsm] as [number, number],
      },
    [pattern, spanDb],
  );
  const arrows = useMemo(
    () => points.map(({ thetaDeg, phiDeg }) => ({ thetaDeg, phiDeg, polarization })),
    [points, polarization],
  );
  const number = (value: number) => plainNumber(value, i18n.language, 4);
  const angle = (value: number) => angleLabel(value, i18n.language);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}>
        <PointSelectors choice={choice} testIdPrefix="pattern" />
        <ValueSelect
          label={t('component.label')}
          value={component}
          values={offered}
          text={(value) => t(`component.${value}`)}
          onChange={setComponent}
          testId="pattern-component"
        />
        <ValueSelect
          label={t('pattern.span')}
          value={spanDb}
          values={SPANS_DB}
          text={(value) => `${value} dB`}
          onChange={setSpanDb}
          testId="pattern-span"
        />
      </Box>
      <DrawingError errors={results.errors} />
      {results.isFetching && <LoadingLine label={t('plotLoading')} />}
      {result && !pattern && (
        <EmptyState icon="info" title={t('pattern.none')} text={t('pattern.noneText')} />
      )}
      {pattern && (
        <Box data-testid="pattern-facts" data-peak={pattern.peak.dbsm}>
          <Facts
            facts={[
              [t('pattern.peak'), `${number(pattern.peak.dbsm)} dBsm`],
              [t('pattern.peakAt'), `θ ${angle(pattern.peak.thetaDeg)}, φ ${angle(pattern.peak.phiDeg)}`],
              [t('pattern.mean'), `${number(10 * Math.log10(pattern.meanM2))} dBsm`],
            ]}
          />
        </Box>
      )}
      {pattern && colors && (
        <>
          <Box sx={{ height: { xs: 600, md: 580 } }}>
            <Suspense fallback={<LoadingLine label={t('viewerLoading')} />}>
              <MeshViewer
                key={spanDb}
                geometry={pattern.geometry}
                colors={colors}
                arrows={arrows}
                options={WITHOUT_SCALE}
                fileName={markedName(`${project.name}-pattern`, unconverged)}
                {...(unconverged && { warning: t('notConverged.title') })}
              />
            </Suspense>
          </Box>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {t('pattern.explained', { span: spanDb })}
          </Typography>
        </>
      )}
    </Box>
  );
}

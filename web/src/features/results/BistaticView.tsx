import type { Project } from '@pace/contract';
import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { Suspense, useMemo, useState, type Dispatch } from 'react';
import { useTranslation } from 'react-i18next';
import { LinePlot, PolarPlot, type PlotSeries } from '../../plots/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { bistaticIdOf, bistaticKey, resultKeyText } from './curveKeys.ts';
import type { CurveAction, CurveList } from './curveList.ts';
import { CurveTools } from './CurveTools.tsx';
import { bistaticCurve, COMPONENTS, PLANES, type Component, type Plane } from './farField.ts';
import { LoadingLine } from './LoadingLine.tsx';
import { PointSelectors } from './PointSelectors.tsx';
import { useFarFields } from './queries.ts';
import type { SweepPoints } from './resultSummary.ts';
import { UnconvergedBanner } from './UnconvergedBanner.tsx';
import { useCurveNames } from './useCurveNames.ts';
import { usePointChoice } from './usePointChoice.ts';
import { ValueSelect } from './ValueSelect.tsx';

interface BistaticViewProps {
  project: Project;
  sweep: SweepPoints;
  list: CurveList;
  dispatch: Dispatch<CurveAction>;
  /** The whole run is; the panel says so already */
  unconverged: boolean;
}

interface DrawnCurve extends PlotSeries {
  plane: Plane;
}

const FULL_TURN: [number, number] = [0, 360];
/** Every 30° as long as the whole turn is in view */
const TURN_MARKS = 12;

export function BistaticView({ project, sweep, list, dispatch, unconverged }: BistaticViewProps) {
  const { t } = useTranslation('results');
  const names = useCurveNames();
  const choice = usePointChoice(sweep);
  const [plane, setPlane] = useState<Plane>('xy');
  const [component, setComponent] = useState<Component>('total');
  const [polar, setPolar] = useState(false);
  const ids = useMemo(() => list.map(bistaticIdOf), [list]);
  const results = useFarFields(project, ids);

  const drawn = useMemo(
    () => ids.flatMap((id, i): DrawnCurve[] => {
      const result = results.fields.get(resultKeyText(id));
      if (!result) return [];
      return [{
        id: list[i]!, name: names.bistatic(id), plane: id.plane, styleIndex: i, unconverged: !result.converged,
        ...bistaticCurve(result.farZoneFields, id.plane, id.component),
      }];
    }),
    [ids, list, names, results.fields],
  );
  const groups = polar ? byOrientation(drawn) : drawn.length > 0 ? [drawn] : [];
  const stopped = drawn.filter((curve) => curve.unconverged).map(({ name }) => name);
  const y = useMemo(() => ({ label: t('rcs'), unit: 'dBsm' }), [t]);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, minWidth: 0 }}>
      <CurveTools
        list={list} dispatch={dispatch} testId="bistatic-plot" busy={results.isFetching}
        chosen={choice.point ? [bistaticKey({ ...choice.point, plane, component })] : []}
        name={(key) => names.bistatic(bistaticIdOf(key))}
      >
        <PointSelectors choice={choice} testIdPrefix="bistatic" />
        <ValueSelect label={t('plane')} value={plane} values={PLANES} text={String} onChange={setPlane} testId="bistatic-plane" />
        <ValueSelect
          label={t('component.label')} value={component} values={COMPONENTS} text={(value) => t(`component.${value}`)} onChange={setComponent}
          testId="bistatic-component"
        />
        <ToggleButtonGroup
          size="small" exclusive value={polar ? 'polar' : 'cartesian'} aria-label={t('chart.label')}
          onChange={(_, next: string | null) => next && setPolar(next === 'polar')}
        >
          <ToggleButton value="cartesian">{t('chart.cartesian')}</ToggleButton>
          <ToggleButton value="polar" data-testid="bistatic-polar">{t('chart.polar')}</ToggleButton>
        </ToggleButtonGroup>
      </CurveTools>
      {results.errors.map((error, i) => <ErrorAlert key={i} error={error} />)}
      {!unconverged && stopped.length > 0 && <UnconvergedBanner what={stopped.join('; ')} />}
      {list.length === 0 && <EmptyState icon="show" title={t('bistatic.empty')} text={t('bistatic.hint')} />}
      <Suspense fallback={<LoadingLine label={t('plotLoading')} />}>
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(auto-fit, minmax(440px, 1fr))' } }}>
          {groups.map((group) => (
            <CutPlot key={polar ? orientationOf(group) : 'all'} curves={group} polar={polar} y={y} projectName={project.name} />
          ))}
        </Box>
      </Suspense>
    </Box>
  );
}

const orientationOf = (curves: readonly DrawnCurve[]) => (curves.every(({ plane }) => plane === 'xy') ? 'azimuth' : 'elevation');

/** The xy plane and the vertical planes lie differently on a polar plot, so each has its own. */
function byOrientation(curves: readonly DrawnCurve[]): DrawnCurve[][] {
  return [curves.filter(({ plane }) => plane === 'xy'), curves.filter(({ plane }) => plane !== 'xy')].filter((group) => group.length > 0);
}

function CutPlot({ curves, polar, y, projectName }: { curves: DrawnCurve[]; polar: boolean; y: { label: string; unit: string }; projectName: string }) {
  const { t } = useTranslation('results');
  const planes = [...new Set(curves.map(({ plane }) => plane))];
  const axis = planes.length === 1 ? planes[0]! : 'mixed';
  const x = useMemo(() => ({ label: t(`cutAngle.${axis}`), unit: '°' }), [t, axis]);
  const frame = {
    series: curves, x, y, label: t('bistatic.plotLabel', { count: curves.length }), testId: 'bistatic-chart',
    fileName: `${projectName}-bistatic`, comments: [projectName, t('bistatic.title'), ...planes.map((plane) => t(`cutAngle.${plane}Explained`))],
  };
  return (
    <Box component="figure" sx={{ m: 0, minWidth: 0 }}>
      {polar
        ? <PolarPlot {...frame} orientation={orientationOf(curves)} />
        : <LinePlot {...frame} xRange={FULL_TURN} xMarks={TURN_MARKS} />}
      <Box component="figcaption" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        {planes.map((plane) => t(`cutAngle.${plane}Explained`)).join(' ')}
      </Box>
    </Box>
  );
}

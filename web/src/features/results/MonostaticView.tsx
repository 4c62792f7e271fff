import { HZ_PER_GHZ, type Project } from '@pace/contract';
import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { Suspense, useMemo, useState, type Dispatch } from 'react';
import { useTranslation } from 'react-i18next';
import { LinePlot, PolarPlot, type PlotSeries } from '../../plots/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { monostaticIdOf } from './curveKeys.ts';
import type { CurveAction, CurveList, CurveLists } from './curveList.ts';
import { CurveTools } from './CurveTools.tsx';
import { COMPONENTS, MONOSTATIC_AXES, monostaticCurve, sweptAxis, type MonostaticAxis } from './farField.ts';
import { LoadingLine } from './LoadingLine.tsx';
import { ALL_VALUES, ANGLE_AXES, chosenKeys, heldSelectors, type HeldValue, type MonostaticChoice } from './monostaticChoice.ts';
import { angleLabel, frequencyLabel } from './quantities.ts';
import { useMonostatic } from './queries.ts';
import type { SweepPoints } from './resultSummary.ts';
import { UnconvergedBanner } from './UnconvergedBanner.tsx';
import { useCurveNames } from './useCurveNames.ts';
import { ValueSelect } from './ValueSelect.tsx';

interface MonostaticViewProps {
  project: Project;
  sweep: SweepPoints;
  /** By x axis */
  lists: CurveLists;
  dispatch: Dispatch<{ plot: MonostaticAxis; action: CurveAction }>;
  /** The whole run is; the panel says so already */
  unconverged: boolean;
}

const NO_CURVES: CurveList = [];

export function MonostaticView({ project, sweep, lists, dispatch, unconverged }: MonostaticViewProps) {
  const { t, i18n } = useTranslation('results');
  const names = useCurveNames();
  const monostatic = useMonostatic(project);
  const [choice, setChoice] = useState<MonostaticChoice>(() => ({
    axis: sweptAxis(sweep.frequenciesHz, sweep.illuminations), yAxis: 'theta', component: 'total', held: {},
  }));
  const [polar, setPolar] = useState(false);
  const change = (changes: Partial<MonostaticChoice>) => setChoice((old) => ({ ...old, ...changes }));
  const { axis } = choice;
  const records = monostatic.data?.monoStaticRcs;
  const converged = monostatic.data?.converged ?? true;
  const selectors = useMemo(() => heldSelectors(records ?? [], choice), [records, choice]);
  const list = lists[axis] ?? NO_CURVES;

  const curves = useMemo(
    () => list.map((key): PlotSeries => {
      const id = monostaticIdOf(key);
      const { x, y } = monostaticCurve(records ?? [], id.axis, id.held, id.component);
      return {
        id: key, name: names.monostatic(id), y, unconverged: !converged,
        x: id.axis === 'frequency' ? x.map((hertz) => hertz / HZ_PER_GHZ) : x,
      };
    }),
    [list, records, names, converged],
  );
  const x = useMemo(() => ({ label: t(`axis.${axis}`), unit: axis === 'frequency' ? 'GHz' : '°' }), [t, axis]);
  const y = useMemo(() => ({ label: t('rcs'), unit: 'dBsm' }), [t]);
  const valueText = (held: MonostaticAxis) => (value: HeldValue) =>
    value === ALL_VALUES ? t('axis.all') : held === 'frequency' ? frequencyLabel(value, i18n.language) : angleLabel(value, i18n.language);
  const frame = {
    series: curves, x, y, label: t('monostatic.plotLabel', { count: curves.length, axis: x.label }), testId: 'monostatic-chart',
    fileName: `${project.name}-monostatic`, comments: [project.name, t('monostatic.title')],
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, minWidth: 0 }}>
      <CurveTools
        list={list} testId="monostatic-plot" busy={monostatic.isFetching} chosen={chosenKeys(selectors, choice)}
        dispatch={(action) => dispatch({ plot: axis, action })} name={(key) => names.monostatic(monostaticIdOf(key))}
      >
        <ValueSelect
          label={t('axis.x')} value={axis} values={MONOSTATIC_AXES} text={(value) => t(`axis.${value}`)} testId="monostatic-x"
          onChange={(next) => change({ axis: next })}
        />
        {axis === 'frequency' && (
          <ValueSelect
            label={t('axis.y')} value={choice.yAxis} values={ANGLE_AXES} text={(value) => t(`axis.${value}`)} testId="monostatic-y"
            onChange={(yAxis) => change({ yAxis })}
          />
        )}
        {selectors.map((selector) => (
          <ValueSelect
            key={selector.axis} label={t(`axis.${selector.axis}`)} value={selector.value} values={selector.values}
            text={valueText(selector.axis)} testId={`monostatic-${selector.axis}`}
            onChange={(value) => change({ held: { ...choice.held, [selector.axis]: value } })}
          />
        ))}
        <ValueSelect
          label={t('component.label')} value={choice.component} values={COMPONENTS} text={(value) => t(`component.${value}`)}
          onChange={(component) => change({ component })} testId="monostatic-component"
        />
        {axis !== 'frequency' && (
          <ToggleButtonGroup
            size="small" exclusive value={polar ? 'polar' : 'cartesian'} aria-label={t('chart.label')}
            onChange={(_, next: string | null) => next && setPolar(next === 'polar')}
          >
            <ToggleButton value="cartesian">{t('chart.cartesian')}</ToggleButton>
            <ToggleButton value="polar">{t('chart.polar')}</ToggleButton>
          </ToggleButtonGroup>
        )}
      </CurveTools>
      {monostatic.error && <ErrorAlert error={monostatic.error} />}
      {!unconverged && !converged && <UnconvergedBanner />}
      {curves.length === 0 && <EmptyState icon="show" title={t('monostatic.empty')} text={t('monostatic.hint')} />}
      {curves.length > 0 && (
        <Suspense fallback={<LoadingLine label={t('plotLoading')} />}>
          {polar && axis !== 'frequency'
            ? <PolarPlot {...frame} orientation={axis === 'phi' ? 'azimuth' : 'elevation'} />
            : <LinePlot key={axis} {...frame} />}
        </Suspense>
      )}
    </Box>
  );
}

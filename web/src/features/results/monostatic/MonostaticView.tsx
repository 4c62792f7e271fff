import { HZ_PER_GHZ, type Project, MONOSTATIC_AXES, type MonostaticAxis } from '@pace/contract';
import { Suspense, useMemo, useState, type Dispatch } from 'react';
import { useTranslation } from 'react-i18next';
import { CurveChart } from '../curves/CurveChart.tsx';
import { monostaticIdOf } from '../curves/curveKeys.ts';
import type { CurveAction, CurveList } from '../curves/curveList.ts';
import { CurvePanel } from '../curves/CurvePanel.tsx';
import { hasNoPoint } from '../curves/rcsCurves.ts';
import { ExportMenu } from '../../../ui/ExportMenu.tsx';
import { useCurveNames } from '../curves/useCurveNames.ts';
import { useCurvePlot } from '../curves/useCurvePlot.ts';
import { useMonostatic } from '../data/queries.ts';
import type { ResultRuns } from '../data/resultRuns.ts';
import { polarizationOfRun, sweepPointsOf } from '../data/resultSummary.ts';
import { hasCorrected } from '../fields/corrected.ts';
import {
  ALL_LINEAR,
  componentChoicesOf,
  componentsChosen,
  fitting,
  monostaticFields,
  sweptAxis,
} from '../fields/farField.ts';
import { angleLabel, frequencyLabel } from '../labels/quantities.ts';
import { LoadingLine } from '../parts/LoadingLine.tsx';
import { ValueSelect } from '../parts/ValueSelect.tsx';
import { CoarseStepNote } from './CoarseStepNote.tsx';
import { correctedCurve, solvedReference } from './corrected.ts';
import { exactBackscatter, spherePoints, type BackscatterCurve } from './exactBackscatter.ts';
import {
  ALL_VALUES,
  ANGLE_AXES,
  chosenKeys,
  heldSelectors,
  type HeldValue,
  type MonostaticChoice,
} from '../curves/monostaticChoice.ts';
import { SingleValues } from './SingleValues.tsx';
import { useMonostaticExports } from './useMonostaticExports.ts';

interface MonostaticViewProps {
  project: Project;
  runs: ResultRuns;
  /** Curves over an x axis */
  listOf: (axis: MonostaticAxis) => CurveList;
  dispatch: Dispatch<{ plot: MonostaticAxis; action: CurveAction }>;
  /** The whole run is; the panel says so already */
  unconverged: boolean;
}

export function MonostaticView({ project, runs, listOf, dispatch, unconverged }: MonostaticViewProps) {
  const { t, i18n } = useTranslation('results');
  const names = useCurveNames(runs.nameOf);
  const [choice, setChoice] = useState<MonostaticChoice>(() => {
    const { frequenciesHz, illuminations } = sweepPointsOf(project);
    return {
      run: project.id,
      axis: sweptAxis(frequenciesHz, illuminations),
      yAxis: 'theta',
      component: ALL_LINEAR,
      held: {},
    };
  });
  const change = (changes: Partial<MonostaticChoice>) => setChoice((old) => ({ ...old, ...changes }));
  const { axis } = choice;
  const offered = componentChoicesOf(polarizationOfRun(runs.byId.get(choice.run) ?? project));
  const component = fitting(choice.component, offered);
  const list = listOf(axis);
  const ids = useMemo(() => list.map(monostaticIdOf), [list]);
  const monostatic = useMonostatic(
    runs,
    useMemo(() => [choice.run, ...ids.map(({ run }) => run)], [choice.run, ids]),
  );
  const whole = monostatic.results.get(choice.run);
  const records = whole?.monoStaticRcs;
  const selectors = useMemo(() => heldSelectors(records ?? [], choice), [records, choice]);
  const solved = useMemo(
    () =>
      ids.flatMap((id, i): BackscatterCurve[] => {
        const result = monostatic.results.get(id.run);
        const owner = runs.byId.get(id.run);
        if (!result || !owner) return [];
        const { x, fields } = monostaticFields(result.monoStaticRcs, id.axis, id.held);
        return [
          {
            id: list[i]!,
            name: names.monostatic(id),
            component: id.component,
            polarization: polarizationOfRun(owner),
            unconverged: !result.converged,
            styleIndex: i,
            fields,
            x: id.axis === 'frequency' ? x.map((hertz) => hertz / HZ_PER_GHZ) : x,
          },
        ];
      }),
    [ids, list, monostatic.results, names, runs],
  );
  const [isCorrected, setCorrected] = useState(true);
  const canBeCorrected = useMemo(() => solved.some(({ fields }) => hasCorrected(fields)), [solved]);
  const { curves, beside } = useMemo(() => {
    if (!isCorrected || !canBeCorrected) return { curves: solved, beside: [] };
    const chosen = solved.filter(({ fields }) => hasCorrected(fields));
    return {
      curves: solved.map((curve) =>
        chosen.includes(curve) ? correctedCurve(curve, t('corrected.name', { name: curve.name })) : curve,
      ),
      beside: chosen.map((curve) => solvedReference(curve, t('corrected.solved', { name: curve.name }))),
    };
  }, [solved, isCorrected, canBeCorrected, t]);
  const points = useMemo(() => curves.flatMap(spherePoints), [curves]);
  const plot = useCurvePlot({
    kind: 'monostatic',
    project,
    runs,
    curves,
    beside,
    points,
    exactCurve: exactBackscatter,
  });
  const drawn = useMemo(() => curves.filter((curve) => !hasNoPoint(curve)), [curves]);
  const x = useMemo(
    () => ({ label: t(`axis.${axis}`), unit: axis === 'frequency' ? 'GHz' : '°' }),
    [t, axis],
  );
  const valueText = (held: MonostaticAxis) => (value: HeldValue) =>
    value === ALL_VALUES
      ? t('axis.all')
      : held === 'frequency'
        ? frequencyLabel(value, i18n.language)
        : angleLabel(value, i18n.language);
  // A point is no curve: its value says more.
  const single =
    curves.length > 0 &&
    plot.compared.length === beside.length &&
    curves.every((curve) => curve.x.length === 1);
  const exportItems = useMonostaticExports(runs.byId.get(choice.run), whole, ids);
  const own = useMemo(
    () => solved.filter(({ id }) => monostaticIdOf(id).run === project.id),
    [solved, project.id],
  );
  const exportMenu = <ExportMenu title={t('export.title')} items={exportItems} />;
  const orientation = axis === 'phi' ? 'azimuth' : 'elevation';
  return (
    <CurvePanel
      {...{ plot, runs, list, unconverged }}
      dispatch={(action) => dispatch({ plot: axis, action })}
      nameOf={(key) => names.monostatic(monostaticIdOf(key))}
      selection={{
        run: choice.run,
        component,
        keys: chosenKeys(selectors, choice, componentsChosen(component)),
      }}
      components={offered}
      onRun={(run) => change({ run, held: {} })}
      onComponent={(next) => change({ component: next })}
      query={monostatic}
      hasPolar={axis !== 'frequency'}
      corrected={canBeCorrected ? { shown: isCorrected, onChange: setCorrected } : undefined}
      unit={x.unit}
      selectors={
        <>
          <ValueSelect
            label={t('axis.x')}
            value={axis}
            values={MONOSTATIC_AXES}
            text={(value) => t(`axis.${value}`)}
            testId="monostatic-x"
            onChange={(next) => change({ axis: next })}
          />
          {axis === 'frequency' && (
            <ValueSelect
              label={t('axis.y')}
              value={choice.yAxis}
              values={ANGLE_AXES}
              text={(value) => t(`axis.${value}`)}
              testId="monostatic-y"
              onChange={(yAxis) => change({ yAxis })}
            />
          )}
          {selectors.map((selector) => (
            <ValueSelect
              key={selector.axis}
              label={t(`axis.${selector.axis}`)}
              value={selector.value}
              values={selector.values}
              text={valueText(selector.axis)}
              testId={`monostatic-${selector.axis}`}
              onChange={(value) => change({ held: { ...choice.held, [selector.axis]: value } })}
            />
          ))}
        </>
      }
    >
      {single && <SingleValues {...{ plot, exportMenu }} />}
      {!single && drawn.length > 0 && (
        <Suspense fallback={<LoadingLine label={t('plotLoading')} />}>
          <CurveChart
            {...{ plot, x, exportMenu }}
            curves={drawn}
            compared={plot.compared}
            label={t('monostatic.plotLabel', { count: curves.length, axis: x.label })}
            polar={plot.polar && axis !== 'frequency' ? orientation : undefined}
            lineKey={axis}
          />
        </Suspense>
      )}
      <CoarseStepNote project={project} axis={axis} curves={own} />
    </CurvePanel>
  );
}

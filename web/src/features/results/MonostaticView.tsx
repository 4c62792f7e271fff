import { HZ_PER_GHZ, PROGRAM_TYPES, type MonoStaticRcs, type Project } from '@pace/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense, useMemo, useState, type Dispatch } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadText, LinePlot, PolarPlot } from '../../plots/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ComparisonTable } from './ComparisonTable.tsx';
import { monostaticIdOf } from './curveKeys.ts';
import type { CurveAction, CurveList } from './curveList.ts';
import { CurveTools } from './CurveTools.tsx';
import { DrawingError } from './DrawingError.tsx';
import { exactKey, useExactSpheres, type RunPoint } from './exactSpheres.ts';
import {
  COMPONENTS,
  curveOf,
  MONOSTATIC_AXES,
  monostaticFields,
  sweepPointOf,
  sweptAxis,
  type ComplexField,
  type MonostaticAxis,
  type Scale,
} from './farField.ts';
import { LoadingLine } from './LoadingLine.tsx';
import {
  ALL_VALUES,
  ANGLE_AXES,
  chosenKeys,
  heldSelectors,
  type HeldValue,
  type MonostaticChoice,
} from './monostaticChoice.ts';
import { angleLabel, frequencyLabel, plainNumber } from './quantities.ts';
import { useMonostatic } from './queries.ts';
import {
  complexFieldsCsv,
  computedSeries,
  EXACT_STYLE_OFFSET,
  hasNoPoint,
  referenceSeries,
  type RcsCurve,
  type ReferenceCurve,
} from './rcsCurves.ts';
import { ReferenceTools } from './ReferenceTools.tsx';
import { polarizationOfRun, type ResultRuns } from './resultRuns.ts';
import { sweepPointsOf } from './resultSummary.ts';
import { RunSelect } from './RunSelect.tsx';
import { ChartSwitch, ScaleSwitch } from './ScaleSwitch.tsx';
import { UnconvergedBanner } from './UnconvergedBanner.tsx';
import { useCurveNames } from './useCurveNames.ts';
import { useReferences } from './useReferences.ts';
import { ValueSelect } from './ValueSelect.tsx';

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
      component: 'total',
      held: {},
    };
  });
  const [polar, setPolar] = useState(false);
  const [scale, setScale] = useState<Scale>('dBsm');
  const [exact, setExact] = useState(false);
  const references = useReferences();
  const change = (changes: Partial<MonostaticChoice>) => setChoice((old) => ({ ...old, ...changes }));
  const { axis } = choice;
  const list = listOf(axis);
  const ids = useMemo(() => list.map(monostaticIdOf), [list]);
  const monostatic = useMonostatic(
    runs,
    useMemo(() => [choice.run, ...ids.map(({ run }) => run)], [choice.run, ids]),
  );
  const records = monostatic.results.get(choice.run)?.monoStaticRcs;
  const selectors = useMemo(() => heldSelectors(records ?? [], choice), [records, choice]);

  const curves = useMemo(
    () =>
      ids.flatMap((id, i): RcsCurve[] => {
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
  // A sphere sends the same power back whatever the angle: one call a frequency.
  const points = useMemo(
    () =>
      curves.flatMap(({ id, fields }) => {
        const { run } = monostaticIdOf(id);
        const first = new Map(
          (fields as MonoStaticRcs[]).map((field) => [field.frequency, field]).reverse() as [
            number,
            MonoStaticRcs,
          ][],
        );
        return [...first.values()].map((field): RunPoint => spherePoint(run, field));
      }),
    [curves],
  );
  const spheres = useExactSpheres(runs, points, exact);
  const compared = useMemo((): ReferenceCurve[] => {
    const exactCurves = exact
      ? curves.flatMap((curve) => {
          const { run } = monostaticIdOf(curve.id);
          const backs = new Map<number, ComplexField>();
          for (const point of points) {
            const back = point.run === run ? spheres.results.get(exactKey(point))?.back : undefined;
            if (back) backs.set(point.frequencyHz, back);
          }
          const known = (curve.fields as MonoStaticRcs[]).flatMap((field, i) => {
            const back = backs.get(field.frequency);
            return back ? [{ x: curve.x[i]!, field: back }] : [];
          });
          if (known.length === 0) return [];
          const { x, y } = curveOf(
            { x: known.map((one) => one.x), fields: known.map((one) => one.field) },
            curve.component,
            curve.polarization,
          );
          return [
            {
              id: `exact/${curve.id}`,
              name: t('reference.exactName', { name: curve.name }),
              x,
              dbsm: y,
              of: curve.id,
              styleIndex: curve.styleIndex + EXACT_STYLE_OFFSET,
            },
          ];
        })
      : [];
    return [
      ...exactCurves,
      ...references.list.map((one, i) => ({ ...one, styleIndex: curves.length + EXACT_STYLE_OFFSET + i })),
    ];
  }, [curves, exact, points, spheres.results, references.list, t]);

  const series = useMemo(
    () => [
      ...curves.filter((curve) => !hasNoPoint(curve)).map((curve) => computedSeries(curve, scale)),
      ...compared.map((curve) => referenceSeries(curve, scale)),
    ],
    [curves, compared, scale],
  );
  const stopped = curves.filter((curve) => curve.unconverged).map(({ name }) => name);
  const x = useMemo(
    () => ({ label: t(`axis.${axis}`), unit: axis === 'frequency' ? 'GHz' : '°' }),
    [t, axis],
  );
  const y = useMemo(() => ({ label: t('rcs'), unit: scale }), [t, scale]);
  const valueText = (held: MonostaticAxis) => (value: HeldValue) =>
    value === ALL_VALUES
      ? t('axis.all')
      : held === 'frequency'
        ? frequencyLabel(value, i18n.language)
        : angleLabel(value, i18n.language);
  // A point is no curve: its value says more.
  const single = curves.length > 0 && compared.length === 0 && curves.every((curve) => curve.x.length === 1);
  const comments = [project.name, t('monostatic.title')];
  const saveFields = () =>
    downloadText(
      `${project.name}-monostatic-field${stopped.length > 0 ? '-NOT-CONVERGED' : ''}.csv`,
      'text/csv',
      complexFieldsCsv(curves, comments),
    );
  const frame = {
    series,
    x,
    y,
    label: t('monostatic.plotLabel', { count: curves.length, axis: x.label }),
    testId: 'monostatic-chart',
    comments,
    fileName: `${project.name}-monostatic`,
    scale: scale === 'dBsm' ? ('decibel' as const) : ('linear' as const),
    exports: (
      <Button onClick={saveFields} data-testid="plot-fields">
        {t('complexCsv')}
      </Button>
    ),
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, minWidth: 0 }}>
      <CurveTools
        list={list}
        testId="monostatic-plot"
        busy={monostatic.isFetching}
        chosen={chosenKeys(selectors, choice)}
        dispatch={(action) => dispatch({ plot: axis, action })}
        name={(key) => names.monostatic(monostaticIdOf(key))}
      >
        <RunSelect
          runs={runs}
          value={choice.run}
          onChange={(run) => change({ run, held: {} })}
          testId="monostatic-run"
        />
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
        <ValueSelect
          label={t('component.label')}
          value={choice.component}
          values={COMPONENTS}
          text={(value) => t(`component.${value}`)}
          onChange={(component) => change({ component })}
          testId="monostatic-component"
        />
      </CurveTools>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <ScaleSwitch scale={scale} onChange={setScale} testId="monostatic" />
        {axis !== 'frequency' && <ChartSwitch polar={polar} onChange={setPolar} testId="monostatic" />}
        <ReferenceTools
          {...{ references, exact, spheres }}
          coated={project.programType === PROGRAM_TYPES.coating}
          onExact={setExact}
          testId="monostatic"
        />
      </Box>
      <DrawingError errors={monostatic.errors} empty={curves.filter(hasNoPoint).map(({ name }) => name)} />
      {!unconverged && stopped.length > 0 && <UnconvergedBanner what={stopped.join('; ')} />}
      {list.length === 0 && (
        <EmptyState icon="show" title={t('monostatic.empty')} text={t('monostatic.hint')} />
      )}
      {single && <SingleValues curves={curves} scale={scale} onSave={saveFields} />}
      {!single && !curves.every(hasNoPoint) && (
        <Suspense fallback={<LoadingLine label={t('plotLoading')} />}>
          {polar && axis !== 'frequency' ? (
            <PolarPlot {...frame} orientation={axis === 'phi' ? 'azimuth' : 'elevation'} />
          ) : (
            <LinePlot key={axis} {...frame} />
          )}
        </Suspense>
      )}
      <ComparisonTable curves={curves} references={compared} unit={x.unit} />
      {curves.some((curve) => !['total', 'theta', 'phi'].includes(curve.component)) && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('componentHint')}
        </Typography>
      )}
    </Box>
  );
}

function spherePoint(run: string, field: MonoStaticRcs): RunPoint {
  const { frequency, theta, phi } = sweepPointOf(field);
  return { run, frequencyHz: frequency, thetaDeg: theta, phiDeg: phi };
}

/** The backscatter of one direction at one frequency, a line a curve. */
function SingleValues({
  curves,
  scale,
  onSave,
}: {
  curves: readonly RcsCurve[];
  scale: Scale;
  onSave: () => void;
}) {
  const { t, i18n } = useTranslation('results');
  return (
    <Box
      sx={{ display: 'grid', gap: 1.5, p: 2, border: 1, borderColor: 'divider', borderRadius: 1 }}
      data-testid="monostatic-value"
    >
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5 }}>
        {curves.map((curve) => {
          const { y } = curveOf(curve, curve.component, curve.polarization, scale);
          return (
            <div key={curve.id}>
              <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
                {curve.name}
              </Typography>
              <Typography
                component="dd"
                data-value={y[0]}
                sx={{ m: 0, fontSize: '1.6rem', fontWeight: 600, lineHeight: 1.3 }}
              >
                {Number.isFinite(y[0])
                  ? `${plainNumber(y[0]!, i18n.language, 5).replace('-', '−')} ${scale}`
                  : '–'}
              </Typography>
            </div>
          );
        })}
      </Box>
      <Button
        variant="outlined"
        size="small"
        onClick={onSave}
        sx={{ justifySelf: 'start' }}
        data-testid="plot-fields"
      >
        {t('complexCsv')}
      </Button>
    </Box>
  );
}

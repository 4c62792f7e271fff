import { PROGRAM_TYPES, type Project } from '@pace/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense, useMemo, useState, type Dispatch } from 'react';
import { useTranslation } from 'react-i18next';
import { useProject } from '../../api/projects.ts';
import { downloadText, LinePlot, PolarPlot } from '../../plots/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ComparisonTable } from './ComparisonTable.tsx';
import { bistaticIdOf, bistaticKey } from './curveKeys.ts';
import type { CurveAction, CurveList } from './curveList.ts';
import { CurveTools } from './CurveTools.tsx';
import { DrawingError } from './DrawingError.tsx';
import { exactKey, useExactSpheres } from './exactSpheres.ts';
import {
  bistaticFields,
  COMPONENTS,
  curveOf,
  PLANES,
  type Component,
  type Plane,
  type Scale,
} from './farField.ts';
import { LoadingLine } from './LoadingLine.tsx';
import { PointSelectors } from './PointSelectors.tsx';
import { useFarFields } from './queries.ts';
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
import { usePointChoice } from './usePointChoice.ts';
import { useReferences } from './useReferences.ts';
import { ValueSelect } from './ValueSelect.tsx';

interface BistaticViewProps {
  project: Project;
  runs: ResultRuns;
  list: CurveList;
  dispatch: Dispatch<CurveAction>;
  /** The whole run is; the panel says so already */
  unconverged: boolean;
}

interface CutCurve extends RcsCurve {
  plane: Plane;
}

const FULL_TURN: [number, number] = [0, 360];
/** Every 30° as long as the whole turn is in view */
const TURN_MARKS = 12;

export function BistaticView({ project, runs, list, dispatch, unconverged }: BistaticViewProps) {
  const { t } = useTranslation('results');
  const names = useCurveNames(runs.nameOf);
  const [run, setRun] = useState(project.id);
  // Of another run, what was computed comes with the whole project; until it is there, what was asked for.
  const other = useProject(run === project.id ? '' : run).data;
  const sweep = useMemo(
    () => sweepPointsOf(other ?? runs.byId.get(run) ?? project),
    [other, runs, run, project],
  );
  const choice = usePointChoice(sweep);
  const [plane, setPlane] = useState<Plane>('xy');
  const [component, setComponent] = useState<Component>('total');
  const [scale, setScale] = useState<Scale>('dBsm');
  const [polar, setPolar] = useState(false);
  const [exact, setExact] = useState(false);
  const references = useReferences();
  const ids = useMemo(() => list.map(bistaticIdOf), [list]);
  const results = useFarFields(runs, ids);
  const spheres = useExactSpheres(runs, ids, exact);

  const curves = useMemo(
    () =>
      ids.flatMap((id, i): CutCurve[] => {
        const result = results.fields.get(exactKey(id));
        const owner = runs.byId.get(id.run);
        if (!result || !owner) return [];
        const { frequencyHz, thetaDeg, phiDeg } = id;
        return [
          {
            id: list[i]!,
            name: names.bistatic(id),
            plane: id.plane,
            component: id.component,
            polarization: polarizationOfRun(owner),
            styleIndex: i,
            unconverged: !result.converged,
            incidence: { frequencyHz, thetaDeg, phiDeg },
            ...bistaticFields(result.farZoneFields, id.plane),
          },
        ];
      }),
    [ids, list, names, results.fields, runs],
  );
  const compared = useMemo((): (ReferenceCurve & { plane?: Plane })[] => {
    const exactCurves = exact
      ? curves.flatMap((curve) => {
          const sphere = spheres.results.get(
            exactKey({ run: bistaticIdOf(curve.id).run, ...curve.incidence! }),
          );
          if (!sphere) return [];
          const { x, y } = curveOf(
            bistaticFields(sphere.farZoneFields, curve.plane),
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
              plane: curve.plane,
              styleIndex: curve.styleIndex + EXACT_STYLE_OFFSET,
            },
          ];
        })
      : [];
    return [
      ...exactCurves,
      ...references.list.map((one, i) => ({ ...one, styleIndex: curves.length + EXACT_STYLE_OFFSET + i })),
    ];
  }, [curves, exact, spheres.results, references.list, t]);

  const groups = useMemo(() => {
    const drawn = curves.filter((curve) => !hasNoPoint(curve));
    const grouped = polar ? byOrientation(drawn) : drawn.length > 0 ? [drawn] : [];
    return grouped.map((group) => ({
      group,
      beside: compared.filter((one) => one.plane === undefined || group.some(({ id }) => id === one.of)),
    }));
  }, [curves, compared, polar]);
  const stopped = curves.filter((curve) => curve.unconverged).map(({ name }) => name);
  const saveFields = () =>
    downloadText(
      `${project.name}-bistatic-field${stopped.length > 0 ? '-NOT-CONVERGED' : ''}.csv`,
      'text/csv',
      complexFieldsCsv(curves, [project.name, t('bistatic.title')]),
    );
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, minWidth: 0 }}>
      <CurveTools
        list={list}
        dispatch={dispatch}
        testId="bistatic-plot"
        busy={results.isFetching}
        chosen={choice.point ? [bistaticKey({ run, ...choice.point, plane, component })] : []}
        name={(key) => names.bistatic(bistaticIdOf(key))}
      >
        <RunSelect runs={runs} value={run} onChange={setRun} testId="bistatic-run" />
        <PointSelectors choice={choice} testIdPrefix="bistatic" />
        <ValueSelect
          label={t('plane')}
          value={plane}
          values={PLANES}
          text={String}
          onChange={setPlane}
          testId="bistatic-plane"
        />
        <ValueSelect
          label={t('component.label')}
          value={component}
          values={COMPONENTS}
          text={(value) => t(`component.${value}`)}
          onChange={setComponent}
          testId="bistatic-component"
        />
      </CurveTools>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <ScaleSwitch scale={scale} onChange={setScale} testId="bistatic" />
        <ChartSwitch polar={polar} onChange={setPolar} testId="bistatic" />
        <ReferenceTools
          {...{ references, exact, spheres }}
          coated={project.programType === PROGRAM_TYPES.coating}
          onExact={setExact}
          testId="bistatic"
        />
      </Box>
      <DrawingError errors={results.errors} empty={curves.filter(hasNoPoint).map(({ name }) => name)} />
      {!unconverged && stopped.length > 0 && <UnconvergedBanner what={stopped.join('; ')} />}
      {list.length === 0 && <EmptyState icon="show" title={t('bistatic.empty')} text={t('bistatic.hint')} />}
      <Suspense fallback={<LoadingLine label={t('plotLoading')} />}>
        <Box
          sx={{
            display: 'grid',
            gap: 3,
            gridTemplateColumns: {
              xs: 'minmax(0, 1fr)',
              lg: 'repeat(auto-fit, minmax(min(440px, 100%), 1fr))',
            },
          }}
        >
          {groups.map(({ group, beside }) => (
            <CutPlot
              key={polar ? orientationOf(group) : 'all'}
              curves={group}
              compared={beside}
              projectName={project.name}
              {...{ polar, scale }}
              onSaveFields={saveFields}
            />
          ))}
        </Box>
      </Suspense>
      <ComparisonTable curves={curves} references={compared} unit="°" />
      {curves.some((curve) => !['total', 'theta', 'phi'].includes(curve.component)) && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('componentHint')}
        </Typography>
      )}
    </Box>
  );
}

const orientationOf = (curves: readonly CutCurve[]) =>
  curves.every(({ plane }) => plane === 'xy') ? 'azimuth' : 'elevation';

/** The xy plane and the vertical planes lie differently on a polar plot, so each has its own. */
function byOrientation(curves: readonly CutCurve[]): CutCurve[][] {
  return [curves.filter(({ plane }) => plane === 'xy'), curves.filter(({ plane }) => plane !== 'xy')].filter(
    (group) => group.length > 0,
  );
}

interface CutPlotProps {
  curves: CutCurve[];
  compared: readonly ReferenceCurve[];
  polar: boolean;
  scale: Scale;
  projectName: string;
  onSaveFields: () => void;
}

function CutPlot({ curves, compared, polar, scale, projectName, onSaveFields }: CutPlotProps) {
  const { t } = useTranslation('results');
  const planes = [...new Set(curves.map(({ plane }) => plane))];
  const axis = planes.length === 1 ? planes[0]! : 'mixed';
  const x = useMemo(() => ({ label: t(`cutAngle.${axis}`), unit: '°' }), [t, axis]);
  const y = useMemo(() => ({ label: t('rcs'), unit: scale }), [t, scale]);
  const series = useMemo(
    () => [
      ...curves.map((curve) => computedSeries(curve, scale)),
      ...compared.map((curve) => referenceSeries(curve, scale)),
    ],
    [curves, compared, scale],
  );
  const frame = {
    series,
    x,
    y,
    label: t('bistatic.plotLabel', { count: curves.length }),
    testId: 'bistatic-chart',
    scale: scale === 'dBsm' ? ('decibel' as const) : ('linear' as const),
    fileName: `${projectName}-bistatic`,
    comments: [projectName, t('bistatic.title'), ...planes.map((plane) => t(`cutAngle.${plane}Explained`))],
    exports: (
      <Button onClick={onSaveFields} data-testid="plot-fields">
        {t('complexCsv')}
      </Button>
    ),
  };
  return (
    <Box component="figure" sx={{ m: 0, minWidth: 0 }}>
      {polar ? (
        <PolarPlot {...frame} orientation={orientationOf(curves)} />
      ) : (
        <LinePlot {...frame} xRange={FULL_TURN} xMarks={TURN_MARKS} />
      )}
      <Box component="figcaption" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        {planes.map((plane) => t(`cutAngle.${plane}Explained`)).join(' ')}
      </Box>
    </Box>
  );
}

import { isBothPolarizations, isInterpolated, type FarZoneField, type Project } from '@pace/contract';
import Box from '@mui/material/Box';
import { Suspense, useMemo, useState, type Dispatch } from 'react';
import { useTranslation } from 'react-i18next';
import { useProject } from '../../../api/projects.ts';
import { CurveChart } from '../curves/CurveChart.tsx';
import { bistaticIdOf, bistaticKey } from '../curves/curveKeys.ts';
import type { CurveAction, CurveList } from '../curves/curveList.ts';
import { CurvePanel } from '../curves/CurvePanel.tsx';
import { hasNoPoint, type RcsCurve, type ReferenceCurve } from '../curves/rcsCurves.ts';
import { saveExport } from '../curves/exportFiles.ts';
import { ExportMenu, type ExportItem } from '../../../ui/ExportMenu.tsx';
import { useCurveNames } from '../curves/useCurveNames.ts';
import { useCurvePlot, type CurvePlot } from '../curves/useCurvePlot.ts';
import { exactKey, type ExactSpheres } from '../data/exactSpheres.ts';
import { useFarFields } from '../data/queries.ts';
import { resultKeyOf } from '../data/resultPoint.ts';
import type { ResultRuns } from '../data/resultRuns.ts';
import { polarizationOfRun, sweepPointsOf } from '../data/resultSummary.ts';
import {
  ALL_LINEAR,
  bistaticFields,
  componentChoicesOf,
  componentsChosen,
  curveOf,
  fitting,
  PLANES,
  type ComponentChoice,
  type Curve,
  type Plane,
} from '../fields/farField.ts';
import { LoadingLine } from '../parts/LoadingLine.tsx';
import { PointSelectors } from '../parts/PointSelectors.tsx';
import { usePointChoice } from '../parts/usePointChoice.ts';
import { ValueSelect } from '../parts/ValueSelect.tsx';

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
  fields: FarZoneField[];
}

/** The whole turn, marked every 30° as long as all of it is in view */
const FULL_TURN: { xRange: [number, number]; xMarks: number } = { xRange: [0, 360], xMarks: 12 };

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
  const [wanted, setComponent] = useState<ComponentChoice>(ALL_LINEAR);
  const offered = componentChoicesOf(polarizationOfRun(other ?? runs.byId.get(run) ?? project));
  const component = fitting(wanted, offered);
  const ids = useMemo(() => list.map(bistaticIdOf), [list]);
  const results = useFarFields(runs, ids);
  const curves = useMemo(
    () =>
      ids.flatMap((id, i): CutCurve[] => {
        const result = results.fields.get(exactKey(id));
        const owner = runs.byId.get(id.run);
        if (!result || !owner) return [];
        const { frequencyHz, thetaDeg, phiDeg } = id;
        const interpolated = isInterpolated(result);
        return [
          {
            id: list[i]!,
            name: interpolated ? t('sampling.curve', { curve: names.bistatic(id) }) : names.bistatic(id),
            plane: id.plane,
            component: id.component,
            polarization: polarizationOfRun(owner),
            styleIndex: i,
            unconverged: !result.converged,
            interpolated,
            incidence: { frequencyHz, thetaDeg, phiDeg },
            ...bistaticFields(result.farZoneFields, id.plane),
          },
        ];
      }),
    [ids, list, names, results.fields, runs, t],
  );
  const plot = useCurvePlot({ kind: 'bistatic', project, runs, curves, points: ids, exactCurve: exactCut });
  const { polar, compared } = plot;
  const groups = useMemo(() => {
    const drawn = curves.filter((curve) => !hasNoPoint(curve));
    const grouped = polar ? byOrientation(drawn) : drawn.length > 0 ? [drawn] : [];
    return grouped.map((group) => ({
      group,
      beside: compared.filter(({ of }) => of === undefined || group.some(({ id }) => id === of)),
    }));
  }, [curves, compared, polar]);
  const exportItems = useMemo(
    () =>
      [...new Map(ids.map((id) => [exactKey(id), id]))].flatMap(([key, id], i): ExportItem[] => {
        const result = results.fields.get(key);
        const owner = runs.byId.get(id.run);
        if (!result || !owner || result.farZoneFields.length === 0) return [];
        const illumination = names.illumination(id);
        const { converged } = result;
        const save = (format: 'ffe' | 'rcs') => () =>
          saveExport({ project: owner, format, kind: 'bistatic', converged, wave: resultKeyOf(id) });
        const isMatrix = isBothPolarizations(polarizationOfRun(owner));
        return [
          { id: `ffe-${i}`, text: t('export.ffe', { illumination }), save: save('ffe') },
          ...(isMatrix
            ? [{ id: `rcs-${i}`, text: t('export.stkCuts', { illumination }), save: save('rcs') }]
            : []),
        ];
      }),
    [ids, results.fields, runs, names, t],
  );
  return (
    <CurvePanel
      {...{ plot, runs, list, dispatch, unconverged }}
      nameOf={(key) => names.bistatic(bistaticIdOf(key))}
      selection={{
        run,
        component,
        keys: componentsChosen(component).flatMap((one) =>
          choice.point ? [bistaticKey({ run, ...choice.point, plane, component: one })] : [],
        ),
      }}
      components={offered}
      onRun={setRun}
      onComponent={setComponent}
      query={results}
      hasPolar
      unit="°"
      selectors={
        <>
          <PointSelectors choice={choice} testIdPrefix="bistatic" />
          <ValueSelect
            label={t('plane')}
            value={plane}
            values={PLANES}
            text={String}
            onChange={setPlane}
            testId="bistatic-plane"
          />
        </>
      }
    >
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
            <CutChart
              key={polar ? orientationOf(group) : 'all'}
              plot={plot}
              curves={group}
              compared={beside}
              exportItems={exportItems}
            />
          ))}
        </Box>
      </Suspense>
    </CurvePanel>
  );
}

function exactCut(curve: CutCurve, spheres: ExactSpheres['results']): Curve | undefined {
  const sphere = spheres.get(exactKey(bistaticIdOf(curve.id)));
  return (
    sphere && curveOf(bistaticFields(sphere.farZoneFields, curve.plane), curve.component, curve.polarization)
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

interface CutChartProps {
  plot: CurvePlot;
  curves: readonly CutCurve[];
  compared: readonly ReferenceCurve[];
  exportItems: readonly ExportItem[];
}

/** Cuts on one pair of axes, with what their angle is. */
function CutChart({ plot, curves, compared, exportItems }: CutChartProps) {
  const { t } = useTranslation('results');
  const planes = [...new Set(curves.map(({ plane }) => plane))];
  const axis = planes.length === 1 ? planes[0]! : 'mixed';
  const x = useMemo(() => ({ label: t(`cutAngle.${axis}`), unit: '°' }), [t, axis]);
  const explained = planes.map((plane) => t(`cutAngle.${plane}Explained`));
  return (
    <Box component="figure" sx={{ m: 0, minWidth: 0 }}>
      <CurveChart
        {...{ plot, curves, compared, x }}
        label={t('bistatic.plotLabel', { count: curves.length })}
        remarks={explained}
        exportMenu={<ExportMenu title={t('export.title')} items={exportItems} />}
        polar={plot.polar ? orientationOf(curves) : undefined}
        range={FULL_TURN}
      />
      <Box component="figcaption" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        {explained.join(' ')}
      </Box>
    </Box>
  );
}

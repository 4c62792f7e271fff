import {
  HZ_PER_GHZ,
  isBothPolarizations,
  isInterpolated,
  type Project,
  sweepPointOf,
  type Component,
  type MonostaticAxis,
  type SweepPoint,
} from '@pace/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlotQuantity } from '../../../../plots/index.ts';
import { bistaticKey, monostaticKey } from '../../curves/curveKeys.ts';
import { hasNoPoint, type RcsCurve, type ReferenceCurve } from '../../curves/rcsCurves.ts';
import { useCurveNames } from '../../curves/useCurveNames.ts';
import { exactKey } from '../../data/exactSpheres.ts';
import { useFarFields, useMonostatic } from '../../data/queries.ts';
import type { WavePoint } from '../../data/resultPoint.ts';
import type { ResultRuns } from '../../data/resultRuns.ts';
import { enabledViews } from '../../data/resultViews.ts';
import { isUnconverged, polarizationOfRun, sweepPointsOf } from '../../data/resultSummary.ts';
import { hasCorrected } from '../../fields/corrected.ts';
import { bistaticFields, monostaticFields, PLANES, sweptAxis } from '../../fields/farField.ts';
import { correctedCurve, solvedReference } from '../../monostatic/corrected.ts';
import type { BackscatterCurve } from '../../monostatic/exactBackscatter.ts';
import { heldSelectors, type HeldSelector } from '../../curves/monostaticChoice.ts';

export interface FirstCurves {
  kind: 'monostatic' | 'bistatic';
  /** Each with points */
  curves: readonly RcsCurve[];
  /** As they were solved, where the curves are corrected */
  beside: readonly ReferenceCurve[];
  x: PlotQuantity;
  /** Values of the axes that are not drawn, each with several to choose from */
  selectors: readonly HeldSelector[];
  hold: (axis: MonostaticAxis, value: number) => void;
  /** The incident wave of a computed point of the x axis */
  waveAt: (x: number) => WavePoint | undefined;
  errors: readonly Error[];
  isFetching: boolean;
}

const NO_RUN: readonly string[] = [];
const NO_POINTS: readonly never[] = [];

/** What stands for a run: VV and HH of both polarizations, else the whole field. */
const firstComponents = (isBoth: boolean): readonly Component[] => (isBoth ? ['VV', 'HH'] : ['total']);

/** The curves a finished run is shown with: backscatter over the axis that was swept, of a single wave the cuts of its scattered field. */
export function useFirstCurves(project: Project, runs: ResultRuns): FirstCurves {
  const { t } = useTranslation('results');
  const names = useCurveNames(runs.nameOf);
  const sweep = useMemo(() => sweepPointsOf(project), [project]);
  const [held, setHeld] = useState<Partial<Record<MonostaticAxis, number>>>({});
  const { frequenciesHz, illuminations } = sweep;
  const [frequencyHz, wave] = [frequenciesHz[0], illuminations[0]];
  const isSingle = frequenciesHz.length === 1 && illuminations.length === 1;
  const kind = isSingle && enabledViews(project).has('bistatic') ? 'bistatic' : 'monostatic';
  const polarization = polarizationOfRun(project);
  const components = firstComponents(isBothPolarizations(polarization));
  const incident: WavePoint['incident'] = isBothPolarizations(polarization) ? 'V' : undefined;

  const swept = useMonostatic(
    runs,
    useMemo(() => (kind === 'monostatic' ? [project.id] : NO_RUN), [kind, project.id]),
  );
  const single = useMemo(
    () =>
      kind === 'bistatic' && frequencyHz !== undefined && wave
        ? { run: project.id, frequencyHz, ...wave }
        : undefined,
    [kind, project.id, frequencyHz, wave],
  );
  const cuts = useFarFields(
    runs,
    useMemo(() => (single ? [single] : NO_POINTS), [single]),
  );

  const axis = sweptAxis(frequenciesHz, illuminations);
  const records = swept.results.get(project.id)?.monoStaticRcs;
  const selectors = useMemo(
    () =>
      heldSelectors(records ?? [], {
        ...{ run: project.id, axis, yAxis: 'theta', component: 'total' },
        held,
      }),
    [records, project.id, axis, held],
  );
  const at = useMemo(
    () =>
      Object.fromEntries(
        selectors.flatMap(({ axis: one, value }) => (typeof value === 'number' ? [[one, value]] : [])),
      ) as Partial<SweepPoint>,
    [selectors],
  );
  const unconverged = isUnconverged(project);
  const backscatter = useMemo((): BackscatterCurve[] => {
    if (!records) return [];
    const { x, fields } = monostaticFields(records, axis, at);
    return components.map((component, styleIndex) => {
      const id = { run: project.id, axis, held: at, component };
      return {
        ...{ id: monostaticKey(id), name: names.monostatic(id), component, polarization, unconverged },
        ...{ styleIndex, fields, x: axis === 'frequency' ? x.map((hertz) => hertz / HZ_PER_GHZ) : x },
      };
    });
  }, [records, axis, at, components, project.id, names, polarization, unconverged]);
  const { corrected, beside } = useMemo(() => {
    const isCorrected = backscatter.some(({ fields }) => hasCorrected(fields));
    return {
      corrected: isCorrected
        ? backscatter.map((one) => correctedCurve(one, t('corrected.name', { name: one.name })))
        : backscatter,
      beside: isCorrected
        ? backscatter.map((one) => solvedReference(one, t('corrected.solved', { name: one.name })))
        : [],
    };
  }, [backscatter, t]);
  const scattered = useMemo((): RcsCurve[] => {
    const result = single && cuts.fields.get(exactKey(single));
    const [component] = components;
    if (!single || !result || !component) return [];
    const interpolated = isInterpolated(result);
    return PLANES.map((plane, styleIndex) => {
      const id = { ...single, plane, component };
      return {
        ...{
          id: bistaticKey(id),
          name: names.bistatic(id),
          component,
          polarization,
          styleIndex,
          interpolated,
        },
        ...{ unconverged: !result.converged, incidence: single },
        ...bistaticFields(result.farZoneFields, plane),
      };
    });
  }, [single, cuts.fields, components, names, polarization]);

  const x = useMemo(
    () =>
      kind === 'bistatic'
        ? { label: t('cutAngle.mixed'), unit: '°' }
        : { label: t(`axis.${axis}`), unit: axis === 'frequency' ? 'GHz' : '°' },
    [t, kind, axis],
  );
  const drawn = kind === 'bistatic' ? scattered : corrected;
  const curves = useMemo(() => drawn.filter((curve) => !hasNoPoint(curve)), [drawn]);
  const waveAt = useMemo(() => {
    if (single) return () => ({ ...single, incident });
    const [shown] = curves;
    return (place: number): WavePoint | undefined => {
      const record = shown?.fields[shown.x.indexOf(place)];
      if (!record || !('frequency' in record)) return undefined;
      const { frequency, theta, phi } = sweepPointOf(record);
      return { frequencyHz: frequency, thetaDeg: theta, phiDeg: phi, incident };
    };
  }, [single, incident, curves]);
  const query = kind === 'bistatic' ? cuts : swept;
  return {
    kind,
    curves,
    beside,
    x,
    selectors: kind === 'bistatic' ? [] : selectors.filter(({ values }) => values.length > 1),
    hold: (one, value) => setHeld((old) => ({ ...old, [one]: value })),
    waveAt,
    errors: query.errors,
    isFetching: query.isFetching,
  };
}

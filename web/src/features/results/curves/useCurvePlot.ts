import type { Project } from '@pace/contract';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadText } from '../../../plots/index.ts';
import { useExactSpheres, type ExactSpheres, type RunPoint } from '../data/exactSpheres.ts';
import type { ResultRuns } from '../data/resultRuns.ts';
import { markedName } from '../data/resultSummary.ts';
import type { Curve, Scale } from '../fields/farField.ts';
import {
  complexFieldsCsv,
  EXACT_STYLE_OFFSET,
  hasBars,
  hasNoPoint,
  isPhase,
  type RcsCurve,
  type ReferenceCurve,
} from './rcsCurves.ts';
import { useReferences, type References } from './useReferences.ts';

/** Names its texts, its test ids and its files. */
export type CurveKind = 'monostatic' | 'bistatic';

interface CurvePlotInput<C extends RcsCurve> {
  kind: CurveKind;
  project: Project;
  runs: ResultRuns;
  /** Computed curves in the order of their list */
  curves: readonly C[];
  /** Curves that always are compared with these; a stable array */
  beside?: readonly ReferenceCurve[];
  /** Where the exact sphere is computed once it is wanted */
  points: readonly RunPoint[];
  /** The exact curve [dBsm] beside a computed one, undefined until its points are there; a stable function */
  exactCurve: (curve: C, exact: ExactSpheres['results'], points: readonly RunPoint[]) => Curve | undefined;
}

/** What the tools above a plot, the plot and the tables below it have in common. */
export interface CurvePlot {
  kind: CurveKind;
  project: Project;
  curves: readonly RcsCurve[];
  /** Exact curves and curves from files */
  compared: readonly ReferenceCurve[];
  /** Names of curves of runs that have not converged */
  stopped: readonly string[];
  scale: Scale;
  setScale: (scale: Scale) => void;
  polar: boolean;
  setPolar: (polar: boolean) => void;
  /** Error bars are drawn and listed */
  bars: boolean;
  setBars: (bars: boolean) => void;
  /** Undefined as long as no curve is there */
  hasBars: boolean | undefined;
  exact: boolean;
  setExact: (exact: boolean) => void;
  spheres: ExactSpheres;
  references: References;
  /** The complex fields of all curves, as a file */
  saveFields: () => void;
}

const NONE: readonly ReferenceCurve[] = [];

/** State of a plot of curves: its scale and chart, and what its curves are compared with. */
export function useCurvePlot<C extends RcsCurve>({
  kind,
  project,
  runs,
  curves,
  beside = NONE,
  points,
  exactCurve,
}: CurvePlotInput<C>): CurvePlot {
  const { t } = useTranslation('results');
  const [scale, setScale] = useState<Scale>('dBsm');
  const [polar, setPolar] = useState(false);
  const [bars, setBars] = useState(true);
  const [exact, setExact] = useState(false);
  const references = useReferences();
  const spheres = useExactSpheres(runs, points, exact);
  const compared = useMemo((): ReferenceCurve[] => {
    const exactCurves = (exact ? curves : []).flatMap((curve): ReferenceCurve[] => {
      const known = exactCurve(curve, spheres.results, points);
      if (!known) return [];
      return [
        {
          id: `exact/${curve.id}`,
          name: t('reference.exactName', { name: curve.name }),
          x: known.x,
          dbsm: known.y,
          of: curve.id,
          isPhase: isPhase(curve),
          styleIndex: curve.styleIndex + EXACT_STYLE_OFFSET,
        },
      ];
    });
    return [
      ...beside,
      ...exactCurves,
      ...references.list.map((one, i) => ({ ...one, styleIndex: curves.length + EXACT_STYLE_OFFSET + i })),
    ];
  }, [curves, beside, points, exact, exactCurve, spheres.results, references.list, t]);
  const anyBars = useMemo(() => {
    const drawn = curves.filter((curve) => !hasNoPoint(curve));
    return drawn.length > 0 ? drawn.some(({ fields }) => fields.some(hasBars)) : undefined;
  }, [curves]);
  const stopped = useMemo(
    () => curves.filter((curve) => curve.unconverged).map(({ name }) => name),
    [curves],
  );
  const saveFields = useCallback(
    () =>
      downloadText(
        `${markedName(`${project.name}-${kind}-field`, stopped.length > 0)}.csv`,
        'text/csv',
        complexFieldsCsv(curves, [project.name, t(`${kind}.title`)]),
      ),
    [project.name, kind, stopped, curves, t],
  );
  return {
    kind,
    project,
    curves,
    compared,
    stopped,
    ...{ scale, setScale, polar, setPolar, bars, setBars, exact, setExact },
    hasBars: anyBars,
    spheres,
    references,
    saveFields,
  };
}

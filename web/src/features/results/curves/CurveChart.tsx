import Button from '@mui/material/Button';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LinePlot, PolarPlot, type PlotQuantity, type PolarOrientation } from '../../../plots/index.ts';
import { computedSeries, isPhase, referenceSeries, type RcsCurve, type ReferenceCurve } from './rcsCurves.ts';
import type { CurvePlot } from './useCurvePlot.ts';

interface CurveChartProps {
  plot: CurvePlot;
  /** Those of the plot that are drawn here, each with points */
  curves: readonly RcsCurve[];
  compared: readonly ReferenceCurve[];
  x: PlotQuantity;
  label: string;
  /** Lines of the CSV file below the name and the title */
  remarks?: readonly string[];
  /** A polar chart, and where its zero is; lines over x when absent */
  polar: PolarOrientation | undefined;
  /** Of lines over x */
  range?: { xRange: [number, number]; xMarks: number };
  /** Files for other programs, beside the CSV file */
  exportMenu: ReactNode;
  /** Lines with another one begin with the whole range of x */
  lineKey?: string;
}

/**
 * Computed curves and what they are compared with, as lines or round; phase differences, which are angles, below them as
 * lines. Loaded when drawn: to be put into a `Suspense`.
 */
export function CurveChart({ plot, curves, compared, ...rest }: CurveChartProps) {
  const { t } = useTranslation('results');
  const sections = useMemo(() => curves.filter((curve) => !isPhase(curve)), [curves]);
  const phases = useMemo(() => curves.filter(isPhase), [curves]);
  const of = (phase: boolean) => compared.filter((one) => (one.isPhase ?? false) === phase);
  return (
    <>
      {(sections.length > 0 || phases.length === 0) && (
        <SectionChart {...{ plot, curves: sections, compared: of(false) }} {...rest} />
      )}
      {phases.length > 0 && (
        <SectionChart
          {...{ plot, curves: phases, compared: of(true) }}
          {...rest}
          polar={undefined}
          phase={t('phaseDifference')}
        />
      )}
    </>
  );
}

/** @param phase  label of the y axis of angles; radar cross sections when absent */
function SectionChart({
  plot,
  curves,
  compared,
  x,
  label,
  remarks = [],
  polar,
  range,
  exportMenu,
  lineKey,
  phase,
}: CurveChartProps & { phase?: string }) {
  const { t } = useTranslation('results');
  const { kind, project, scale, bars, saveFields } = plot;
  const y = useMemo(
    () => (phase === undefined ? { label: t('rcs'), unit: scale } : { label: phase, unit: '°' }),
    [t, scale, phase],
  );
  const series = useMemo(
    () => [
      ...curves.map((curve) => computedSeries(curve, scale, bars)),
      ...compared.map((curve) => referenceSeries(curve, scale)),
    ],
    [curves, compared, scale, bars],
  );
  const frame = {
    series,
    x,
    y,
    label,
    testId: phase === undefined ? `${kind}-chart` : `${kind}-phase-chart`,
    scale: scale === 'dBsm' && phase === undefined ? ('decibel' as const) : ('linear' as const),
    fileName: phase === undefined ? `${project.name}-${kind}` : `${project.name}-${kind}-phase`,
    comments: [project.name, t(`${kind}.title`), ...remarks],
    exports: (
      <>
        <Button onClick={saveFields} data-testid="plot-fields">
          {t('complexCsv')}
        </Button>
        {exportMenu}
      </>
    ),
  };
  return polar ? (
    <PolarPlot {...frame} orientation={polar} />
  ) : (
    <LinePlot key={lineKey} {...frame} {...range} />
  );
}

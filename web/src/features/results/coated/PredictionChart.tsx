import type { Coated, Project } from '@pace/contract';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LinePlot, type PlotSeries } from '../../../plots/index.ts';
import { isUnconverged } from '../data/resultSummary.ts';
import { frequencyLabel } from '../labels/quantities.ts';
import { LoadingLine } from '../parts/LoadingLine.tsx';
import { sweptOf, type ComparedAt } from './comparison.ts';

const CURVES = ['before', 'predicted', 'computed'] as const;

/** Curves over the angle, where one of the two varies. */
export function PredictionChart({
  project,
  coated,
  rows,
}: {
  project: Project;
  coated: Coated;
  rows: readonly ComparedAt[];
}) {
  const { t, i18n } = useTranslation('results');
  const swept = sweptOf(rows);
  const series = useMemo(() => {
    const sorted = [...rows].sort((a, b) => a.thetaDeg - b.thetaDeg || a.phiDeg - b.phiDeg);
    return CURVES.map((curve): PlotSeries => {
      const points = sorted.flatMap((row) => {
        const value = row[curve];
        return value === undefined ? [] : [[swept === 'phi' ? row.phiDeg : row.thetaDeg, value] as const];
      });
      return {
        id: curve,
        name: t(`coated.curves.${curve}`),
        x: points.map(([x]) => x),
        y: points.map(([, y]) => y),
        unconverged: curve === 'computed' && isUnconverged(project),
      };
    }).filter(({ x }) => x.length > 0);
  }, [rows, swept, project, t]);
  const x = useMemo(() => ({ label: swept ? t(`axis.${swept}`) : '', unit: '°' }), [swept, t]);
  const y = useMemo(() => ({ label: t('rcs'), unit: 'dBsm' }), [t]);
  if (!swept) return null;
  const component = coated.received + coated.incident;
  return (
    <Suspense fallback={<LoadingLine label={t('plotLoading')} />}>
      <LinePlot
        {...{ series, x, y }}
        label={t('coated.title')}
        scale="decibel"
        testId="coated-chart"
        fileName={`${project.name}-predicted-${component}`}
        comments={[project.name, `${component}, ${frequencyLabel(coated.frequencyHz, i18n.language)}`]}
      />
    </Suspense>
  );
}

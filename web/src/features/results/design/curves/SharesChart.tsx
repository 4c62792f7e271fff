import type { MapsFile, Project, MapsResponse } from '@pace/contract';
import Box from '@mui/material/Box';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LinePlot, type PlotSeries } from '../../../../plots/index.ts';
import { isUnconverged } from '../../data/resultSummary.ts';
import { angleLabel, frequencyLabel } from '../../labels/quantities.ts';
import { LoadingLine } from '../../parts/LoadingLine.tsx';
import type { AngleCut } from './angleCuts.ts';
import { shareCurves, type ShareMode } from './shareCurves.ts';
import type { ToleranceBand } from './tolerances.ts';

interface SharesChartProps {
  project: Project;
  file: MapsFile;
  names: readonly string[];
  cut: AngleCut;
  along: readonly MapsResponse[];
  mode: ShareMode;
  /** Of the total */
  band: ToleranceBand | undefined;
}

export function SharesChart({ project, file, names, cut, along, mode, band }: SharesChartProps) {
  const { t, i18n } = useTranslation('results');
  const series = useMemo(
    () =>
      shareCurves(along, mode).map(({ part, dbsm }, i): PlotSeries => {
        const name = part === undefined ? t('design.curves.total') : names[part]!;
        return {
          id: part === undefined ? 'total' : `part/${part}`,
          // The first curve beside the total is of one part in either mode.
          name: mode === 'added' && i > 1 ? t('design.curves.sumTo', { part: name }) : name,
          x: cut.x,
          y: dbsm,
          unconverged: isUnconverged(project),
          ...(part === undefined && band && { band }),
        };
      }),
    [along, mode, names, cut, band, project, t],
  );
  const x = useMemo(() => ({ label: t(`axis.${cut.swept}`), unit: '°' }), [t, cut.swept]);
  const y = useMemo(() => ({ label: t('rcs'), unit: 'dBsm' }), [t]);
  const label = t('design.curves.label', {
    axis: x.label,
    held: t(`axis.${cut.swept === 'theta' ? 'phi' : 'theta'}`),
    angle: angleLabel(cut.heldDeg, i18n.language),
  });
  const component = file.received + file.incident;
  return (
    <Box sx={{ minWidth: 0 }}>
      <Suspense fallback={<LoadingLine label={t('plotLoading')} />}>
        <LinePlot
          {...{ series, x, y, label }}
          scale="decibel"
          bandNote={t('design.tolerances.band')}
          testId="design-shares-chart"
          fileName={`${project.name}-${mode === 'alone' ? 'shares' : 'sums'}-${component}`}
          comments={[
            project.name,
            `${label}. ${component}, ${frequencyLabel(file.frequencyHz, i18n.language)}`,
            ...(band ? [t('design.tolerances.band')] : []),
          ]}
        />
      </Suspense>
    </Box>
  );
}

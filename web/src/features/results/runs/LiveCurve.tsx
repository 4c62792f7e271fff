import { HZ_PER_GHZ, type Project } from '@pace/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LinePlot, type PlotSeries } from '../../../plots/index.ts';
import { angleLabel, frequencyLabel } from '../labels/quantities.ts';
import { LoadingLine } from '../parts/LoadingLine.tsx';
import { growingCurve } from './growingCurve.ts';
import type { RunEvents } from './runEvents.ts';

const HEIGHT_PX = 320;

/** The radar cross section of what a running solver has computed so far. */
export function LiveCurve({ project, returns }: { project: Project } & Pick<RunEvents, 'returns'>) {
  const { t, i18n } = useTranslation('results');
  const curve = useMemo(() => growingCurve(returns), [returns]);
  const series = useMemo(
    () =>
      curve?.curves.map(({ component, x, y }): PlotSeries => ({
        ...{ id: component, name: t(`component.${component}`), y },
        x: curve.axis === 'frequency' ? x.map((hertz) => hertz / HZ_PER_GHZ) : x,
      })) ?? [],
    [curve, t],
  );
  if (!curve) return null;
  const { axis, frequencyHz, thetaDeg, phiDeg } = curve;
  const held = [
    frequencyHz === undefined ? [] : frequencyLabel(frequencyHz, i18n.language),
    thetaDeg === undefined ? [] : `${t('axis.theta')} ${angleLabel(thetaDeg, i18n.language)}`,
    phiDeg === undefined ? [] : `${t('axis.phi')} ${angleLabel(phiDeg, i18n.language)}`,
  ].flat();
  return (
    <Box>
      <Typography variant="caption" data-testid="live-curve-held" sx={{ color: 'text.secondary' }}>
        {t('live.soFar', { at: held.join(', ') })}
      </Typography>
      <Suspense fallback={<LoadingLine label={t('plotLoading')} />}>
        <LinePlot
          series={series}
          x={{ label: t(`axis.${axis}`), unit: axis === 'frequency' ? 'GHz' : '°' }}
          y={{ label: t('rcs'), unit: 'dBsm' }}
          wholeX
          height={HEIGHT_PX}
          testId="live-curve"
          label={t('live.curveLabel')}
          fileName={`${project.name}-so-far`}
          comments={[project.name, t('live.curveLabel')]}
        />
      </Suspense>
    </Box>
  );
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MeshViewer } from '../../../viewer/index.ts';
import { levelSurface } from '../fields/pattern.ts';
import type { AnglePlane } from '../fields/sweepPlane.ts';
import { angleLabel, plainNumber } from '../labels/quantities.ts';
import { Facts } from '../parts/Facts.tsx';
import { LoadingLine } from '../parts/LoadingLine.tsx';

const WITHOUT_SCALE = { withoutScale: true } as const;

/** Backscatter over both angles as a surface around the model's place. */
export function LevelBall({
  plane,
  spanDb,
  fileName,
  unconverged,
}: {
  plane: AnglePlane;
  spanDb: number;
  fileName: string;
  unconverged: boolean;
}) {
  const { t, i18n } = useTranslation('results');
  const { phisDeg, thetasDeg, dbsm } = plane;
  const peak = useMemo(
    () => dbsm.reduce((best, level, i) => (level > (dbsm[best] ?? -Infinity) ? i : best), -1),
    [dbsm],
  );
  const peakDbsm = dbsm[peak] ?? NaN;
  const geometry = useMemo(() => levelSurface(plane, peakDbsm, spanDb), [plane, peakDbsm, spanDb]);
  const colors = useMemo(
    () => ({
      values: Float32Array.from(dbsm),
      label: 'σ',
      unit: 'dBsm',
      range: [peakDbsm - spanDb, peakDbsm] as [number, number],
    }),
    [dbsm, peakDbsm, spanDb],
  );
  const angle = (value: number | undefined) => angleLabel(value ?? NaN, i18n.language);
  const [theta, phi] = [thetasDeg[Math.floor(peak / phisDeg.length)], phisDeg[peak % phisDeg.length]];
  return (
    <>
      <Box data-testid="waterfall-ball" data-peak={peakDbsm} data-theta={theta} data-phi={phi}>
        <Facts
          facts={[
            [t('pattern.peak'), `${plainNumber(peakDbsm, i18n.language, 4)} dBsm`],
            [t('pattern.peakAt'), `θ ${angle(theta)}, φ ${angle(phi)}`],
          ]}
        />
      </Box>
      <Box sx={{ height: { xs: 600, md: 580 } }}>
        <Suspense fallback={<LoadingLine label={t('viewerLoading')} />}>
          <MeshViewer
            key={spanDb}
            geometry={geometry}
            colors={colors}
            options={WITHOUT_SCALE}
            fileName={fileName}
            {...(unconverged && { warning: t('notConverged.title') })}
          />
        </Suspense>
      </Box>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('waterfall.explained', { span: spanDb })}
      </Typography>
    </>
  );
}

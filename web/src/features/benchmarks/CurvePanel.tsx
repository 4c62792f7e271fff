import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { ScoreCurve } from '@pace/contract/scoreboard';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCaseCurves } from '../../api/scoreboard.ts';
import { LinePlot, type PlotSeries } from '../../plots/index.ts';

/** What a check compared, angle by angle: our curve, its error bar where it has one, and the reference. */
export function CurvePanel({ file, id }: { file: string; id: string }) {
  const { t } = useTranslation('benchmarks');
  const { data, isError } = useCaseCurves(file);
  const [chosen, setChosen] = useState(0);
  const curve = data?.curves[chosen];
  const series = useMemo(() => (curve ? seriesOf(curve, t) : []), [curve, t]);
  if (isError) return <Alert severity="error">{t('failed')}</Alert>;
  if (!data || !curve) return <CircularProgress aria-label={t('loading')} />;
  const label = `${curve.check}, ${curve.of}`;
  return (
    <>
      <TextField
        select
        size="small"
        label={t('detail.curve')}
        value={chosen}
        onChange={({ target }) => setChosen(Number(target.value))}
        sx={{ mb: 2, maxWidth: 480 }}
      >
        {data.curves.map((one, index) => (
          <MenuItem key={index} value={index} lang="en">
            {one.check}, {one.of}
          </MenuItem>
        ))}
      </TextField>
      <Suspense fallback={<Box aria-busy sx={{ height: 460 }} />}>
        <LinePlot
          key={chosen}
          series={series}
          x={{ label: t(`angle.${curve.angle}`), unit: '°' }}
          y={{ label: t('rcs'), unit: 'dBsm' }}
          label={label}
          xRange={endsOf(curve.angleDeg)}
          fileName={`${id}-${curve.of}`}
          testId="benchmarks-curve"
        />
      </Suspense>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1, maxWidth: '76ch' }}>
        {t('detail.curveNote', { date: data.measuredOn })} {t(curve.bar ? 'detail.bar' : 'detail.noBar')}
      </Typography>
    </>
  );
}

const endsOf = (angles: readonly number[]): [number, number] => [Math.min(...angles), Math.max(...angles)];

function seriesOf(curve: ScoreCurve, t: (key: string) => string): PlotSeries[] {
  const { angleDeg: x, dbsm, referenceDbsm, reference, bar } = curve;
  const line = (id: string, name: string, levels: readonly (number | null)[], rest = {}): PlotSeries => ({
    id,
    name,
    x,
    y: levels.map((level) => level ?? Number.NaN),
    ...rest,
  });
  return [
    line('ours', t('curve.ours'), dbsm),
    line('reference', t(`curve.${reference}`), referenceDbsm, { isReference: true }),
    ...(bar
      ? [
          line('low', t('curve.low'), bar.lowDbsm, { isReference: true, styleIndex: 9 }),
          line('high', t('curve.high'), bar.highDbsm, { isReference: true, styleIndex: 9 }),
        ]
      : []),
  ];
}

import { exceedance } from '@pace/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinePlot, type PlotSeries } from '../../../plots/index.ts';
import { plainNumber } from '../labels/quantities.ts';
import { LoadingLine } from '../parts/LoadingLine.tsx';
import { TABLE_STYLE } from '../parts/tableStyle.ts';
import { ValueSelect } from '../parts/ValueSelect.tsx';
import { fluctuationFits, type FluctuationFit } from './fluctuation.ts';
import { WHOLE, type SampledSector } from './useSectors.ts';

const PLOT_HEIGHT_PX = 400;
const MODEL_POINTS = 121;
const PERCENT = { style: 'percent', maximumSignificantDigits: 3 } as const;

/** Curves of exceedance of the sectors, and of the models that one of them is compared with. */
export function Fluctuation({ sectors, name }: { sectors: readonly SampledSector[]; name: string }) {
  const { t, i18n } = useTranslation('results');
  const [wanted, setWanted] = useState(WHOLE);
  const compared = sectors.find(({ id }) => id === wanted) ?? sectors[0];
  const fits = useMemo(() => (compared ? fluctuationFits(compared.samples) : []), [compared]);
  const title = (fit: FluctuationFit) =>
    t(`statistics.model.${fit.model}`, { degrees: plainNumber(fit.degrees, i18n.language, 3) });
  const computed = useMemo(
    () =>
      sectors.map(({ id, name: of, samples }): PlotSeries => ({
        ...{ id: String(id), name: of, styleIndex: id },
        ...exceedance(samples),
      })),
    [sectors],
  );
  const x = { label: t('rcs'), unit: 'dBsm' };
  const y = { label: t('statistics.above'), unit: '%' };
  const ends = computed.flatMap((series) => [series.x[0] ?? [], series.x.at(-1) ?? []].flat());
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const models = fits.map((fit, i): PlotSeries => {
    const points = Array.from(
      { length: MODEL_POINTS },
      (_, k) => low + ((high - low) * k) / (MODEL_POINTS - 1),
    );
    return {
      ...{ id: fit.model, name: title(fit), isReference: true, styleIndex: sectors.length + i },
      ...{ x: points, y: points.map((db) => 100 * fit.above(10 ** (db / 10))) },
    };
  });
  if (!compared || !Number.isFinite(low)) return null;
  return (
    <Box component="section" sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      <Typography variant="h4" component="h3">
        {t('statistics.exceedance')}
      </Typography>
      {sectors.length > 1 && (
        <Box>
          <ValueSelect
            label={t('statistics.modelsOf')}
            value={compared.id}
            values={sectors.map(({ id }) => id)}
            text={(id) => sectors.find((sector) => sector.id === id)?.name ?? ''}
            onChange={setWanted}
            testId="statistics-models-of"
          />
        </Box>
      )}
      <Suspense fallback={<LoadingLine label={t('plotLoading')} />}>
        <LinePlot
          series={[...computed, ...models]}
          {...{ x, y }}
          height={PLOT_HEIGHT_PX}
          label={t('statistics.exceedanceLabel')}
          testId="exceedance-chart"
          fileName={`${name}-exceedance`}
          comments={[name, t('statistics.exceedanceLabel')]}
        />
      </Suspense>
      {fits.length > 0 && (
        <Box tabIndex={0} role="region" aria-label={t('statistics.fits')} sx={{ overflowX: 'auto' }}>
          <Box component="table" data-testid="statistics-fits" sx={TABLE_STYLE}>
            <thead>
              <tr>
                <th scope="col">{t('statistics.modelTitle', { sector: compared.name })}</th>
                <th scope="col" data-number>
                  {t('statistics.distance')}
                </th>
              </tr>
            </thead>
            <tbody>
              {fits.map((fit) => (
                <tr key={fit.model}>
                  <th scope="row">{title(fit)}</th>
                  <td data-number data-value={fit.distance}>
                    {fit.distance.toLocaleString(i18n.language, PERCENT)}
                  </td>
                </tr>
              ))}
            </tbody>
          </Box>
        </Box>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {fits.length > 0 ? t('statistics.fitsNote') : t('statistics.noFits')}
      </Typography>
    </Box>
  );
}

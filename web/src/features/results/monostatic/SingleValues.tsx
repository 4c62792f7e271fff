import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { bandText } from '../../../plots/index.ts';
import { isPhase, referenceSeries } from '../curves/rcsCurves.ts';
import type { CurvePlot } from '../curves/useCurvePlot.ts';
import { bandOf } from '../fields/errorBars.ts';
import { curveOf } from '../fields/farField.ts';
import { plainNumber } from '../labels/quantities.ts';

interface SingleValuesProps {
  plot: CurvePlot;
  /** Files for other programs */
  exportMenu: ReactNode;
}

/** The backscatter of one direction at one frequency, a line a curve, with what is compared with it below. */
export function SingleValues({
  plot: { curves, compared, scale, bars, saveFields },
  exportMenu,
}: SingleValuesProps) {
  const { t, i18n } = useTranslation('results');
  const text = (value: number, unit: string) =>
    Number.isFinite(value) ? `${plainNumber(value, i18n.language, 5).replace('-', '−')}${unit}` : '–';
  return (
    <Box
      sx={{ display: 'grid', gap: 1.5, p: 2, border: 1, borderColor: 'divider', borderRadius: 1 }}
      data-testid="monostatic-value"
    >
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5 }}>
        {curves.map((curve) => {
          const { y } = curveOf(curve, curve.component, curve.polarization, scale);
          const band = bars ? bandOf(curve, curve.component, curve.polarization, scale) : undefined;
          const unit = isPhase(curve) ? '°' : ` ${scale}`;
          const own = compared.filter(({ of }) => of === curve.id);
          return (
            <div key={curve.id}>
              <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
                {curve.name}
              </Typography>
              <Typography
                component="dd"
                data-value={y[0]}
                sx={{ m: 0, fontSize: '1.6rem', fontWeight: 600, lineHeight: 1.3 }}
              >
                {text(y[0]!, unit)}
              </Typography>
              {band && (
                <Typography
                  component="dd"
                  variant="body2"
                  sx={{ m: 0, color: 'text.secondary' }}
                  data-testid="monostatic-bar"
                >
                  {t('bars.between', { ends: bandText([band.low[0]!, band.high[0]!], i18n.language) })}
                </Typography>
              )}
              {own.map((reference) => {
                const [value] = referenceSeries(reference, scale).y;
                return (
                  <Typography
                    key={reference.id}
                    component="dd"
                    variant="body2"
                    data-compared={value}
                    sx={{ m: 0, color: 'text.secondary' }}
                  >
                    {`${reference.name}: ${text(value!, unit)}`}
                  </Typography>
                );
              })}
            </div>
          );
        })}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" size="small" onClick={saveFields} data-testid="plot-fields">
          {t('complexCsv')}
        </Button>
        {exportMenu}
      </Box>
    </Box>
  );
}

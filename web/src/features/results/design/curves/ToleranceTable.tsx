import type { MapsResponse } from '@pace/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { angleLabel } from '../../labels/quantities.ts';
import { dbsmOf, rcsM2 } from './amplitude.ts';
import type { AngleCut } from './angleCuts.ts';
import { TABLE_STYLE } from '../../parts/tableStyle.ts';
import { partsOfBand, widestAt, type Measure, type Tolerance, type ToleranceBand } from './tolerances.ts';
import { useToleranceText } from './useToleranceText.ts';

interface ToleranceTableProps {
  names: readonly string[];
  cut: AngleCut;
  along: readonly MapsResponse[];
  tolerances: readonly Tolerance[];
  band: ToleranceBand;
  measure: Measure;
}

/** What each tolerance has of the band where it is widest. */
export function ToleranceTable({ names, cut, along, tolerances, band, measure }: ToleranceTableProps) {
  const { t, i18n } = useTranslation('results');
  const textOf = useToleranceText(names);
  const widest = widestAt(band);
  const response = along[widest]!;
  const total = dbsmOf(rcsM2(response.field));
  const number = (value: number, digits: number) =>
    value.toLocaleString(i18n.language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const fall = total - band.low[widest]!;
  const title = t('design.tolerances.widest', {
    axis: t(`axis.${cut.swept}`),
    angle: angleLabel(cut.x[widest]!, i18n.language),
    rise: number(band.high[widest]! - total, 2),
    fall: Number.isFinite(fall) ? number(fall, 2) : '∞',
  });
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="body2" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      <Box tabIndex={0} role="region" aria-label={title} sx={{ overflowX: 'auto' }}>
        <Box
          component="table"
          data-testid="design-tolerance-table"
          data-angle={cut.x[widest]}
          sx={{ ...TABLE_STYLE, '& tbody th': { whiteSpace: { xs: 'normal', sm: 'nowrap' }, minWidth: 120 } }}
        >
          <thead>
            <tr>
              <th scope="col">{t('design.tolerances.tolerance')}</th>
              <th scope="col" data-number>
                {t('design.tolerances.alone')}
              </th>
              <th scope="col" data-number>
                {t('design.tolerances.fraction')}
              </th>
            </tr>
          </thead>
          <tbody>
            {partsOfBand(response, tolerances, measure).map(({ tolerance, aloneDb, fraction }) => (
              <tr key={textOf(tolerance)}>
                <th scope="row">{textOf(tolerance)}</th>
                <td data-number data-value={aloneDb}>
                  {`${number(aloneDb, 2)} dB`}
                </td>
                <td data-number data-value={fraction}>
                  {`${number(100 * fraction, 1)} %`}
                </td>
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
    </Box>
  );
}

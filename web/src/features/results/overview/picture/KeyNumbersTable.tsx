import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlotQuantity } from '../../../../plots/index.ts';
import { dbsmText } from '../../labels/dbsmText.ts';
import { plainNumber } from '../../labels/quantities.ts';
import { TABLE_STYLE } from '../../parts/tableStyle.ts';
import { keyNumbersOf } from './keyNumbers.ts';
import type { FirstCurves } from './useFirstCurves.ts';

interface KeyNumbersTableProps extends Pick<FirstCurves, 'curves'> {
  x: PlotQuantity;
}

/** Maximum, mean and median of each curve, and where the maximum is. */
export function KeyNumbersTable({ curves, x }: KeyNumbersTableProps) {
  const { t, i18n } = useTranslation('results');
  const rows = useMemo(() => keyNumbersOf(curves), [curves]);
  const [first] = rows;
  if (!first) return null;
  const decibel = (value: number) => dbsmText(value, i18n.language);
  const place = (value: number) =>
    `${plainNumber(value, i18n.language)}${x.unit === '°' ? '' : ' '}${x.unit}`;
  const isPoint = rows.every(({ count }) => count === 1);
  const titles = isPoint ? (['value'] as const) : (['maximum', 'at', 'mean', 'median'] as const);
  const caption = isPoint
    ? t('glance.onePoint')
    : t('glance.sector', { axis: x.label, from: place(first.from), to: place(first.to) });
  return (
    <Box tabIndex={0} role="region" aria-label={t('glance.numbers')} sx={{ overflowX: 'auto' }}>
      <Box
        component="table"
        data-testid="glance-numbers"
        sx={{ ...TABLE_STYLE, '& caption': { textAlign: 'left', color: 'text.secondary', pb: 0.5 } }}
      >
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('comparison.curve')}</th>
            {titles.map((title) => (
              <th key={title} scope="col" data-number>
                {t(`glance.${title}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, unconverged, max, maxAt, mean, median }) => (
            <tr key={id}>
              <th scope="row">{unconverged ? t('runUnconverged', { name }) : name}</th>
              <td data-number data-value={max}>
                <strong>{decibel(max)}</strong>
              </td>
              {!isPoint && (
                <>
                  <td data-number data-value={maxAt}>
                    {place(maxAt)}
                  </td>
                  <td data-number data-value={mean}>
                    {decibel(mean)}
                  </td>
                  <td data-number data-value={median}>
                    {decibel(median)}
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

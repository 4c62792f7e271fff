import { type MonostaticAxis, type SweepPoint, quantile, rcsStatistics } from '@pace/contract';
import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { angleLabel, frequencyLabel } from '../labels/quantities.ts';
import { TABLE_STYLE } from '../parts/tableStyle.ts';
import { dbsmText } from '../labels/dbsmText.ts';
import type { SampledSector } from './useSectors.ts';

interface SectorTableProps {
  sectors: readonly SampledSector[];
  swept: ReadonlyMap<MonostaticAxis, unknown>;
}

const PERCENTILES = [5, 50, 90, 95] as const;
/** Eleven columns fit beside the menu where their titles have two lines. */
const STYLE = {
  ...TABLE_STYLE,
  '& thead th[data-number]': { whiteSpace: 'normal', maxWidth: '11ch', textAlign: 'right' },
} as const;

export function SectorTable({ sectors, swept }: SectorTableProps) {
  const { t, i18n } = useTranslation('results');
  const rows = useMemo(
    () => sectors.map((sector) => ({ ...sector, statistics: rcsStatistics(sector.samples) })),
    [sectors],
  );
  const place = (at: SweepPoint) =>
    [...swept.keys()]
      .map((axis) => (axis === 'frequency' ? frequencyLabel : angleLabel)(at[axis], i18n.language))
      .join(' · ');
  const number = (sigma: number, key: string) => (
    <td key={key} data-number data-value={10 * Math.log10(sigma)} data-key={key}>
      {dbsmText(10 * Math.log10(sigma), i18n.language)}
    </td>
  );
  return (
    <Box tabIndex={0} role="region" aria-label={t('statistics.table')} sx={{ overflowX: 'auto' }}>
      <Box component="table" data-testid="statistics-table" sx={STYLE}>
        <thead>
          <tr>
            <th scope="col">{t('statistics.sectorTitle')}</th>
            {(['points', 'mean', 'meanDb', 'deviation'] as const).map((title) => (
              <th key={title} scope="col" data-number>
                {t(`statistics.${title}`)}
              </th>
            ))}
            {PERCENTILES.map((percent) => (
              <th key={percent} scope="col" data-number>
                {percent === 50 ? t('glance.median') : t('statistics.percentile', { percent })}
              </th>
            ))}
            <th scope="col" data-number>
              {t('glance.maximum')}
            </th>
            <th scope="col">{t('glance.at')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, samples, statistics }) => (
            <tr key={id} data-testid={`statistics-row-${id}`}>
              <th scope="row">{name}</th>
              {statistics ? (
                <>
                  <td data-number>{statistics.count.toLocaleString(i18n.language)}</td>
                  {number(statistics.mean, 'mean')}
                  <td data-number>{dbsmText(statistics.meanDb, i18n.language)}</td>
                  <td data-number>{dbsmText(statistics.deviationDb, i18n.language, 'dB')}</td>
                  {PERCENTILES.map((percent) => number(quantile(samples, percent / 100), `p${percent}`))}
                  {number(statistics.max, 'max')}
                  <td>{place(statistics.maxAt)}</td>
                </>
              ) : (
                <td colSpan={PERCENTILES.length + 6}>{t('statistics.noPoints')}</td>
              )}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

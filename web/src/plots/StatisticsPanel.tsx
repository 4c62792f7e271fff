import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plotNumber } from './plotNumber.ts';
import { axisTitle, type PlotQuantity, type PlotSeries } from './series.ts';
import { curveStatistics, sectorMeans, sectors, type ValueScale } from './statistics.ts';

interface StatisticsPanelProps {
  series: readonly PlotSeries[];
  x: PlotQuantity;
  y: PlotQuantity;
  scale: ValueScale;
  /** Whole range of x */
  range: [number, number];
}

const SECTOR_COUNTS = [0, 4, 6, 8, 12, 24, 36] as const;
const cellStyle = {
  borderCollapse: 'collapse',
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { px: 1.5, py: 0.5, textAlign: 'right', whiteSpace: 'nowrap' },
  '& tbody th, & thead th:first-of-type': { textAlign: 'left', fontWeight: 'inherit' },
  '& thead th': { borderBottom: 1, borderColor: 'divider' },
} as const;

/** Largest, smallest, mean and median value of each curve in a range, and means of its sectors. */
export function StatisticsPanel({ series, x, y, scale, range }: StatisticsPanelProps) {
  const { t, i18n } = useTranslation('plots');
  const [ends, setEnds] = useState<[string, string]>(['', '']);
  const [count, setCount] = useState<number>(SECTOR_COUNTS[0]);
  const end = (which: 0 | 1) => {
    const value = Number(ends[which].replace(',', '.'));
    return ends[which].trim() !== '' && Number.isFinite(value) ? value : range[which];
  };
  const [from, to] = [end(0), end(1)];
  const rows = useMemo(
    () => series.map((curve) => ({ curve, values: curveStatistics(curve, [from, to], scale) })),
    [series, from, to, scale],
  );
  const ranges = useMemo(
    () => (count === 0 ? [] : sectors([from, to], (to - from) / count)),
    [from, to, count],
  );
  const number = (value: number | undefined) => plotNumber(value, i18n.language, 5);
  const endField = (which: 0 | 1, label: string) => (
    <TextField
      size="small"
      fullWidth={false}
      label={label}
      value={ends[which]}
      placeholder={plotNumber(range[which], i18n.language)}
      sx={{ width: 150 }}
      onChange={(event) =>
        setEnds(which === 0 ? [event.target.value, ends[1]] : [ends[0], event.target.value])
      }
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { inputMode: 'decimal', 'data-testid': which === 0 ? 'statistics-from' : 'statistics-to' },
      }}
    />
  );
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, mt: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {endField(0, axisTitle({ label: t('statistics.from'), unit: x.unit }))}
        {endField(1, axisTitle({ label: t('statistics.to'), unit: x.unit }))}
        <TextField
          select
          size="small"
          fullWidth={false}
          label={t('statistics.sectors')}
          value={count}
          onChange={(event) => setCount(Number(event.target.value))}
          sx={{ minWidth: 130 }}
          slotProps={{
            select: { native: true },
            inputLabel: { shrink: true },
            htmlInput: { 'data-testid': 'statistics-sectors' },
          }}
        >
          {SECTOR_COUNTS.map((value) => (
            <option key={value} value={value}>
              {value === 0 ? t('statistics.none') : value}
            </option>
          ))}
        </TextField>
      </Box>
      <Box tabIndex={0} role="region" aria-label={t('statistics.title')} sx={{ overflowX: 'auto' }}>
        <Box component="table" data-testid="statistics-table" sx={cellStyle}>
          <thead>
            <tr>
              <th scope="col">{t('curve')}</th>
              {(['max', 'maxAt', 'min', 'minAt', 'mean', 'median', 'points'] as const).map((name) => (
                <th key={name} scope="col">
                  {statisticTitle(t(`statistics.${name}`), name, x, y)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ curve, values }) => (
              <tr key={curve.id}>
                <th scope="row">{curve.name}</th>
                {[values?.max, values?.maxAt, values?.min, values?.minAt, values?.mean, values?.median].map(
                  (value, i) => (
                    <td key={i} data-value={value}>
                      {number(value)}
                    </td>
                  ),
                )}
                <td>{values?.count ?? 0}</td>
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
      {ranges.length > 0 && (
        <Box tabIndex={0} role="region" aria-label={t('statistics.sectorTitle')} sx={{ overflowX: 'auto' }}>
          <Box component="table" data-testid="sector-table" sx={cellStyle}>
            <thead>
              <tr>
                <th scope="col">{t('curve')}</th>
                {ranges.map(([low, high], i) => (
                  <th key={i} scope="col">{`${number(low)}–${number(high)} ${x.unit}`}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {series.map((curve) => (
                <tr key={curve.id}>
                  <th scope="row">{curve.name}</th>
                  {sectorMeans(curve, ranges, scale).map((value, i) => (
                    <td key={i} data-value={value}>
                      {number(value)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Box>
        </Box>
      )}
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('statistics.note')}
      </Typography>
    </Box>
  );
}

function statisticTitle(label: string, name: string, x: PlotQuantity, y: PlotQuantity): string {
  if (name === 'points') return label;
  return axisTitle({ label, unit: name.endsWith('At') ? x.unit : y.unit });
}

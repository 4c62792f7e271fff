import Box from '@mui/material/Box';
import TablePagination from '@mui/material/TablePagination';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plotNumber } from './plotNumber.ts';
import { axisTitle, tableOf, type PlotQuantity, type PlotSeries } from './series.ts';

/** Rows drawn at once; a cut of half-degree steps fits. */
const ROWS_A_PAGE = 721;

interface PlotTableProps {
  series: readonly PlotSeries[];
  x: PlotQuantity;
  y: PlotQuantity;
  caption: string;
}

/** The numbers of a plot, for reading and for screen readers. */
export function PlotTable({ series, x, y, caption }: PlotTableProps) {
  const { t, i18n } = useTranslation('plots');
  const table = useMemo(
    () => tableOf(series, { low: t('bandLow'), high: t('bandHigh'), solved: t('solvedColumn') }),
    [series, t],
  );
  const [page, setPage] = useState(0);
  const lastPage = Math.max(0, Math.ceil(table.x.length / ROWS_A_PAGE) - 1);
  const shownPage = Math.min(page, lastPage);
  const first = shownPage * ROWS_A_PAGE;
  const rows = table.x.slice(first, first + ROWS_A_PAGE);
  return (
    <Box>
      <Box
        tabIndex={0}
        role="region"
        aria-label={caption}
        sx={{ maxHeight: 360, overflow: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 }}
      >
        <Box
          component="table"
          data-testid="plot-table"
          sx={{
            borderCollapse: 'collapse',
            fontSize: '0.8125rem',
            fontVariantNumeric: 'tabular-nums',
            width: '100%',
            '& th, & td': { px: 1.5, py: 0.5, textAlign: 'right', whiteSpace: 'nowrap' },
            '& thead th': {
              position: 'sticky',
              top: 0,
              bgcolor: 'background.paper',
              borderBottom: 1,
              borderColor: 'divider',
            },
            '& caption': { textAlign: 'left', px: 1.5, py: 1, color: 'text.secondary' },
          }}
        >
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{axisTitle(x)}</th>
              {table.columns.map(({ name }) => (
                <th key={name} scope="col">
                  {axisTitle({ label: name, unit: y.unit })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((value, row) => (
              <tr key={value}>
                <th scope="row">{plotNumber(value, i18n.language, 10)}</th>
                {table.columns.map(({ name, end, values }) => (
                  <td key={name} data-value={values[first + row]} data-end={end}>
                    {plotNumber(values[first + row], i18n.language, 6)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
      {lastPage > 0 && (
        <TablePagination
          component="div"
          count={table.x.length}
          page={shownPage}
          rowsPerPage={ROWS_A_PAGE}
          rowsPerPageOptions={[]}
          onPageChange={(_, next) => setPage(next)}
          labelDisplayedRows={({ from, to, count }) => t('rows', { from, to, count })}
          getItemAriaLabel={(type) => t(type === 'next' ? 'nextRows' : 'previousRows')}
        />
      )}
    </Box>
  );
}

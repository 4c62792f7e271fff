import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { angleLabel } from '../labels/quantities.ts';
import { differenceDb, type Compared, type Comparison } from './comparison.ts';

const COLUMNS = ['before', 'predicted', 'computed', 'difference'] as const;

/** RCS of each illumination: before, predicted, computed. */
export function ComparisonTable({ comparison: { rows, mean } }: { comparison: Comparison }) {
  const { t, i18n } = useTranslation('results');
  const angle = (value: number) => angleLabel(value, i18n.language);
  return (
    <Box tabIndex={0} role="region" aria-label={t('coated.table')} sx={{ overflow: 'auto', maxHeight: 420 }}>
      <Box
        component="table"
        data-testid="coated-table"
        sx={{
          borderCollapse: 'collapse',
          fontSize: { xs: '0.75rem', sm: '0.875rem' },
          fontVariantNumeric: 'tabular-nums',
          '& th, & td': { pr: { xs: 1, sm: 3 }, py: 0.5, textAlign: 'right', verticalAlign: 'bottom' },
          '& th:first-of-type': { textAlign: 'left', fontWeight: 'inherit', whiteSpace: 'nowrap' },
          '& thead th': { borderBottom: 1, borderColor: 'divider', color: 'text.secondary' },
          '& tfoot > tr > *': { borderTop: 1, borderColor: 'divider' },
        }}
      >
        <thead>
          <tr>
            <th scope="col">{t('coated.columns.angles')}</th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(`coated.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.thetaDeg}/${row.phiDeg}`} data-theta={row.thetaDeg} data-phi={row.phiDeg}>
              <th scope="row">{`${angle(row.thetaDeg)}, ${angle(row.phiDeg)}`}</th>
              <Figures of={row} />
            </tr>
          ))}
        </tbody>
        {mean && (
          <tfoot>
            <tr>
              <th scope="row">{t('coated.mean')}</th>
              <Figures of={mean} />
            </tr>
          </tfoot>
        )}
      </Box>
    </Box>
  );
}

function Figures({ of }: { of: Compared }) {
  const { t, i18n } = useTranslation('results');
  const values = { ...of, difference: differenceDb(of) };
  return COLUMNS.map((column) => {
    const value = values[column];
    const text =
      value !== undefined && Number.isFinite(value)
        ? value.toLocaleString(i18n.language, {
            minimumFractionDigits: 2,
            maximumFractionDigits: 2,
            signDisplay: column === 'difference' ? 'exceptZero' : 'negative',
          })
        : t('design.none');
    return (
      <td key={column} data-column={column} data-value={value}>
        {text}
      </td>
    );
  });
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { FactTable } from './inputSection.ts';

/** A table of the summary, which scrolls by itself where the page is narrow. */
export function SummaryTable({ caption, titles, rows }: { caption: string } & FactTable) {
  const { t } = useTranslation('results');
  if (rows.length === 0) return <Typography sx={{ color: 'text.secondary' }}>{t('input.empty')}</Typography>;
  return (
    <Box tabIndex={0} role="region" aria-label={caption} sx={{ overflow: 'auto', maxHeight: 320 }}>
      <Box
        component="table"
        sx={{
          borderCollapse: 'collapse',
          fontSize: '0.875rem',
          fontVariantNumeric: 'tabular-nums',
          '& th, & td': { px: 1.5, py: 0.5, textAlign: 'left', whiteSpace: 'nowrap' },
          '& thead th': { borderBottom: 1, borderColor: 'divider' },
        }}
      >
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              {row.map((cell, j) => (
                <td key={j}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

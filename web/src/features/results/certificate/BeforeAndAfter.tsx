import type { RunResult } from '@pace/contract';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useReadOnly } from '../data/readOnly.ts';
import { plainNumber } from '../labels/quantities.ts';
import { PARTS, type Parts } from './certificate.ts';
import { sumOfParts, type Before } from './refinement.ts';

/** Parts of the error bars of the run that a mesh was refined by, and of this one. */
export function BeforeAndAfter({
  before,
  parts,
  summary,
}: {
  before: Before;
  parts: Parts;
  summary: RunResult;
}) {
  const { t, i18n } = useTranslation('results');
  const readOnly = useReadOnly();
  const percent = (value: number) =>
    t('certificate.percent', { value: plainNumber(100 * value, i18n.language, 2) });
  const unknowns = 'unknowns' in summary ? summary.unknowns : 0;
  const rows = [
    [
      t('certificate.refine.unknowns'),
      before.unknowns.toLocaleString(i18n.language),
      unknowns.toLocaleString(i18n.language),
    ],
    ...PARTS.map((part) => [
      t(`certificate.part.${part}`),
      percent(before.values[part]),
      percent(parts.values[part]),
    ]),
    [t('certificate.refine.together'), percent(sumOfParts(before.values)), percent(sumOfParts(parts.values))],
  ];
  return (
    <Box data-testid="certificate-before-after">
      <Typography variant="body2">{t('certificate.refine.refined')}</Typography>
      <Box
        component="table"
        aria-label={t('certificate.refine.beforeAndAfter')}
        sx={{
          borderCollapse: 'collapse',
          fontSize: '0.875rem',
          fontVariantNumeric: 'tabular-nums',
          '& th, & td': { pr: { xs: 1, sm: 3 }, py: 0.5, textAlign: 'right' },
          '& th:first-of-type': { textAlign: 'left', fontWeight: 'inherit' },
          '& thead th': { borderBottom: 1, borderColor: 'divider', color: 'text.secondary' },
        }}
      >
        <thead>
          <tr>
            <th scope="col">{t('certificate.refine.part')}</th>
            <th scope="col">{t('certificate.refine.before')}</th>
            <th scope="col">{t('certificate.refine.after')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, i) => (
                <td key={i === 0 ? 'before' : 'after'}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
      {!readOnly && (
        <Link
          component={RouterLink}
          to={`/projects/detail?id=${encodeURIComponent(before.project)}`}
          variant="body2"
        >
          {t('certificate.refine.earlier')}
        </Link>
      )}
    </Box>
  );
}

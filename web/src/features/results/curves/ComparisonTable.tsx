import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { differenceTo } from '../../../plots/index.ts';
import { curveOf } from '../fields/farField.ts';
import { plainNumber } from '../labels/quantities.ts';
import { isPhase, type RcsCurve, type ReferenceCurve } from './rcsCurves.ts';

interface ComparisonTableProps {
  curves: readonly RcsCurve[];
  references: readonly ReferenceCurve[];
  /** Unit of x */
  unit: string;
}

/** Mean and largest |ΔdB| of computed curves to what they are compared with. */
export function ComparisonTable({ curves, references, unit }: ComparisonTableProps) {
  const { t, i18n } = useTranslation('results');
  const rows = useMemo(
    () =>
      references.flatMap((reference) =>
        curves
          .filter((curve) => !isPhase(curve))
          .filter(({ id }) => reference.of === undefined || reference.of === id)
          .map((curve) => ({
            reference,
            curve,
            difference: differenceTo(curveOf(curve, curve.component, curve.polarization), {
              x: reference.x,
              y: reference.dbsm,
            }),
          })),
      ),
    [curves, references],
  );
  if (rows.length === 0) return null;
  const decibel = (value: number) =>
    `${value.toLocaleString(i18n.language, { minimumFractionDigits: 3, maximumFractionDigits: 3 })} dB`;
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="h4" component="h3" sx={{ mb: 0.5 }}>
        {t('comparison.title')}
      </Typography>
      <Box tabIndex={0} role="region" aria-label={t('comparison.title')} sx={{ overflowX: 'auto' }}>
        <Box
          component="table"
          data-testid="comparison-table"
          sx={{
            borderCollapse: 'collapse',
            fontSize: '0.8125rem',
            fontVariantNumeric: 'tabular-nums',
            '& th, & td': { px: 1.5, py: 0.5, textAlign: 'right', whiteSpace: 'nowrap' },
            '& tbody th, & td:first-of-type, & thead th:nth-of-type(-n+2)': {
              textAlign: 'left',
              fontWeight: 'inherit',
            },
            '& thead th': { borderBottom: 1, borderColor: 'divider' },
          }}
        >
          <thead>
            <tr>
              <th scope="col">{t('comparison.curve')}</th>
              <th scope="col">{t('comparison.reference')}</th>
              <th scope="col">{t('comparison.mean')}</th>
              <th scope="col">{t('comparison.largest')}</th>
              <th scope="col">{t('comparison.at')}</th>
              <th scope="col">{t('comparison.points')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ reference, curve, difference }) => (
              <tr key={`${curve.id}/${reference.id}`}>
                <th scope="row">
                  {curve.unconverged ? `${curve.name} · ${t('notConverged.title')}` : curve.name}
                </th>
                <td>{reference.name}</td>
                {difference ? (
                  <>
                    <td data-testid="comparison-mean" data-value={difference.mean}>
                      {decibel(difference.mean)}
                    </td>
                    <td data-value={difference.largest}>{decibel(difference.largest)}</td>
                    <td>{`${plainNumber(difference.largestAt, i18n.language)} ${unit}`}</td>
                    <td>{difference.count}</td>
                  </>
                ) : (
                  <td colSpan={4}>{t('comparison.apart')}</td>
                )}
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
    </Box>
  );
}

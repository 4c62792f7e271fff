import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../parts/Facts.tsx';
import type { CoatedRcs } from './coating.ts';

interface PredictedRcsProps {
  rcs: CoatedRcs;
  /** Over several illuminations */
  isMean: boolean;
  /** With its unit */
  thickness: string;
}

/** The RCS now and with the layer, in both ways that a layer can be meant. */
export function PredictedRcs({ rcs, isMean, thickness }: PredictedRcsProps) {
  const { t, i18n } = useTranslation('results');
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
  const decibels = (ratio: number, signDisplay: 'negative' | 'exceptZero' = 'negative') =>
    (10 * Math.log10(ratio)).toLocaleString(i18n.language, { ...digits, signDisplay });
  const withChange = (squareMetres: number) =>
    `${decibels(squareMetres)} dBsm (${decibels(squareMetres / rcs.now, 'exceptZero')} dB)`;
  return (
    <>
      <Box
        data-testid="design-coat-predicted"
        data-now={rcs.now}
        data-metal={rcs.onMetal}
        data-mesh={rcs.onMesh}
      >
        <Facts
          facts={[
            [t(isMean ? 'design.coat.meanNow' : 'design.coat.now'), `${decibels(rcs.now)} dBsm`],
            [t('design.coat.onMetal'), withChange(rcs.onMetal)],
            [t('design.coat.onMesh'), withChange(rcs.onMesh)],
          ]}
        />
      </Box>
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary', maxWidth: '80ch' }}>
        {t('design.coat.explained', { thickness })}
      </Typography>
    </>
  );
}

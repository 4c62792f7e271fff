import type { MapsFile } from '@pace/contract';
import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import { plainNumber } from '../../labels/quantities.ts';
import { FIRST_ORDER_OHM, firstOrderRange, type SurfaceOfRun } from '../../data/mapsChoice.ts';
import { displacementMm, impedanceChangeOhm, type Tolerance, type ToleranceBand } from './tolerances.ts';
import { useToleranceText } from './useToleranceText.ts';

interface ToleranceNotesProps {
  file: MapsFile;
  names: readonly string[];
  surface: SurfaceOfRun;
  tolerances: readonly Tolerance[];
  band: ToleranceBand | undefined;
}

/** How far first order holds, and what is beyond it. */
export function ToleranceNotes({ file, names, surface, tolerances, band }: ToleranceNotesProps) {
  const { t, i18n } = useTranslation('results');
  const textOf = useToleranceText(names);
  const { displacementMm: limitMm } = firstOrderRange(file.frequencyHz, undefined, surface);
  const limit = `${plainNumber(limitMm, i18n.language, 2)} mm`;
  const ohm = FIRST_ORDER_OHM;
  const beyond = tolerances.filter(
    (one) => displacementMm(one, file.parts) > limitMm || impedanceChangeOhm(one) > ohm,
  );
  const open = band?.low.filter((low, i) => low === -Infinity && band.relative[i]! > 0).length ?? 0;
  return (
    <>
      <Alert severity="info">{t(`design.tolerances.range.${surface}`, { limit, ohm })}</Alert>
      {beyond.length > 0 && (
        <Alert severity="warning" data-testid="design-tolerances-beyond">
          {t(`design.tolerances.beyond.${surface}`, {
            limit,
            ohm,
            tolerances: beyond.map(textOf).join('; '),
          })}
          {beyond.some(({ kind }) => kind === 'turned') && ` ${t('design.tolerances.arm')}`}
        </Alert>
      )}
      {open > 0 && (
        <Alert severity="warning" data-testid="design-tolerances-open">
          {t('design.tolerances.open', { count: open })}
        </Alert>
      )}
    </>
  );
}

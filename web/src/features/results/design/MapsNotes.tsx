import type { MapsFile } from '@pace/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { plainNumber } from '../labels/quantities.ts';
import { Facts } from '../parts/Facts.tsx';
import { FIRST_ORDER_OHM, firstOrderRange, type LayerValues, type SurfaceOfRun } from '../data/mapsChoice.ts';

/** Above this the map of displacements is a picture rather than numbers: sharp edges carry most of it. */
const COARSE_DEFECT = 0.15;

interface MapsNotesProps {
  file: MapsFile;
  layer: LayerValues | undefined;
  surface: SurfaceOfRun;
}

/** What the numbers are of, how far they hold, and how good the map of displacements is. */
export function MapsNotes({ file, layer, surface }: MapsNotesProps) {
  const { t, i18n } = useTranslation('results');
  const number = (value: number, digits = 3) => plainNumber(value, i18n.language, digits);
  const { displacementMm, layerMm } = firstOrderRange(file.frequencyHz, layer, surface);
  const { translationDefect: defect, sheetTriangles, illuminations, rcs_dBsm: rcs } = file;
  const several = illuminations.length > 1;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }} data-testid="design-notes">
      <Facts
        facts={[
          [
            t(several ? 'design.meanRcs' : 'design.rcs'),
            rcs === null ? t('design.none') : `${number(rcs, 4)} dBsm`,
          ],
          [t('design.illuminations'), number(illuminations.length, 6)],
          [t('design.radius'), `${number(1000 * file.radius_m)} mm`],
          ...(defect === undefined ? [] : [[t('design.defect'), `${number(100 * defect, 2)} %`] as const]),
        ]}
      />
      <Alert severity="info">
        {t(`design.firstOrder.${surface}`, {
          displacement: `${number(displacementMm, 2)} mm`,
          ohm: FIRST_ORDER_OHM,
        })}
        {layerMm !== undefined &&
          ` ${t('design.firstOrderLayer', { thickness: `${number(layerMm, 2)} mm` })}`}
      </Alert>
      {defect !== undefined && (
        <Alert severity={defect > COARSE_DEFECT ? 'warning' : 'info'} data-testid="design-defect">
          {t('design.defectExplained', { defect: `${number(100 * defect, 2)} %` })}
          {defect > COARSE_DEFECT && ` ${t('design.defectCoarse')}`}
        </Alert>
      )}
      {sheetTriangles > 0 && (
        <Alert severity="warning" data-testid="design-sheets">
          {t('design.sheets', { triangles: sheetTriangles.toLocaleString(i18n.language) })}
        </Alert>
      )}
    </Box>
  );
}

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingScreen } from '../../ui/LoadingScreen.tsx';
import { MeshViewer } from '../../viewer/index.ts';
import type { Preview } from './preview/useStepPreview.ts';
import { useNumbers } from './useNumbers.ts';
import { shortestWavelengthM, type Wizard } from './useWizard.ts';

/** Area of an equilateral triangle of unit edge */
const EQUILATERAL = Math.sqrt(3) / 4;
const EDGES_A_WAVELENGTH = 10;

/** A STEP file before it is uploaded: how it looks, how large it is, and how large its mesh will be. */
export function StepPreview({ preview, wizard }: { preview: Preview; wizard: Wizard }) {
  const { t } = useTranslation('wizard');
  const { four, three, whole } = useNumbers();
  const wavelength = shortestWavelengthM(wizard.draft);
  if (preview.state === 'reading')
    return (
      <Box role="status" sx={{ p: 2 }} data-testid="step-preview-reading">
        <Typography variant="body2">{t('preview.reading', { name: preview.fileName })}</Typography>
        <LoadingScreen />
      </Box>
    );
  if (!preview.ok)
    return (
      <Alert severity="warning" sx={{ m: 2 }} data-testid="step-preview-failed">
        {t('preview.failed', { name: preview.fileName })}
      </Alert>
    );
  const { geometry, sizeM, faces, solids, areaM2 } = preview;
  const times = (values: number[], text: (value: number) => string) => values.map(text).join(' × ');
  return (
    <Box sx={{ height: '100%', display: 'flex', flexDirection: 'column', gap: 1 }} data-testid="step-preview">
      <Box sx={{ flex: 1, minHeight: 0 }}>
        <Suspense fallback={<LoadingScreen />}>
          <MeshViewer geometry={geometry} scaleMetres={1} wavelengthM={wavelength} />
        </Suspense>
      </Box>
      <Typography variant="caption" role="status" data-testid="step-preview-text">
        {t('preview.text', { name: preview.fileName, size: times(sizeM, four), faces: whole(faces), solids: whole(solids) })}{' '}
        {wavelength !== undefined &&
          t('preview.mesh', {
            size: times(sizeM.map((extent) => extent / wavelength), three),
            triangles: whole(Math.ceil(areaM2 / (EQUILATERAL * (wavelength / EDGES_A_WAVELENGTH) ** 2))),
          })}
      </Typography>
    </Box>
  );
}

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingScreen } from '../../ui/LoadingScreen.tsx';
import { MeshViewer, triangleCount, type IncidenceArrow } from '../../viewer/index.ts';
import type { Preview, PreviewAnswer } from './preview/useFilePreview.ts';
import { unitOf } from './modelFacts.ts';
import { meshForecast } from './preview/meshForecast.ts';
import { DOCKED_HEIGHT } from './layout.ts';
import { useNumbers } from './useNumbers.ts';
import { shortestWavelengthM, type Wizard } from './useWizard.ts';

const EDGES_A_WAVELENGTH = 10;
const COMPACT = { toolbar: false, minHeightPx: 0 };

interface Props {
  preview: Preview;
  wizard: Wizard;
  arrows: readonly IncidenceArrow[];
  /** Small, without its tools */
  compact: boolean;
}

/** The same while a file is read and when it is drawn, so that no button below moves under a finger. */
const pictureSize = (compact: boolean | undefined) =>
  compact ? { height: DOCKED_HEIGHT } : { flex: 1, minHeight: 0 };
/** Lines of a phone that the text about a file takes */
const captionSize = (compact: boolean | undefined) => (compact ? { minHeight: '4.98em' } : {});

/** A file before it is uploaded: how it looks, how large it is, how large its mesh will be or what is wrong with it. */
export function FilePreview({ preview, wizard, arrows, compact }: Props) {
  const { t } = useTranslation('wizard');
  const wavelength = shortestWavelengthM(wizard.draft);
  if (preview.state === 'reading')
    return (
      <Box
        sx={{ height: '100%', display: 'flex', flexDirection: 'column', gap: 1 }}
        data-testid="file-preview-reading"
      >
        <Box sx={{ ...pictureSize(compact), overflow: 'hidden' }}>
          <LoadingScreen />
        </Box>
        <Typography variant="caption" role="status" sx={captionSize(compact)}>
          {t('preview.reading', { name: preview.fileName })}
        </Typography>
      </Box>
    );
  if (!preview.ok)
    return (
      <Alert severity="warning" sx={{ m: 2 }} data-testid="file-preview-failed">
        {t('preview.failed', { name: preview.fileName })}
      </Alert>
    );
  // Nobody knows how long its unit is: lengths in metres or wavelengths would be guesses.
  const silent = preview.kind === 'UNV' && preview.metresPerUnit === null;
  return (
    <Box sx={{ height: '100%', display: 'flex', flexDirection: 'column', gap: 1 }} data-testid="file-preview">
      <Box sx={pictureSize(compact)}>
        <Suspense fallback={<LoadingScreen />}>
          <MeshViewer
            geometry={preview.geometry}
            scaleMetres={preview.geometry.scale}
            arrows={arrows}
            fileName={preview.fileName.replace(/\.[^.]*$/, '')}
            options={{ withoutScale: silent, ...(compact && COMPACT) }}
            {...(!silent && { wavelengthM: wavelength })}
          />
        </Suspense>
      </Box>
      <Typography variant="caption" role="status" sx={captionSize(compact)} data-testid="file-preview-text">
        <strong>{preview.fileName}</strong>:{' '}
        {preview.kind === 'STEP' ? (
          <AboutStep preview={preview} wavelength={wavelength} />
        ) : (
          <AboutUnv preview={preview} wavelength={wavelength} />
        )}
      </Typography>
    </Box>
  );
}

type Known<K extends PreviewAnswer['kind']> = {
  wavelength: number | undefined;
  preview: Extract<PreviewAnswer, { kind: K; ok: true }>;
};

const times = (values: number[], text: (value: number) => string) => values.map(text).join(' × ');

function AboutStep({ preview, wavelength }: Known<'STEP'>) {
  const { t } = useTranslation('wizard');
  const { four, three, whole } = useNumbers();
  const { sizeM, faces, solids } = preview;
  const forecast =
    wavelength === undefined ? undefined : meshForecast(preview, wavelength / EDGES_A_WAVELENGTH);
  return (
    <>
      {t('preview.text', { size: times(sizeM, four), faces: whole(faces), solids: whole(solids) })}{' '}
      {wavelength !== undefined &&
        forecast &&
        t('preview.mesh', {
          size: times(
            sizeM.map((extent) => extent / wavelength),
            three,
          ),
          low: whole(forecast.low),
          high: whole(forecast.high),
        })}
    </>
  );
}

function AboutUnv({
  preview: { geometry, parts, size, metresPerUnit, meanEdge, openEdges, junctionEdges, turnedEdges },
  wavelength,
}: Known<'UNV'>) {
  const { t } = useTranslation('wizard');
  const { four, three, whole } = useNumbers();
  const unit = metresPerUnit === null ? undefined : unitOf(metresPerUnit);
  const said = [t('preview.unv', { triangles: whole(triangleCount(geometry)), parts: whole(parts) })];
  if (metresPerUnit === null) said.push(t('preview.unvSilent', { size: times(size, four) }));
  else {
    const metres = size.map((extent) => extent * metresPerUnit);
    said.push(
      t('preview.unvSize', {
        unit: unit ? t(`units.names.${unit}`) : t('units.metres', { value: metresPerUnit }),
        size: times(metres, four),
      }),
    );
    if (wavelength !== undefined)
      said.push(
        t('preview.unvWaves', {
          size: times(
            metres.map((extent) => extent / wavelength),
            three,
          ),
          edge: three((meanEdge * metresPerUnit) / wavelength),
        }),
      );
  }
  if (openEdges > 0) said.push(t('preview.open', { count: openEdges, shown: whole(openEdges) }));
  if (junctionEdges > 0)
    said.push(t('preview.junctions', { count: junctionEdges, shown: whole(junctionEdges) }));
  if (turnedEdges > 0) said.push(t('preview.turned', { count: turnedEdges, shown: whole(turnedEdges) }));
  if (openEdges + junctionEdges + turnedEdges === 0) said.push(t('preview.sound'));
  return <>{said.join(' ')}</>;
}

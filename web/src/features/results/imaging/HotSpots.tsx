import type { Project } from '@pace/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { MeshViewer, type Vector } from '../../../viewer/index.ts';
import { metresPerUnit, useProjectMesh, type BackProjectionAnswer } from '../data/queries.ts';
import { isUnconverged, markedName } from '../data/resultSummary.ts';
import { plainNumber } from '../labels/quantities.ts';
import { Facts } from '../parts/Facts.tsx';
import { LoadingLine } from '../parts/LoadingLine.tsx';
import { HotSpotTable } from './HotSpotTable.tsx';
import { surfaceColors } from '../data/surfaceColors.ts';

interface HotSpotsProps {
  project: Project;
  answer: BackProjectionAnswer;
}

/** The image on the model with numbered hot spots, and their list. */
export function HotSpots({ project, answer: { file, image } }: HotSpotsProps) {
  const { t } = useTranslation('results');
  const mesh = useProjectMesh(project, true);
  const scale = metresPerUnit(project);
  const marks = useMemo(
    () => file.spots.map(({ position_m }) => position_m.map((metres) => metres / scale) as Vector),
    [file, scale],
  );
  const colors = useMemo(() => {
    const drawn = mesh.data && surfaceColors(mesh.data, image);
    return drawn && { ...drawn, label: t('rcs'), unit: 'dBsm' };
  }, [mesh.data, image, t]);
  const unconverged = isUnconverged(project);
  return (
    <>
      <Resolution file={file} />
      {mesh.error && <ErrorAlert error={mesh.error} />}
      {mesh.isFetching && !mesh.data && <LoadingLine label={t('mesh.loading')} received={mesh.received} />}
      {mesh.data && !colors && <Alert severity="error">{t('design.mismatch')}</Alert>}
      {mesh.data && colors && (
        <Box sx={{ height: { xs: 600, md: 580 } }} data-testid="surface-image">
          <Suspense fallback={<LoadingLine label={t('viewerLoading')} />}>
            <MeshViewer
              geometry={mesh.data}
              scaleMetres={scale}
              colors={colors}
              marks={marks}
              numbered
              fileName={markedName([project.name, 'hot-spots', file.received].join('-'), unconverged)}
              {...(unconverged && { warning: t('notConverged.title') })}
            />
          </Suspense>
        </Box>
      )}
      <HotSpotTable project={project} spots={file.spots} />
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary', maxWidth: '80ch' }}>
        {t('imaging.spotsExplained')}
      </Typography>
    </>
  );
}

function Resolution({
  file: { resolution_m, radius_m, frequencies, illuminations },
}: Pick<HotSpotsProps['answer'], 'file'>) {
  const { t, i18n } = useTranslation('results');
  const metres = (value: number | undefined) =>
    value === undefined ? t('design.none') : `${plainNumber(value, i18n.language, 3)} m`;
  return (
    <Box data-testid="surface-facts">
      <Facts
        facts={[
          [t('input.frequencies'), String(frequencies)],
          [t('imaging.angles'), String(illuminations)],
          [t('imaging.apart.downRange'), metres(resolution_m.downRange)],
          [t('imaging.apart.theta'), metres(resolution_m.theta)],
          [t('imaging.apart.phi'), metres(resolution_m.phi)],
          [t('imaging.apart.radius'), metres(radius_m)],
        ]}
      />
    </Box>
  );
}

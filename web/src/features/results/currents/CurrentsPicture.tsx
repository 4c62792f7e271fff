import type { Project } from '@pace/contract';
import Box from '@mui/material/Box';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MeshViewer, type MeshGeometry, type ScalarColors } from '../../../viewer/index.ts';
import { metresPerUnit } from '../data/queries.ts';
import { isUnconverged, markedName } from '../data/resultSummary.ts';
import { LoadingLine } from '../parts/LoadingLine.tsx';
import { incidentPolarization } from './incidentPolarization.ts';
import type { ShownCurrents } from './shownCurrents.ts';

interface CurrentsPictureProps {
  project: Project;
  shown: ShownCurrents;
  geometry: MeshGeometry;
  colors: ScalarColors;
  animated: boolean;
}

/** The currents on the surface, with the wave that excites them */
export function CurrentsPicture({ project, shown, geometry, colors, animated }: CurrentsPictureProps) {
  const { t } = useTranslation('results');
  const arrows = useMemo(
    () => [
      {
        thetaDeg: shown.point.thetaDeg,
        phiDeg: shown.point.phiDeg,
        ...(project.state.solverInput && { polarization: incidentPolarization(project, shown) }),
      },
    ],
    [shown, project],
  );
  const unconverged = isUnconverged(project);
  return (
    <Box sx={{ height: { xs: 600, md: 580 } }}>
      <Suspense fallback={<LoadingLine label={t('viewerLoading')} />}>
        <MeshViewer
          geometry={geometry}
          scaleMetres={metresPerUnit(project)}
          colors={colors}
          animated={animated}
          arrows={arrows}
          fileName={markedName(
            [project.name, shown.density, shown.point.incident ?? []].flat().join('-'),
            unconverged,
          )}
          {...(unconverged && { warning: t('notConverged.title') })}
        />
      </Suspense>
    </Box>
  );
}

import type { Project } from '@pace/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../../ui/ErrorAlert.tsx';
import { MeshViewer } from '../../../../viewer/index.ts';
import { incidentPolarization } from '../../currents/incidentPolarization.ts';
import type { ShownCurrents } from '../../currents/shownCurrents.ts';
import { useCurrentsColors } from '../../currents/useCurrentsColors.ts';
import { useCurrentsLook } from '../../currents/useCurrentsLook.ts';
import { metresPerUnit, useCurrents, useProjectMesh } from '../../data/queries.ts';
import type { WavePoint } from '../../data/resultPoint.ts';
import { isUnconverged, solvedPointsOf } from '../../data/resultSummary.ts';
import { enabledViews } from '../../data/resultViews.ts';
import { isOnMesh } from '../../fields/currents.ts';
import { angleLabel, frequencyLabel } from '../../labels/quantities.ts';
import { LoadingLine } from '../../parts/LoadingLine.tsx';

/** A model of more triangles is a download that the user decides on. */
const TRIANGLES_UNASKED = 100_000;

/** The views of the mesh and of the currents have it. */
const WITHOUT_TOOLBAR = { toolbar: false } as const;

interface FirstModelProps {
  project: Project;
  /** Whose currents are shown, where they were computed */
  wave: WavePoint;
  /** Whose direction the arrow has */
  pointed: WavePoint;
}

/** The model beside the curve: with the currents of one wave, and the arrow of the wave that the pointer is at. */
export function FirstModel({ project, wave, pointed }: FirstModelProps) {
  const { t, i18n } = useTranslation('results');
  const triangles = project.state.meshReport?.triangles ?? 0;
  const [isAsked, setAsked] = useState(triangles <= TRIANGLES_UNASKED);
  const hasCurrents = useMemo(
    () =>
      enabledViews(project).has('currents') &&
      solvedPointsOf(project).frequenciesHz.includes(wave.frequencyHz),
    [project, wave],
  );
  const shown = useMemo(
    (): ShownCurrents | undefined => (isAsked && hasCurrents ? { point: wave, density: 'J' } : undefined),
    [isAsked, hasCurrents, wave],
  );
  const look = useCurrentsLook();
  const mesh = useProjectMesh(project, isAsked);
  const currents = useCurrents(project, shown);
  const fits = currents.data && mesh.data && isOnMesh(currents.data, mesh.data);
  const colors = useCurrentsColors(shown, currents.data, fits, look);
  const arrows = useMemo(
    () => [
      {
        thetaDeg: pointed.thetaDeg,
        phiDeg: pointed.phiDeg,
        ...(project.state.solverInput && {
          polarization: incidentPolarization(project, { point: pointed, density: 'J' }),
        }),
      },
    ],
    [pointed, project],
  );
  const unconverged = isUnconverged(project);
  const angles = ({ thetaDeg, phiDeg }: WavePoint) =>
    `θ ${angleLabel(thetaDeg, i18n.language)}, φ ${angleLabel(phiDeg, i18n.language)}`;
  if (!isAsked)
    return (
      <Box sx={{ display: 'grid', placeItems: 'center', minHeight: 200 }}>
        <Button variant="outlined" onClick={() => setAsked(true)} data-testid="glance-model-load">
          {t('glance.loadModel', { triangles: triangles.toLocaleString(i18n.language) })}
        </Button>
      </Box>
    );
  return (
    <Box
      component="figure"
      sx={{ m: 0, minWidth: 0 }}
      data-testid="glance-model"
      data-theta={pointed.thetaDeg}
      data-phi={pointed.phiDeg}
      data-currents={colors !== undefined}
    >
      {mesh.error && <ErrorAlert error={mesh.error} />}
      {currents.error && <ErrorAlert error={currents.error} />}
      {(mesh.isFetching || currents.isFetching) && (
        <LoadingLine
          label={t(mesh.data ? 'currents.loading' : 'mesh.loading')}
          received={mesh.data ? currents.received : mesh.received}
        />
      )}
      {mesh.data && (
        <Box sx={{ height: { xs: 420, md: 500 } }}>
          <Suspense fallback={<LoadingLine label={t('viewerLoading')} />}>
            <MeshViewer
              geometry={mesh.data}
              scaleMetres={metresPerUnit(project)}
              arrows={arrows}
              options={WITHOUT_TOOLBAR}
              {...(colors && { colors })}
              {...(unconverged && { warning: t('notConverged.title') })}
            />
          </Suspense>
        </Box>
      )}
      <Typography
        component="figcaption"
        variant="caption"
        sx={{ color: 'text.secondary', display: 'block', mt: 0.5 }}
      >
        {colors &&
          `${t('glance.currents', {
            wave: [frequencyLabel(wave.frequencyHz, i18n.language), angles(wave), wave.incident]
              .filter(Boolean)
              .join(', '),
          })} `}
        {t('glance.arrow', { wave: angles(pointed) })}
      </Typography>
    </Box>
  );
}

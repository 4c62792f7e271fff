import { POLARIZATIONS, type Project } from '@pace/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { useMessage } from '../../../ui/useMessage.ts';
import { MeshViewer } from '../../../viewer/index.ts';
import { metresPerUnit, useDesignMaps, useProjectMesh } from '../data/queries.ts';
import { isUnconverged, markedName, type SweepPoints } from '../data/resultSummary.ts';
import { LoadingLine } from '../parts/LoadingLine.tsx';
import { lockedRange, RangeLock, UNLOCKED } from '../parts/RangeLock.tsx';
import { ValueSelect } from '../parts/ValueSelect.tsx';
import { DesignCurves } from './curves/DesignCurves.tsx';
import { useCurvesChoice } from './curves/useCurvesChoice.ts';
import { mapAmong, mapColors, type MapName } from '../data/mapColors.ts';
import { MapsControls } from './MapsControls.tsx';
import { lackOf, questionOf, surfaceOf, type Lack, type MapsChoice } from '../data/mapsChoice.ts';
import { MapsNotes } from './MapsNotes.tsx';
import { PartsAndCoating } from './coat/PartsAndCoating.tsx';
import { useMapsChoice } from './useMapsChoice.ts';

/** Which part makes the echo, where a coating helps and where the shape matters. */
export function DesignView({ project, sweep }: { project: Project; sweep: SweepPoints }) {
  const lack = lackOf(project);
  return lack === undefined ? <Maps {...{ project, sweep }} /> : <Unavailable lack={lack} />;
}

function Unavailable({ lack }: { lack: Lack }) {
  const { t } = useTranslation('results');
  const message = useMessage();
  const text =
    lack === 'coefficients'
      ? t('design.noCoefficients')
      : message({ message: `MAPS_UNAVAILABLE.${lack}`, values: {}, sentence: '' }).text;
  return (
    <Box data-testid="design-unavailable" data-lack={lack}>
      <EmptyState icon="info" title={t('design.unavailable')} text={text} />
    </Box>
  );
}

function Maps({ project, sweep }: { project: Project; sweep: SweepPoints }) {
  const { t } = useTranslation('results');
  const maps = useMapsChoice(project, sweep);
  const [shown, setShown] = useState<MapsChoice>();
  const [wantedMap, setMap] = useState<MapName>('contribution');
  const [lock, setLock] = useState(UNLOCKED);
  const curves = useCurvesChoice();
  const mesh = useProjectMesh(project, shown !== undefined);
  const answer = useDesignMaps(
    project,
    useMemo(() => shown && questionOf(shown), [shown]),
  );
  const map = answer.data && mapAmong(answer.data.file, wantedMap);
  const own = useMemo(
    () => answer.data && map && mesh.data && mapColors(answer.data, map, mesh.data),
    [answer.data, map, mesh.data],
  );
  const range = lockedRange(lock) ?? own?.range;
  const colors = useMemo(
    () =>
      own &&
      map &&
      range && {
        values: own.values,
        label: t(`design.maps.${map}`),
        unit: own.unit,
        range,
        ...(own.signed && { palette: 'coolwarm' as const }),
      },
    [own, map, range, t],
  );
  const arrows = useMemo(
    () =>
      shown && [
        {
          thetaDeg: shown.point.thetaDeg,
          phiDeg: shown.point.phiDeg,
          polarization: shown.component.endsWith('V') ? POLARIZATIONS.vertical : POLARIZATIONS.horizontal,
        },
      ],
    [shown],
  );
  // A locked range does not outlive the quantity.
  const look = (next: MapName) => {
    if (next !== map) setLock(UNLOCKED);
    setMap(next);
  };
  const loading = shown !== undefined && (mesh.isFetching || answer.isFetching);
  const loaded =
    colors !== undefined && shown !== undefined && JSON.stringify(shown) === JSON.stringify(maps.choice);
  const unconverged = isUnconverged(project);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, minWidth: 0 }}>
      <MapsControls {...{ maps, loaded, loading }} onPlot={() => setShown(maps.choice)} />
      {!shown && (
        <Typography sx={{ color: 'text.secondary', maxWidth: '80ch' }}>{t('design.hint')}</Typography>
      )}
      {[mesh.error, answer.error].map((error, i) => error && <ErrorAlert key={i} error={error} />)}
      {loading && (
        <LoadingLine
          label={t(mesh.isFetching && !mesh.data ? 'mesh.loading' : 'design.loading')}
          received={answer.isFetching ? answer.received : mesh.received}
        />
      )}
      {answer.data && mesh.data && !own && <Alert severity="error">{t('design.mismatch')}</Alert>}
      {answer.data && map && colors && own && (
        <>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
            <ValueSelect
              label={t('design.map')}
              value={map}
              values={answer.data.file.maps.map(({ name }) => name)}
              text={(one) => t(`design.maps.${one}`)}
              onChange={look}
              testId="design-map"
            />
            <RangeLock state={lock} onChange={setLock} shown={own.range} unit={own.unit} />
          </Box>
          <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: '90ch' }}>
            {t(`design.mapExplained.${map}`)}
          </Typography>
          {mesh.data && (
            <Box sx={{ height: { xs: 600, md: 580 } }}>
              <Suspense fallback={<LoadingLine label={t('viewerLoading')} />}>
                <MeshViewer
                  geometry={mesh.data}
                  scaleMetres={metresPerUnit(project)}
                  colors={colors}
                  {...(arrows && { arrows })}
                  fileName={markedName([project.name, map, shown?.component].join('-'), unconverged)}
                  {...(unconverged && { warning: t('notConverged.title') })}
                />
              </Suspense>
            </Box>
          )}
          <MapsNotes file={answer.data.file} layer={shown?.layer} surface={surfaceOf(project)} />
          {shown && <PartsAndCoating project={project} file={answer.data.file} shown={shown} />}
          <DesignCurves project={project} file={answer.data.file} choice={curves} />
        </>
      )}
    </Box>
  );
}

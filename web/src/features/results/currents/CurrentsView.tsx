import { PROGRAM_TYPES, type Project } from '@pace/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resultKeyOf } from '../data/resultPoint.ts';
import { saveExport } from '../curves/exportFiles.ts';
import { ExportMenu, type ExportItem } from '../../../ui/ExportMenu.tsx';
import { isOnMesh } from '../fields/currents.ts';
import { DrawingError } from '../parts/DrawingError.tsx';
import { LoadingLine } from '../parts/LoadingLine.tsx';
import { IncidentSelect } from '../parts/IncidentSelect.tsx';
import { PointSelectors } from '../parts/PointSelectors.tsx';
import { useIncident } from '../parts/useIncident.ts';
import { useCurrents, useProjectMesh } from '../data/queries.ts';
import { isUnconverged, type SweepPoints } from '../data/resultSummary.ts';
import { usePointChoice } from '../parts/usePointChoice.ts';
import { ValueSelect } from '../parts/ValueSelect.tsx';
import { CurrentsLookControls } from './CurrentsLookControls.tsx';
import { CurrentsPicture } from './CurrentsPicture.tsx';
import { DENSITIES, type Density, type ShownCurrents } from './shownCurrents.ts';
import { useCurrentsColors } from './useCurrentsColors.ts';
import { useCurrentsLook } from './useCurrentsLook.ts';

const isSame = (a: ShownCurrents | undefined, b: ShownCurrents | undefined) =>
  JSON.stringify(a) === JSON.stringify(b);

export function CurrentsView({ project, sweep }: { project: Project; sweep: SweepPoints }) {
  const { t } = useTranslation('results');
  const choice = usePointChoice(sweep);
  const wave = useIncident(project);
  const [density, setDensity] = useState<Density>('J');
  const [shown, setShown] = useState<ShownCurrents>();
  const look = useCurrentsLook();
  const show = (next: ShownCurrents | undefined) => {
    if (next?.density !== shown?.density) look.unlock();
    setShown(next);
  };
  const wanted = choice.point && { point: { ...choice.point, incident: wave.incident }, density };
  const mesh = useProjectMesh(project, shown !== undefined);
  const currents = useCurrents(project, shown);
  const current = currents.data;
  const fits = current && mesh.data && isOnMesh(current, mesh.data);
  const colors = useCurrentsColors(shown, current, fits, look);
  const loading = shown !== undefined && (mesh.isFetching || currents.isFetching);
  const loaded = wanted !== undefined && isSame(shown, wanted) && Boolean(colors);
  const exportItems = useMemo((): ExportItem[] => {
    if (!shown || !fits) return [];
    const { point, density: name } = shown;
    const save = () =>
      saveExport({
        project,
        format: 'vtu',
        kind: name,
        converged: !isUnconverged(project),
        wave: resultKeyOf(point),
        incident: point.incident,
        density: name,
      });
    return [{ id: 'vtu', text: t('export.currentsVtu'), save }];
  }, [project, shown, fits, t]);
  const isConductor = project.programType === PROGRAM_TYPES.pec;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}>
        <PointSelectors choice={choice} testIdPrefix="currents" />
        <IncidentSelect choice={wave} testId="currents-incident" />
        <ValueSelect
          label={t('currents.density')}
          value={density}
          values={DENSITIES}
          disabledValues={isConductor ? ['M'] : []}
          onChange={setDensity}
          text={(one) => t(`currents.${one}`)}
          testId="currents-density"
        />
        <Button
          variant="contained"
          disabled={loaded || !wanted}
          loading={loading}
          onClick={() => show(wanted)}
          data-testid="currents-plot"
        >
          {t(loaded ? 'loaded' : 'plot')}
        </Button>
        <ExportMenu title={t('export.title')} items={exportItems} />
      </Box>
      <CurrentsLookControls look={look} colors={colors} />
      <DrawingError errors={[mesh.error]} />
      <DrawingError errors={[currents.error]} what={shown?.density === 'M' ? 'magnetic' : 'electric'} />
      {current && mesh.data && !fits && <Alert severity="error">{t('currents.mismatch')}</Alert>}
      {loading && (
        <LoadingLine
          label={t(mesh.isFetching && !mesh.data ? 'mesh.loading' : 'currents.loading')}
          received={currents.isFetching ? currents.received : mesh.received}
        />
      )}
      {!shown && <Typography sx={{ color: 'text.secondary' }}>{t('currents.hint')}</Typography>}
      {mesh.data && shown && colors && (
        <CurrentsPicture
          project={project}
          shown={shown}
          geometry={mesh.data}
          colors={colors}
          animated={look.animated}
        />
      )}
    </Box>
  );
}

import { polarizationOf, type Project } from '@pace/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { MeshViewer } from '../../viewer/index.ts';
import type { ResultPoint } from './curveKeys.ts';
import { LoadingLine } from './LoadingLine.tsx';
import { PointSelectors } from './PointSelectors.tsx';
import { metresPerUnit, useCurrentMagnitudes, useProjectMesh } from './queries.ts';
import type { SweepPoints } from './resultSummary.ts';
import { usePointChoice } from './usePointChoice.ts';
import { ValueSelect } from './ValueSelect.tsx';

const DENSITIES = ['J', 'M'] as const;
const NO_DENSITY: readonly (typeof DENSITIES)[number][] = ['M'];

const isSamePoint = (a: ResultPoint | undefined, b: ResultPoint | undefined) => JSON.stringify(a) === JSON.stringify(b);

export function CurrentsView({ project, sweep }: { project: Project; sweep: SweepPoints }) {
  const { t } = useTranslation('results');
  const choice = usePointChoice(sweep);
  const [shown, setShown] = useState<ResultPoint>();
  const [decibel, setDecibel] = useState(false);
  const mesh = useProjectMesh(project, shown !== undefined);
  const currents = useCurrentMagnitudes(project, shown);
  const values = currents.data;
  const fits = values && mesh.data && values.length * 3 === mesh.data.vertices.length;
  const colors = useMemo(() => (values && fits ? { values, label: '|J|', unit: 'A/m', decibel } : undefined), [values, fits, decibel]);
  const input = project.state.solverInput;
  const arrows = useMemo(
    () => shown && [{
      thetaDeg: shown.thetaDeg, phiDeg: shown.phiDeg,
      ...(input && { polarization: polarizationOf(input.anglesweep, input.excitation) }),
    }],
    [shown, input],
  );
  const loading = shown !== undefined && (mesh.isFetching || currents.isFetching);
  const loaded = isSamePoint(shown, choice.point) && Boolean(colors);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}>
        <PointSelectors choice={choice} testIdPrefix="currents" />
        <ValueSelect
          label={t('currents.density')} value="J" values={DENSITIES} disabledValues={NO_DENSITY} onChange={() => undefined}
          text={(density) => t(`currents.${density}`)}
        />
        <Button
          variant="contained" disabled={loaded || !choice.point} loading={loading} onClick={() => setShown(choice.point)} data-testid="currents-plot"
        >
          {t(loaded ? 'loaded' : 'plot')}
        </Button>
        <ToggleButtonGroup
          size="small" exclusive value={decibel ? 'db' : 'linear'} onChange={(_, next: string | null) => next && setDecibel(next === 'db')}
          aria-label={t('currents.scale')}
        >
          <ToggleButton value="linear">{t('currents.linear')}</ToggleButton>
          <ToggleButton value="db" data-testid="currents-db">dB</ToggleButton>
        </ToggleButtonGroup>
      </Box>
      {mesh.error && <ErrorAlert error={mesh.error} />}
      {currents.error && <ErrorAlert error={currents.error} />}
      {values && mesh.data && !fits && <Alert severity="error">{t('currents.mismatch')}</Alert>}
      {loading && <LoadingLine label={t('currents.loading')} received={currents.received} />}
      {!shown && <Typography sx={{ color: 'text.secondary' }}>{t('currents.hint')}</Typography>}
      {mesh.data && colors && (
        <Box sx={{ height: { xs: 460, md: 580 } }}>
          <Suspense fallback={<LoadingLine label={t('viewerLoading')} />}>
            <MeshViewer geometry={mesh.data} scaleMetres={metresPerUnit(project)} colors={colors} {...(arrows && { arrows })} />
          </Suspense>
        </Box>
      )}
    </Box>
  );
}

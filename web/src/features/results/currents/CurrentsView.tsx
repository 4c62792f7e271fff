import { POLARIZATIONS, polarizationOf, PROGRAM_TYPES, type Project } from '@pace/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DECIBEL_SPAN, MeshViewer, shownRange, useAnimationPhase } from '../../../viewer/index.ts';
import {
  CURRENT_DIRECTIONS,
  CURRENT_PARTS,
  currentQuantity,
  isSigned,
  largestOverPhases,
  quantityLabel,
  type CurrentDirection,
  type CurrentPart,
} from '../fields/currentQuantity.ts';
import { isOnMesh } from '../fields/currents.ts';
import type { WavePoint } from '../data/resultPoint.ts';
import { DrawingError } from '../parts/DrawingError.tsx';
import { LoadingLine } from '../parts/LoadingLine.tsx';
import { IncidentSelect } from '../parts/IncidentSelect.tsx';
import { PointSelectors } from '../parts/PointSelectors.tsx';
import { useIncident } from '../parts/useIncident.ts';
import { metresPerUnit, useCurrents, useProjectMesh } from '../data/queries.ts';
import { inOtherScale, lockedRange, RangeLock, UNLOCKED } from '../parts/RangeLock.tsx';
import { isUnconverged, markedName, type SweepPoints } from '../data/resultSummary.ts';
import { usePointChoice } from '../parts/usePointChoice.ts';
import { ValueSelect } from '../parts/ValueSelect.tsx';
import { PhaseControl } from './PhaseControl.tsx';

const DENSITIES = ['J', 'M'] as const;
type Density = (typeof DENSITIES)[number];
const UNITS: Record<Density, string> = { J: 'A/m', M: 'V/m' };
const POLARIZATION_OF = { V: POLARIZATIONS.vertical, H: POLARIZATIONS.horizontal } as const;

interface Shown {
  point: WavePoint;
  density: Density;
}

const isSame = (a: Shown | undefined, b: Shown | undefined) => JSON.stringify(a) === JSON.stringify(b);

export function CurrentsView({ project, sweep }: { project: Project; sweep: SweepPoints }) {
  const { t } = useTranslation('results');
  const choice = usePointChoice(sweep);
  const wave = useIncident(project);
  const [density, setDensity] = useState<Density>('J');
  const [shown, setShown] = useState<Shown>();
  const [decibel, setDecibel] = useState(false);
  const [part, setPart] = useState<CurrentPart>('magnitude');
  const [direction, setDirection] = useState<CurrentDirection>('vector');
  const [running, setRunning] = useState(false);
  const [phase, setPhase] = useAnimationPhase(running && part === 'phase');
  const [lock, setLock] = useState(UNLOCKED);
  // A locked range keeps its meaning: it follows the scale, and does not outlive the quantity.
  const show = (next: Shown | undefined) => {
    if (next?.density !== shown?.density) setLock(UNLOCKED);
    setShown(next);
  };
  const look = (nextPart: CurrentPart, nextDirection: CurrentDirection) => {
    if (isSigned(nextPart, nextDirection) !== isSigned(part, direction)) setLock(UNLOCKED);
    setPart(nextPart);
    setDirection(nextDirection);
  };
  const scale = (next: boolean) => {
    if (next !== decibel) setLock(inOtherScale(lock, next));
    setDecibel(next);
  };
  const wanted = choice.point && { point: { ...choice.point, incident: wave.incident }, density };
  const mesh = useProjectMesh(project, shown !== undefined);
  const currents = useCurrents(project, shown);
  const current = currents.data;
  const fits = current && mesh.data && isOnMesh(current, mesh.data);
  const signed = isSigned(part, direction);
  const inDecibel = decibel && !signed;
  const phaseRad = part === 'phase' ? (phase * Math.PI) / 180 : 0;
  const values = useMemo(
    () => (current && fits ? currentQuantity(current.values, part, direction, phaseRad) : undefined),
    [current, fits, part, direction, phaseRad],
  );
  // Of an animation and of signed values: one range for all phases, about zero where there is a sign.
  const steady = useMemo(() => {
    if (!current || (part !== 'phase' && !signed)) return undefined;
    const largest = largestOverPhases(current.values, direction) || 1;
    const top = inDecibel ? 20 * Math.log10(largest) : largest;
    return [signed ? -largest : inDecibel ? top - DECIBEL_SPAN : 0, top] as [number, number];
  }, [current, part, signed, direction, inDecibel]);
  const range = lockedRange(lock) ?? steady;
  const colors = useMemo(
    () =>
      values && shown
        ? {
            values,
            sides: current?.sides,
            label: quantityLabel(shown.density, part, direction),
            unit: UNITS[shown.density],
            decibel: inDecibel,
            ...(range && { range }),
          }
        : undefined,
    [values, current, shown, part, direction, inDecibel, range],
  );
  const input = project.state.solverInput;
  const arrows = useMemo(
    () =>
      shown && [
        {
          thetaDeg: shown.point.thetaDeg,
          phiDeg: shown.point.phiDeg,
          ...(input && {
            polarization: shown.point.incident
              ? POLARIZATION_OF[shown.point.incident]
              : polarizationOf(input.anglesweep, input.excitation),
          }),
        },
      ],
    [shown, input],
  );
  const loading = shown !== undefined && (mesh.isFetching || currents.isFetching);
  const loaded = wanted !== undefined && isSame(shown, wanted) && Boolean(colors);
  const unconverged = isUnconverged(project);
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
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <ValueSelect
          label={t('currents.part')}
          value={part}
          values={CURRENT_PARTS}
          onChange={(next) => look(next, direction)}
          text={(one) => t(`currents.parts.${one}`)}
          testId="currents-part"
        />
        <ValueSelect
          label={t('currents.direction')}
          value={direction}
          values={CURRENT_DIRECTIONS}
          onChange={(next) => look(part, next)}
          testId="currents-direction"
          text={(one) => t(`currents.directions.${one}`)}
        />
        <ToggleButtonGroup
          size="small"
          exclusive
          value={inDecibel ? 'db' : 'linear'}
          onChange={(_, next: string | null) => next && scale(next === 'db')}
          aria-label={t('currents.scale')}
        >
          <ToggleButton value="linear">{t('currents.linear')}</ToggleButton>
          <ToggleButton value="db" data-testid="currents-db" disabled={signed}>
            dB
          </ToggleButton>
        </ToggleButtonGroup>
        {colors && (
          <RangeLock
            state={lock}
            onChange={setLock}
            shown={shownRange(colors)}
            unit={inDecibel ? `dB ${colors.unit}` : colors.unit}
          />
        )}
        {part === 'phase' && (
          <PhaseControl phase={phase} onPhase={setPhase} running={running} onRunning={setRunning} />
        )}
      </Box>
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
      {mesh.data && colors && (
        <Box sx={{ height: { xs: 600, md: 580 } }}>
          <Suspense fallback={<LoadingLine label={t('viewerLoading')} />}>
            <MeshViewer
              geometry={mesh.data}
              scaleMetres={metresPerUnit(project)}
              colors={colors}
              animated={running && part === 'phase'}
              {...(arrows && { arrows })}
              fileName={markedName(
                [project.name, shown?.density === 'M' ? 'M' : 'J', shown?.point.incident ?? []]
                  .flat()
                  .join('-'),
                unconverged,
              )}
              {...(unconverged && { warning: t('notConverged.title') })}
            />
          </Suspense>
        </Box>
      )}
    </Box>
  );
}

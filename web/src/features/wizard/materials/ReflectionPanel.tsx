import Alert from '@mui/material/Alert';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import {
  HZ_PER_GHZ,
  backingOf,
  impedanceReflection,
  reflectionDb,
  stackAt,
  stackReflection,
  surfacesWithoutLayers,
} from '@pace/contract';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinePlot, type PlotSeries } from '../../../plots/index.ts';
import { LoadingScreen } from '../../../ui/LoadingScreen.tsx';
import { ModeSwitch } from '../../../ui/ModeSwitch.tsx';
import { useNumbers } from '../useNumbers.ts';
import type { Wizard } from '../useWizard.ts';
import { impedanceKey } from './materialSettings.ts';
import { useSurfaceName } from './useSurfaceName.ts';

const ANGLES_DEG = Array.from({ length: 90 }, (_, i) => i);
const CURVE_POINTS = 201;
const PLOT_HEIGHT_PX = 360;

/** |R| of an endless flat piece of the coating, against frequency or angle: what the coating is worth before anything is solved. */
export function ReflectionPanel({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('materials');
  const surfaceName = useSurfaceName(wizard);
  const { six } = useNumbers();
  const { draft, surfaces, frequencies, midFrequencyHz } = wizard;
  const { materials, impedanceEdits } = draft;
  const bare = surfacesWithoutLayers(materials, surfaces);
  const coated = surfaces.filter((surface) => !bare.includes(surface));
  const [over, setOver] = useState<'frequency' | 'angle'>('frequency');
  const [chosen, setChosen] = useState<number | undefined>();
  const surface = chosen !== undefined && coated.includes(chosen) ? chosen : coated[0];

  const series = useMemo((): PlotSeries[] => {
    if (surface === undefined) return [];
    const backing = backingOf(materials, surface);
    const curve = (id: string, x: readonly number[], at: (value: number) => number): PlotSeries => ({
      id,
      name: t(`reflection.${id}`),
      x,
      y: x.map(at),
    });
    if (over === 'angle') {
      const layers = stackAt(materials, surface, midFrequencyHz) ?? [];
      const along = (polarization: 'TE' | 'TM') => (angleDeg: number) =>
        reflectionDb(
          stackReflection(layers, backing, { frequencyHz: midFrequencyHz, angleDeg, polarization }),
        );
      return [curve('TE', ANGLES_DEG, along('TE')), curve('TM', ANGLES_DEG, along('TM'))];
    }
    const low = frequencies[0] ?? midFrequencyHz;
    const high = frequencies.at(-1) ?? midFrequencyHz;
    // A single frequency is shown with an octave around it.
    const [from, to] = low === high ? [low / Math.SQRT2, low * Math.SQRT2] : [low, high];
    const gigahertz = Array.from({ length: CURVE_POINTS }, (_, i) =>
      Number(((from + ((to - from) * i) / (CURVE_POINTS - 1)) / HZ_PER_GHZ).toPrecision(9)),
    );
    const calculated = curve('normal', gigahertz, (f) =>
      reflectionDb(
        stackReflection(stackAt(materials, surface, f * HZ_PER_GHZ) ?? [], backing, {
          frequencyHz: f * HZ_PER_GHZ,
        }),
      ),
    );
    const typed = frequencies.filter((hz) => impedanceEdits[impedanceKey(surface, hz)]);
    if (typed.length === 0) return [calculated];
    return [
      calculated,
      curve(
        'edited',
        typed.map((hz) => hz / HZ_PER_GHZ),
        (f) =>
          reflectionDb(
            impedanceReflection(
              impedanceEdits[
                impedanceKey(surface, typed.find((hz) => Math.abs(hz / HZ_PER_GHZ - f) < 1e-12) ?? typed[0]!)
              ]!,
              { frequencyHz: f * HZ_PER_GHZ },
            ),
          ),
      ),
    ];
  }, [over, surface, materials, frequencies, midFrequencyHz, impedanceEdits, t]);

  if (surface === undefined)
    return (
      <Alert severity="info" data-testid="reflection-none">
        {t('reflection.none')}
      </Alert>
    );
  const label = t(`reflection.label.${over}`, { surface: surfaceName(surface) });
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('reflection.explain')}
      </Typography>
      <ModeSwitch
        label={t('reflection.axis')}
        value={over}
        onChange={setOver}
        options={[
          { value: 'frequency', label: t('reflection.overFrequency'), testId: 'reflection-frequency' },
          {
            value: 'angle',
            label: t('reflection.overAngle', { value: six(midFrequencyHz / HZ_PER_GHZ) }),
            testId: 'reflection-angle',
          },
        ]}
      />
      {coated.length > 1 && (
        <TextField
          select
          label={t('layers.surface')}
          value={surface}
          onChange={(event) => setChosen(Number(event.target.value))}
        >
          {coated.map((one) => (
            <MenuItem key={one} value={one}>
              {surfaceName(one)}
            </MenuItem>
          ))}
        </TextField>
      )}
      <Suspense fallback={<LoadingScreen />}>
        <LinePlot
          key={over}
          series={series}
          x={
            over === 'frequency'
              ? { label: t('reflection.frequency'), unit: 'GHz' }
              : { label: t('reflection.angle'), unit: '°' }
          }
          y={{ label: '|R|', unit: 'dB' }}
          label={label}
          fileName={`reflection-${surface}-${over}`}
          height={PLOT_HEIGHT_PX}
          testId="reflection-chart"
        />
      </Suspense>
    </>
  );
}

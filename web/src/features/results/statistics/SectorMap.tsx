import { type MonoStaticRcs, distinct, type Polarization, type RcsComponent } from '@pace/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HeatMap } from '../../../plots/index.ts';
import { anglePlane } from '../fields/sweepPlane.ts';
import { frequencyLabel } from '../labels/quantities.ts';
import { LoadingLine } from '../parts/LoadingLine.tsx';
import { ValueSelect } from '../parts/ValueSelect.tsx';
import { sectorOutlines } from './sectors.ts';
import { WHOLE, type Sector } from './useSectors.ts';

/** Colours go so far below the largest value. */
const SPAN_DB = 50;

interface SectorMapProps {
  records: readonly MonoStaticRcs[];
  sectors: readonly Sector[];
  component: RcsComponent;
  polarization: Polarization;
  name: string;
  unconverged: boolean;
}

/** Backscatter over both angles with the outlines of the sectors that are counted. */
export function SectorMap({ records, sectors, component, polarization, name, unconverged }: SectorMapProps) {
  const { t, i18n } = useTranslation('results');
  const [wantedHz, setFrequency] = useState<number>();
  const frequencies = useMemo(() => distinct(records.map(({ frequency }) => frequency)), [records]);
  const frequencyHz = wantedHz !== undefined && frequencies.includes(wantedHz) ? wantedHz : frequencies[0]!;
  const plane = useMemo(
    () => anglePlane(records, frequencyHz, component, polarization),
    [records, frequencyHz, component, polarization],
  );
  const outlines = useMemo(
    () =>
      sectors
        .filter(({ id }) => id !== WHOLE)
        .map(({ id, ranges }) => ({
          id,
          lines: sectorOutlines(ranges, plane.phisDeg, plane.thetasDeg, frequencyHz),
        })),
    [sectors, plane, frequencyHz],
  );
  const lines = useMemo(() => outlines.flatMap((one) => one.lines), [outlines]);
  // Each at the corner where its first side begins
  const words = useMemo(
    () =>
      outlines.flatMap(({ id, lines: [x, y] }) =>
        x === undefined || y === undefined ? [] : [{ x, y, text: String(id) }],
      ),
    [outlines],
  );
  const range = useMemo((): [number, number] => {
    let top = -Infinity;
    for (const one of plane.dbsm) if (Number.isFinite(one)) top = Math.max(top, one);
    return Number.isFinite(top) ? [Math.floor(top) - SPAN_DB, Math.ceil(top)] : [-SPAN_DB, 0];
  }, [plane]);
  const [x, y] = (['phi', 'theta'] as const).map((axis) => ({ label: t(`axis.${axis}`), unit: '°' }));
  const label = t('statistics.map');
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Typography variant="h4" component="h3">
          {label}
        </Typography>
        {frequencies.length > 1 && (
          <ValueSelect
            label={t('frequency')}
            value={frequencyHz}
            values={frequencies}
            text={(one) => frequencyLabel(one, i18n.language)}
            onChange={setFrequency}
            testId="sector-map-frequency"
          />
        )}
      </Box>
      <Suspense fallback={<LoadingLine label={t('plotLoading')} />}>
        <HeatMap
          {...{
            xs: plane.phisDeg,
            ys: plane.thetasDeg,
            values: plane.dbsm,
            x: x!,
            y: y!,
            ...{ lines, words },
            range,
            label,
          }}
          z={{ label: t('rcs'), unit: 'dBsm' }}
          testId="sector-map"
          fileName={`${name}-sectors`}
          comments={[name, label]}
          unconverged={unconverged}
        />
      </Suspense>
    </Box>
  );
}

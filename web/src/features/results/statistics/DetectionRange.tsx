import {
  HZ_PER_GHZ,
  type MonoStaticRcs,
  type Project,
  componentM2,
  type MonostaticAxis,
  type Polarization,
  type RcsComponent,
  type SweepPoint,
  detectionRange,
  quantile,
  rcsStatistics,
  sweptRanges,
} from '@pace/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinePlot, PolarPlot, type PlotSeries } from '../../../plots/index.ts';
import { NumberField } from '../../../ui/NumberField.tsx';
import { monostaticFields } from '../fields/farField.ts';
import { angleLabel, frequencyLabel, plainNumber } from '../labels/quantities.ts';
import { heldSelectors } from '../curves/monostaticChoice.ts';
import { LoadingLine } from '../parts/LoadingLine.tsx';
import { TABLE_STYLE } from '../parts/tableStyle.ts';
import { ValueSelect } from '../parts/ValueSelect.tsx';
import { isNumber, type SampledSector } from './useSectors.ts';

interface DetectionRangeProps {
  project: Project;
  records: readonly MonoStaticRcs[];
  sectors: readonly SampledSector[];
  component: RcsComponent;
  polarization: Polarization;
}

/** Angles come first */
const DRAWN: readonly MonostaticAxis[] = ['phi', 'theta', 'frequency'];
/** φ in degrees */
const WHOLE_RING = Array.from({ length: 73 }, (_, i) => 5 * i);
const AT_FIRST = { range: '100', sigma: '0' };

/** How far a radar sees the body that sees a reference at a known range, along the swept axis and by sector. */
export function DetectionRange({ project, records, sectors, component, polarization }: DetectionRangeProps) {
  const { t, i18n } = useTranslation('results');
  const [typed, setTyped] = useState(AT_FIRST);
  const [held, setHeld] = useState<Partial<SweepPoint>>({});
  const swept = useMemo(() => sweptRanges(records), [records]);
  const axis = DRAWN.find((one) => swept.has(one)) ?? 'phi';
  const selectors = useMemo(
    () =>
      heldSelectors(records, { run: project.id, axis, yAxis: 'theta', component: 'total', held }).map(
        (selector) => ({ ...selector, values: selector.values.filter((one) => typeof one === 'number') }),
      ),
    [records, project.id, axis, held],
  );
  const isValid = isNumber(typed.range) && Number(typed.range) > 0 && isNumber(typed.sigma);
  const reference = { range: Number(typed.range), sigma: 10 ** (Number(typed.sigma) / 10) };
  const series = useMemo((): PlotSeries[] => {
    const at = Object.fromEntries(
      selectors.flatMap(({ axis: one, value }) => (typeof value === 'number' ? [[one, value]] : [])),
    );
    const { x, fields } = monostaticFields(records, axis, at);
    const own = { range: Number(typed.range), sigma: 10 ** (Number(typed.sigma) / 10) };
    const places = axis === 'frequency' ? x.map((hertz) => hertz / HZ_PER_GHZ) : x;
    const ring = axis === 'phi' ? WHOLE_RING : places;
    return [
      {
        ...{ id: 'range', name: t('statistics.range'), x: places },
        y: fields.map((field) => detectionRange(componentM2(field, component, polarization), own)),
      },
      {
        ...{ id: 'reference', name: t('statistics.referenceRing'), isReference: true },
        ...{ x: ring, y: ring.map(() => own.range) },
      },
    ];
  }, [selectors, records, axis, component, polarization, typed, t]);
  const angle = { label: t(`axis.${axis}`), unit: axis === 'frequency' ? 'GHz' : '°' };
  const radius = { label: t('statistics.range'), unit: 'km' };
  const kilometres = (sigma: number) =>
    `${plainNumber(detectionRange(sigma, reference), i18n.language, 3)} km`;
  const frame = {
    ...{ series, x: angle, y: radius, scale: 'linear' as const, testId: 'range-chart' },
    ...{ label: t('statistics.rangeLabel', { axis: angle.label }), fileName: `${project.name}-range` },
    comments: [project.name, t('statistics.rangeNote')],
  };
  return (
    <Box component="section" sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      <Typography variant="h4" component="h3">
        {t('statistics.rangeTitle')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('statistics.rangeNote')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}>
        {(['range', 'sigma'] as const).map((field) => (
          <Box key={field} sx={{ width: 190 }}>
            <NumberField
              label={t(field === 'range' ? 'statistics.referenceRange' : 'statistics.referenceRcs')}
              value={typed[field]}
              unit={field === 'range' ? 'km' : 'dBsm'}
              complaint={
                !isNumber(typed[field]) || (field === 'range' && Number(typed.range) <= 0)
                  ? t(field === 'range' ? 'statistics.notPositive' : 'statistics.notANumber')
                  : undefined
              }
              onChange={(text) => setTyped((old) => ({ ...old, [field]: text }))}
              testId={`reference-${field}`}
            />
          </Box>
        ))}
        {selectors
          .filter(({ values }) => values.length > 1)
          .map(({ axis: one, value, values }) => (
            <ValueSelect
              key={one}
              label={t(`axis.${one}`)}
              value={typeof value === 'number' ? value : undefined}
              values={values}
              text={(number) => (one === 'frequency' ? frequencyLabel : angleLabel)(number, i18n.language)}
              onChange={(number) => setHeld((old) => ({ ...old, [one]: number }))}
              testId={`range-${one}`}
            />
          ))}
      </Box>
      {isValid && (
        <>
          <Box tabIndex={0} role="region" aria-label={t('statistics.rangeTitle')} sx={{ overflowX: 'auto' }}>
            <Box component="table" data-testid="range-table" sx={TABLE_STYLE}>
              <thead>
                <tr>
                  <th scope="col">{t('statistics.sectorTitle')}</th>
                  {(['rangeMedian', 'rangeMean', 'rangeOften', 'rangeMax'] as const).map((title) => (
                    <th key={title} scope="col" data-number>
                      {t(`statistics.${title}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {sectors.flatMap(({ id, name, samples }) => {
                  const statistics = rcsStatistics(samples);
                  if (!statistics) return [];
                  return [
                    <tr key={id}>
                      <th scope="row">{name}</th>
                      {[statistics.median, statistics.mean, quantile(samples, 0.95), statistics.max].map(
                        (sigma, i) => (
                          <td key={i} data-number data-value={detectionRange(sigma, reference)}>
                            {kilometres(sigma)}
                          </td>
                        ),
                      )}
                    </tr>,
                  ];
                })}
              </tbody>
            </Box>
          </Box>
          <Suspense fallback={<LoadingLine label={t('plotLoading')} />}>
            {axis === 'frequency' ? (
              <LinePlot {...frame} />
            ) : (
              <PolarPlot {...frame} orientation={axis === 'phi' ? 'azimuth' : 'elevation'} />
            )}
          </Suspense>
        </>
      )}
    </Box>
  );
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { LIMITS, type RcsComponent, type Study, type StudyCurves } from '@pace/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinePlot } from '../../../plots/index.ts';
import { Choice } from '../form/Choice.tsx';
import { useStudyTexts } from '../useStudyTexts.ts';
import {
  AXIS_UNITS,
  axesOf,
  axisScale,
  curvesOver,
  isSample,
  spreadOf,
  valuesOf,
  type CurveAxis,
} from './curves.ts';
import { curveSeries } from './series.ts';
import { drawnLimit, LimitFields, usedLimit, type TypedLimit } from './LimitFields.tsx';

interface Props {
  study: Study;
  curves: StudyCurves;
  component: RcsComponent;
  /** Numbers of the variants that are drawn */
  shown: readonly number[];
  hovered: number | undefined;
}

/** σ of variants over the axis of their sweep; of drawn samples also how they lie, and whether a limit is kept. */
export function VariantCurves({ study, curves, component, shown, hovered }: Props) {
  const { t, i18n } = useTranslation('studies');
  const texts = useStudyTexts();
  const axes = axesOf(curves);
  const [wanted, setAxis] = useState<CurveAxis>();
  const [held, setHeld] = useState<Partial<Record<CurveAxis, number>>>({});
  const [limit, setLimit] = useState<TypedLimit>({ dbsm: '', from: '', to: '' });
  const [isDrawing, setDrawing] = useState(false);
  const axis = wanted !== undefined && axes.includes(wanted) ? wanted : axes[0];
  const all = useMemo(() => (axis ? curvesOver(curves, axis, held) : []), [curves, axis, held]);
  const isSampled = isSample(study);
  const used = usedLimit(limit);
  const scale = axis ? axisScale(axis) : 1;
  const spread = useMemo(
    () =>
      spreadOf(
        all.filter(
          ({ variant }) => study.variants.find(({ number }) => number === variant)?.converged !== false,
        ),
        used && { dbsm: used.dbsm, from: used.from * scale, to: used.to * scale },
      ),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- by its values
    [all, study.variants, used?.dbsm, used?.from, used?.to, scale],
  );
  const series = useMemo(() => {
    const drawn = hovered === undefined || shown.includes(hovered) ? shown : [...shown, hovered];
    const chosen = all.filter(({ variant }) => drawn.includes(variant)).slice(0, LIMITS.curves);
    return curveSeries(study, chosen, {
      spread: isSampled ? spread : undefined,
      scale,
      texts: { t, ...texts },
    });
  }, [all, shown, hovered, study, scale, spread, isSampled, texts, t]);
  if (!axis) return <Typography sx={{ color: 'text.secondary' }}>{t('curves.single')}</Typography>;
  const others = axes.filter((one) => one !== axis);
  const number = (value: number, of: CurveAxis) =>
    `${(value / axisScale(of)).toLocaleString(i18n.language, { maximumFractionDigits: 6 })} ${AXIS_UNITS[of]}`;
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      {axes.length > 1 && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(180px, 1fr))' }}>
          <Choice
            label={t('curves.axis')}
            value={axis}
            options={axes.map((value) => ({ value, label: t(`axis.${value}`) }))}
            onChange={setAxis}
          />
          {others.map((other) => (
            <Choice
              key={other}
              label={t(`axis.${other}`)}
              value={held[other] ?? valuesOf(curves, other)[0]!}
              options={valuesOf(curves, other).map((value) => ({ value, label: number(value, other) }))}
              onChange={(value) => setHeld((old) => ({ ...old, [other]: value }))}
            />
          ))}
        </Box>
      )}
      <LinePlot
        series={series}
        x={{ label: t(`axis.${axis}`), unit: AXIS_UNITS[axis] }}
        y={{ label: t(`component.${component}`), unit: 'dBsm' }}
        label={t('curves.label', { name: study.name })}
        fileName={`${study.name}-variants`}
        scale="decibel"
        testId="study-curves"
        {...(isSampled && spread
          ? { bandNote: t('curves.bandNote'), referenceNote: t('curves.medianNote') }
          : {})}
        {...(used
          ? { level: { value: used.dbsm, label: t('curves.limit'), from: used.from, to: used.to } }
          : {})}
        {...(isDrawing && {
          onLine: (from: { x: number; y: number }, to: { x: number; y: number }) => {
            setLimit(drawnLimit(from, to));
            setDrawing(false);
          },
        })}
      />
      {isSampled && spread && (
        <LimitFields
          limit={limit}
          onChange={setLimit}
          {...{ isDrawing }}
          onDraw={() => setDrawing(!isDrawing)}
          unit={AXIS_UNITS[axis]}
          spread={spread}
          scale={scale}
          fileName={`${study.name}-limit`}
          axis={axis}
        />
      )}
    </Box>
  );
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { LIMITS, type RcsComponent, type Study, type StudyCurves } from '@pace/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinePlot } from '../../../plots/index.ts';
import { Choice } from '../form/Choice.tsx';
import { useStudyTexts } from '../useStudyTexts.ts';
import { AXIS_UNITS, axesOf, axisText, valuesOf } from './curves.ts';
import { drawnLimit, viewedCurves, type CurvesView } from './curvesView.ts';
import { LimitFields } from './LimitFields.tsx';
import { curveSeries } from './series.ts';

interface Props {
  study: Study;
  curves: StudyCurves;
  component: RcsComponent;
  /** Numbers of the variants that are drawn */
  shown: readonly number[];
  hovered: number | undefined;
  view: CurvesView;
  onView: (view: CurvesView) => void;
}

/** σ of variants over the axis of their sweep; of drawn samples also how they lie, and whether a limit is kept. */
export function VariantCurves({ study, curves, component, shown, hovered, view, onView }: Props) {
  const { t, i18n } = useTranslation('studies');
  const texts = useStudyTexts();
  const axes = axesOf(curves);
  const [isDrawing, setDrawing] = useState(false);
  const viewed = useMemo(() => viewedCurves(study, curves, view), [study, curves, view]);
  const series = useMemo(() => {
    if (!viewed) return [];
    const drawn = hovered === undefined || shown.includes(hovered) ? shown : [...shown, hovered];
    const chosen = viewed.all.filter(({ variant }) => drawn.includes(variant)).slice(0, LIMITS.curves);
    return curveSeries(study, chosen, { ...viewed, texts: { t, ...texts } });
  }, [viewed, shown, hovered, study, texts, t]);
  if (!viewed) return <Typography sx={{ color: 'text.secondary' }}>{t('curves.single')}</Typography>;
  const { axis, scale, spread, limit } = viewed;
  const others = axes.filter((one) => one !== axis);
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      {axes.length > 1 && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(180px, 1fr))' }}>
          <Choice
            label={t('curves.axis')}
            value={axis}
            options={axes.map((value) => ({ value, label: t(`axis.${value}`) }))}
            onChange={(next) => onView({ ...view, axis: next })}
          />
          {others.map((other) => (
            <Choice
              key={other}
              label={t(`axis.${other}`)}
              value={view.held[other] ?? valuesOf(curves, other)[0]!}
              options={valuesOf(curves, other).map((value) => ({
                value,
                label: axisText(value, other, i18n.language),
              }))}
              onChange={(value) => onView({ ...view, held: { ...view.held, [other]: value } })}
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
        {...(spread ? { bandNote: t('curves.bandNote'), referenceNote: t('curves.medianNote') } : {})}
        {...(limit && { level: { ...limit, value: limit.dbsm, label: t('curves.limit') } })}
        {...(isDrawing && {
          onLine: (from: { x: number; y: number }, to: { x: number; y: number }) => {
            onView({ ...view, limit: drawnLimit(from, to) });
            setDrawing(false);
          },
        })}
      />
      {spread && (
        <LimitFields
          limit={view.limit}
          onChange={(next) => onView({ ...view, limit: next })}
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

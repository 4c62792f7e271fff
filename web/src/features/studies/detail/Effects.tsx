import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { isContinuous, type Study } from '@pace/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { HeatMap, LinePlot } from '../../../plots/index.ts';
import { unitOf } from '../units.ts';
import { useStudyTexts } from '../useStudyTexts.ts';
import { believedOf, meansByValue, responseMap } from './effects.ts';
import { MeansTable } from './MeansTable.tsx';
import { effectSeries } from './series.ts';

/** How an objective depends on each parameter: what was computed, and what a surrogate expects between. */
export function Effects({ study, objective }: { study: Study; objective: number }) {
  const { t } = useTranslation('studies');
  const { parameterName, objectiveName } = useStudyTexts();
  const { parameters, objectives } = study.definition;
  const believed = useMemo(() => believedOf(study, objective), [study, objective]);
  const map = useMemo(() => believed && responseMap(study, believed), [study, believed]);
  const y = { label: objectiveName(objectives[objective]!), unit: 'dBsm' };
  const quantity = (place: number) => ({
    label: parameterName(parameters[place]!),
    unit: unitOf(parameters[place]!.target.kind),
  });
  const ends = map && [Math.min(...map.values), Math.max(...map.values)];
  return (
    <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
      {parameters.map((parameter, place) =>
        isContinuous(parameter.target.kind) ? (
          <NumberEffect
            key={place}
            {...{ study, objective, place, y }}
            x={quantity(place)}
            believed={believed}
          />
        ) : (
          <MeansTable key={place} parameter={parameter} means={meansByValue(study, place, objective)} />
        ),
      )}
      {map && ends && (
        <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
          <Typography variant="h4" component="h3">
            {t('effects.map')}
          </Typography>
          <HeatMap
            {...map}
            x={quantity(0)}
            y={quantity(1)}
            z={y}
            range={[ends[0]!, Math.max(ends[1]!, ends[0]! + 1e-9)]}
            label={t('effects.map')}
            fileName={`${study.name}-response`}
            testId="study-map"
          />
        </Box>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t(believed ? 'effects.surrogate' : 'effects.tooFew')}
      </Typography>
    </Box>
  );
}

interface EffectProps {
  study: Study;
  objective: number;
  place: number;
  x: { label: string; unit: string };
  y: { label: string; unit: string };
  believed: ReturnType<typeof believedOf>;
}

function NumberEffect({ study, objective, place, x, y, believed }: EffectProps) {
  const { t } = useTranslation('studies');
  const texts = useStudyTexts();
  const series = useMemo(
    () => effectSeries(study, { objective, place, believed }, { t, ...texts }),
    [study, objective, place, believed, t, texts],
  );
  return (
    <Box sx={{ minWidth: 0 }} data-testid={`study-effect-${place}`}>
      <Typography variant="h4" component="h3" sx={{ mb: 1 }}>
        {x.label}
      </Typography>
      <LinePlot
        {...{ series, x, y }}
        label={t('effects.label', { objective: y.label, parameter: x.label })}
        fileName={`${study.name}-${place + 1}`}
        height={340}
        scale="decibel"
        bandNote={t('effects.bandNote')}
        referenceNote={t('effects.believedNote')}
      />
    </Box>
  );
}

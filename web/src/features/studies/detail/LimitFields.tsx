import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LinePlot } from '../../../plots/index.ts';
import { Icon } from '../../../ui/icons.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import type { CurveAxis, Spread } from './curves.ts';
import { limitResult, usedLimit, type TypedLimit } from './curvesView.ts';
import { exceedingSeries } from './series.ts';

interface Props {
  limit: TypedLimit;
  onChange: (limit: TypedLimit) => void;
  /** The next line over the curves is the limit */
  isDrawing: boolean;
  onDraw: () => void;
  unit: string;
  spread: Spread;
  scale: number;
  axis: CurveAxis;
  fileName: string;
}

/** A line that σ shall stay below in a sector: how likely that is at each angle, and everywhere. */
export function LimitFields({
  limit,
  onChange,
  isDrawing,
  onDraw,
  unit,
  spread,
  scale,
  axis,
  fileName,
}: Props) {
  const { t, i18n } = useTranslation('studies');
  const used = usedLimit(limit);
  const { count, within } = spread;
  const result = limitResult(spread, t, i18n.language);
  const series = useMemo(() => [exceedingSeries(spread, scale, t)], [spread, scale, t]);
  const field = (name: keyof TypedLimit, of: string) => (
    <NumberField
      label={t(`limit.${name}`)}
      unit={of}
      value={limit[name]}
      onChange={(value) => onChange({ ...limit, [name]: value })}
      testId={`study-limit-${name}`}
    />
  );
  return (
    <Box component="section" aria-label={t('limit.title')} sx={{ display: 'grid', gap: 2 }}>
      <div>
        <Typography variant="h4" component="h3">
          {t('limit.title')}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('limit.text')}
        </Typography>
      </div>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(160px, 1fr))' }}>
        {field('dbsm', 'dBsm')}
        {field('from', unit)}
        {field('to', unit)}
      </Box>
      <Box>
        <Button
          size="small"
          variant={isDrawing ? 'contained' : 'outlined'}
          aria-pressed={isDrawing}
          startIcon={<Icon name="edit" />}
          onClick={onDraw}
          data-testid="study-limit-draw"
        >
          {t(isDrawing ? 'limit.drawing' : 'limit.draw')}
        </Button>
      </Box>
      {used && (
        <>
          <Alert severity={within === count ? 'success' : 'warning'} data-testid="study-limit-result">
            {result}
          </Alert>
          {within < count && (
            <LinePlot
              series={series}
              x={{ label: t(`axis.${axis}`), unit }}
              y={{ label: t('limit.probability'), unit: '%' }}
              label={t('limit.exceeding')}
              fileName={fileName}
              height={280}
              testId="study-limit-plot"
            />
          )}
        </>
      )}
    </Box>
  );
}

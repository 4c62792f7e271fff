import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonGroup from '@mui/material/ButtonGroup';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { gridToCsv, unconvergedMark } from './csv.ts';
import { downloadAddress, downloadBlob, downloadText } from './download.ts';
import { EChart, type EChartHandle } from './EChart.tsx';
import {
  heatMapOption,
  HEAT_MARGINS,
  peakOf,
  type HeatMapData,
  type HeatMapLines,
  type HeatMapWord,
} from './heatMapOption.ts';
import { plotNumber } from './plotNumber.ts';
import { plotStyle } from './plotStyle.ts';
import { axisTitle, type PlotQuantity } from './series.ts';

export interface HeatMapProps extends HeatMapData {
  x: PlotQuantity;
  y: PlotQuantity;
  z: PlotQuantity;
  /** Ends of the colours; values beyond have the colour of the end */
  range: [number, number];
  label: string;
  fileName: string;
  comments?: readonly string[];
  unconverged?: boolean;
  /** Drawn over the picture */
  lines?: HeatMapLines | undefined;
  /** Beside the lines */
  words?: readonly HeatMapWord[] | undefined;
  /** A file of another kind, made when it is wanted; its name without ending */
  file?: { ending: string; blob: () => Promise<Blob> };
  /** Equal scales of both axes: a picture of a place */
  square?: boolean;
  testId?: string;
}

const HEIGHT_PX = 480;
const SQUARE_WIDTH_PX = 710;
/** What the margins take of the width more than of the height */
const SQUARE_HEIGHT = `calc(100cqw - ${HEAT_MARGINS.left + HEAT_MARGINS.right - HEAT_MARGINS.top - HEAT_MARGINS.bottom}px)`;
const noPoints = () => 0;

/** Numbers over two axes as colours, with a key, hovering, the peak in words, and exports. */
export default function HeatMap({
  x,
  y,
  z,
  range,
  label,
  fileName,
  comments = [],
  unconverged = false,
  square = false,
  lines,
  words,
  file: other,
  testId,
  ...data
}: HeatMapProps) {
  const { t, i18n } = useTranslation('plots');
  const theme = useTheme();
  const chart = useRef<EChartHandle>(null);
  const background = theme.palette.background.paper;
  const { xs, ys, values } = data;
  const option = useMemo(
    () =>
      heatMapOption(
        {
          xs,
          ys,
          values,
          x,
          y,
          z,
          range,
          ...(lines && { lines }),
          ...(words && { words }),
          language: i18n.language,
          unconvergedTitle: unconverged ? t('notConverged') : '',
        },
        plotStyle(theme),
      ),
    [xs, ys, values, x, y, z, range, lines, words, unconverged, theme, t, i18n.language],
  );
  const peak = useMemo(() => peakOf({ xs, ys, values }), [xs, ys, values]);
  const file = unconverged ? `${fileName}-NOT-CONVERGED` : fileName;
  const warnings = unconverged ? [unconvergedMark(t('notConverged'))] : [];
  const number = (value: number) => plotNumber(value, i18n.language);
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', mb: 1 }}>
        <ButtonGroup size="small" variant="outlined" aria-label={t('export')}>
          <Button
            onClick={() => chart.current && downloadAddress(`${file}.png`, chart.current.png(background))}
            data-testid="heat-png"
          >
            PNG
          </Button>
          <Button
            onClick={() =>
              chart.current && downloadText(`${file}.svg`, 'image/svg+xml', chart.current.svg(background))
            }
            data-testid="heat-svg"
          >
            SVG
          </Button>
          <Button
            onClick={() =>
              downloadText(`${file}.csv`, 'text/csv', gridToCsv(data, x, y, z, [...warnings, ...comments]))
            }
            data-testid="heat-csv"
          >
            CSV
          </Button>
          {other && (
            <Button
              onClick={() => void other.blob().then((blob) => downloadBlob(`${file}.${other.ending}`, blob))}
              data-testid={`heat-${other.ending}`}
            >
              {other.ending.toUpperCase()}
            </Button>
          )}
        </ButtonGroup>
      </Box>
      <Box sx={square ? { maxWidth: SQUARE_WIDTH_PX, mx: 'auto' } : {}}>
        <EChart
          ref={chart}
          option={option}
          height={square ? SQUARE_HEIGHT : HEIGHT_PX}
          label={label}
          testId={testId}
          pointsInView={noPoints}
        />
      </Box>
      {peak && (
        <Typography
          variant="body2"
          data-testid={testId && `${testId}-peak`}
          data-x={peak.x}
          data-y={peak.y}
          data-value={peak.value}
          sx={{ mt: 0.5 }}
        >
          {t('peak', {
            value: `${number(peak.value)} ${z.unit}`,
            x: `${x.label} ${number(peak.x)} ${x.unit}`,
            y: `${y.label} ${number(peak.y)} ${y.unit}`,
            title: axisTitle(z),
          })}
        </Typography>
      )}
    </Box>
  );
}

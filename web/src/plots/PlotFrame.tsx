import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonGroup from '@mui/material/ButtonGroup';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { curvesToCsv } from './csv.ts';
import { downloadAddress, downloadText } from './download.ts';
import { EChart, type EChartHandle } from './EChart.tsx';
import type { PlotOption } from './echarts.ts';
import { PlotTable } from './PlotTable.tsx';
import { pointsBetween, type PlotQuantity, type PlotSeries } from './series.ts';

export interface PlotFrameProps {
  series: readonly PlotSeries[];
  x: PlotQuantity;
  y: PlotQuantity;
  /** What the plot shows, for screen readers and the table */
  label: string;
  /** Name of exported files, without ending */
  fileName: string;
  /** Lines that go into the CSV file before the data */
  comments?: readonly string[];
  heightPx?: number;
  /** Of the chart */
  testId?: string;
}

interface FrameParts {
  option: PlotOption;
  xRange: [number, number];
  /** More tools on the left of the export buttons */
  tools?: ReactNode;
  /** How to read the drawing */
  note: string;
}

const DEFAULT_HEIGHT_PX = 460;

/** What all plots have around them: exports, the key to markers, the table of numbers. */
export function PlotFrame({
  series, x, y, label, fileName, comments = [], heightPx = DEFAULT_HEIGHT_PX, testId, option, xRange, tools, note,
}: PlotFrameProps & FrameParts) {
  const { t } = useTranslation('plots');
  const background = useTheme().palette.background.paper;
  const chart = useRef<EChartHandle>(null);
  const [tableOpen, setTableOpen] = useState(false);
  const [low, high] = xRange;
  const pointsInView = useCallback(
    (from: number, to: number) => pointsBetween(series, low + from * (high - low), low + to * (high - low)),
    [series, low, high],
  );
  const unconverged = series.filter((curve) => curve.unconverged).map(({ name }) => name);
  const warnings = unconverged.length > 0 ? [`${t('notConverged')}: ${unconverged.join('; ')}`] : [];

  const savePng = () => chart.current && downloadAddress(`${fileName}.png`, chart.current.png(background));
  const saveSvg = () => chart.current && downloadText(`${fileName}.svg`, 'image/svg+xml', chart.current.svg(background));
  const saveCsv = () => downloadText(`${fileName}.csv`, 'text/csv', curvesToCsv(series, x, y, [...warnings, ...comments]));
  return (
    <Box data-curves={series.length}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'flex-end', mb: 1 }}>
        {tools}
        <Box sx={{ flexGrow: 1 }} />
        <Button size="small" variant="outlined" aria-expanded={tableOpen} onClick={() => setTableOpen(!tableOpen)} data-testid="plot-table-toggle">
          {t(tableOpen ? 'hideTable' : 'showTable')}
        </Button>
        <ButtonGroup size="small" variant="outlined" aria-label={t('export')}>
          <Button onClick={savePng} data-testid="plot-png">PNG</Button>
          <Button onClick={saveSvg} data-testid="plot-svg">SVG</Button>
          <Button onClick={saveCsv} data-testid="plot-csv">CSV</Button>
        </ButtonGroup>
      </Box>
      <EChart ref={chart} option={option} heightPx={heightPx} label={label} testId={testId} pointsInView={pointsInView} />
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary', mt: 0.5 }}>
        {note}
      </Typography>
      {tableOpen && (
        <Box sx={{ mt: 1 }}>
          <PlotTable series={series} x={x} y={y} caption={[label, ...warnings].join('. ')} />
        </Box>
      )}
    </Box>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonGroup from '@mui/material/ButtonGroup';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { curvesToCsv, unconvergedMark } from './csv.ts';
import { downloadAddress, downloadText } from './download.ts';
import { EChart, type EChartHandle, type EChartProps } from './EChart.tsx';
import type { PlotOption } from './echarts.ts';
import { MarkerPanel } from './MarkerPanel.tsx';
import { nearestPoint, type PlacedMarker, type PlotMarker } from './markers.ts';
import { PlotTable } from './PlotTable.tsx';
import { pointsBetween, type PlotQuantity, type PlotSeries } from './series.ts';
import { StatisticsPanel } from './StatisticsPanel.tsx';
import type { ValueScale } from './statistics.ts';

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
  /** As of EChart */
  height?: number | string;
  /** Of the chart */
  testId?: string;
  /** Markers and statistics are offered for values of this kind; not at all when absent */
  scale?: ValueScale;
  /** More exports, beside those of the picture */
  exports?: ReactNode;
  /** What the bands are; error bars when absent */
  bandNote?: string | undefined;
  /** What the lines without markers are; exact solutions and references when absent */
  referenceNote?: string | undefined;
  /** The pointer is over this value of x, or left the drawing */
  onPoint?: ((x: number | undefined) => void) | undefined;
  /** A line is drawn with the pointer, from where it went down to where it went up; then a click places no marker */
  onLine?: EChartProps['onLine'];
}

interface FrameParts {
  option: PlotOption;
  xRange: [number, number];
  markers: readonly PlacedMarker[];
  onMarkers: (markers: readonly PlotMarker[]) => void;
  /** More tools on the left of the export buttons */
  tools?: ReactNode;
  /** How to read the drawing */
  note: string;
}

const DEFAULT_HEIGHT_PX = 460;
type Panel = 'markers' | 'statistics' | 'table';

/** What all plots have around them: exports, the key to markers, the table of numbers. */
export function PlotFrame({
  series,
  x,
  y,
  label,
  fileName,
  comments = [],
  height = DEFAULT_HEIGHT_PX,
  testId,
  option,
  xRange,
  tools,
  note,
  scale,
  exports,
  bandNote,
  referenceNote,
  onPoint,
  onLine,
  markers,
  onMarkers,
}: PlotFrameProps & FrameParts) {
  const { t } = useTranslation('plots');
  const background = useTheme().palette.background.paper;
  const chart = useRef<EChartHandle>(null);
  const [open, setOpen] = useState<ReadonlySet<Panel>>(new Set());
  const toggle = (panel: Panel) =>
    setOpen((old) => new Set(old.has(panel) ? [...old].filter((one) => one !== panel) : [...old, panel]));
  const [low, high] = xRange;
  const pointsInView = useCallback(
    (from: number, to: number) => pointsBetween(series, low + from * (high - low), low + to * (high - low)),
    [series, low, high],
  );
  const unconverged = series.filter((curve) => curve.unconverged).map(({ name }) => name);
  const warnings = unconverged.length > 0 ? [`${t('notConverged')}: ${unconverged.join('; ')}`] : [];
  const marks =
    unconverged.length > 0 ? [`${unconvergedMark(t('notConverged'))}: ${unconverged.join('; ')}`] : [];
  const file = unconverged.length > 0 ? `${fileName}-NOT-CONVERGED` : fileName;
  const place = (at: { x: number; y: number }, span: { x: number; y: number }) => {
    const marker = nearestPoint(series, at, span);
    if (!marker) return;
    const isThere = markers.some((one) => one.seriesId === marker.seriesId && one.x === marker.x);
    onMarkers(
      isThere
        ? markers.filter((one) => one.seriesId !== marker.seriesId || one.x !== marker.x)
        : [...markers, marker],
    );
    setOpen((old) => new Set([...old, 'markers']));
  };

  const savePng = () => chart.current && downloadAddress(`${file}.png`, chart.current.png(background));
  const saveSvg = () =>
    chart.current && downloadText(`${file}.svg`, 'image/svg+xml', chart.current.svg(background));
  const saveCsv = () =>
    downloadText(
      `${file}.csv`,
      'text/csv',
      curvesToCsv(series, x, y, [...marks, ...comments], {
        low: t('bandLow'),
        high: t('bandHigh'),
        solved: t('solvedColumn'),
      }),
    );
  const panelButton = (panel: Panel, text: string, id: string) => (
    <Button
      size="small"
      variant={open.has(panel) ? 'contained' : 'outlined'}
      aria-expanded={open.has(panel)}
      onClick={() => toggle(panel)}
      data-testid={id}
    >
      {text}
    </Button>
  );
  return (
    <Box data-curves={series.length} data-bands={series.filter(({ band }) => band).length}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1,
          alignItems: 'center',
          justifyContent: 'flex-end',
          mb: 1,
        }}
      >
        {tools}
        <Box sx={{ flexGrow: 1 }} />
        {scale && panelButton('markers', t('marker.title'), 'plot-markers-toggle')}
        {scale && panelButton('statistics', t('statistics.title'), 'plot-statistics-toggle')}
        {panelButton('table', t(open.has('table') ? 'hideTable' : 'showTable'), 'plot-table-toggle')}
        <ButtonGroup size="small" variant="outlined" aria-label={t('export')}>
          <Button onClick={savePng} data-testid="plot-png">
            PNG
          </Button>
          <Button onClick={saveSvg} data-testid="plot-svg">
            SVG
          </Button>
          <Button onClick={saveCsv} data-testid="plot-csv">
            CSV
          </Button>
          {exports}
        </ButtonGroup>
      </Box>
      <EChart
        ref={chart}
        option={option}
        height={height}
        label={label}
        testId={testId}
        pointsInView={pointsInView}
        onPlace={scale && !onLine ? place : undefined}
        onPoint={onPoint}
        onLine={onLine}
      />
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary', mt: 0.5 }}>
        {[
          note,
          ...(series.some(({ isReference }) => isReference) ? [referenceNote ?? t('referenceLines')] : []),
          ...(series.some(({ band }) => band) ? [bandNote ?? t('bands')] : []),
        ].join(' ')}
      </Typography>
      {scale && open.has('markers') && <MarkerPanel {...{ markers, series, x, y }} onChange={onMarkers} />}
      {scale && open.has('statistics') && <StatisticsPanel {...{ series, x, y, scale }} range={xRange} />}
      {open.has('table') && (
        <Box sx={{ mt: 1 }}>
          <PlotTable series={series} x={x} y={y} caption={[label, ...warnings].join('. ')} />
        </Box>
      )}
    </Box>
  );
}

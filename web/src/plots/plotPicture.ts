import { init, stopPainting, type PlotOption } from './echarts.ts';
import { heatMapOption, type HeatMapInput } from './heatMapOption.ts';
import { legend, lineOption, PLOT_MARGINS, type LinePlotInput } from './lineOption.ts';
import { polarOption, type PolarPlotInput } from './polarOption.ts';
import type { PlotStyle } from './plotStyle.ts';
import type { PlotSeries } from './series.ts';

/** Dark on white, whatever the theme of the page: for paper. */
export const PAPER_STYLE: PlotStyle = {
  text: '#1a2224',
  faintText: '#4a5658',
  grid: '#d5dcda',
  background: '#ffffff',
  warning: '#b3261e',
  accent: '#0a6a58',
  fontFamily: 'Helvetica, Arial, sans-serif',
  curves: [
    '#0a6a58',
    '#b35c00',
    '#0b5cad',
    '#b3261e',
    '#6b3fa0',
    '#5a7a00',
    '#a8327d',
    '#00798c',
    '#7a5230',
    '#4a5c58',
  ],
};

const PIXEL_RATIO = 2;

function pictureOf(option: PlotOption, widthPx: number, heightPx: number): string {
  const box = document.createElement('div');
  // Coarser than the picture, whatever the screen: else ECharts copies what it has painted so far, of a heat map its first slice.
  const chart = init(box, undefined, {
    renderer: 'canvas',
    width: widthPx,
    height: heightPx,
    devicePixelRatio: 1,
  });
  try {
    chart.setOption(option);
    return chart.getDataURL({
      type: 'png',
      pixelRatio: PIXEL_RATIO,
      backgroundColor: PAPER_STYLE.background,
      excludeComponents: ['toolbox', 'dataZoom'],
    });
  } finally {
    stopPainting(chart);
    chart.dispose();
  }
}

/** Nobody turns the pages of a legend on paper: all names stand below the plot, in as many rows as they need. */
function paperLegend(series: readonly PlotSeries[], widthPx: number) {
  const rows: number[] = [];
  for (const { name } of series) {
    const needed = LEGEND.markPx + name.length * LEGEND.letterPx;
    const last = rows.at(-1);
    if (last === undefined || last + needed > widthPx - 2 * LEGEND.sidePx) rows.push(needed);
    else rows[rows.length - 1] = last + needed;
  }
  return {
    legend: { ...legend(series, PAPER_STYLE), type: 'plain' as const, bottom: 4 },
    heightPx: Math.max(1, rows.length) * LEGEND.rowPx,
  };
}

/** Widest letters are not all letters. */
const LEGEND = { markPx: 50, letterPx: 6.5, sidePx: 12, rowPx: 24 } as const;
/** Title of the x axis and its numbers */
const BELOW_AXIS_PX = 52;

/** A plot that nobody sees, as the data: address of a PNG. Markers only where points stand apart, as on the page. */
export function linePicture(input: Omit<LinePlotInput, 'zoomTitles'>, widthPx = 760, plotPx = 270): string {
  const option = lineOption({ ...input, zoomTitles: { zoom: '', back: '' } }, PAPER_STYLE);
  const dense = input.series.some(({ x }) => x.length * 8 > widthPx);
  const series = Array.isArray(option.series)
    ? option.series.map((curve) => ({
        ...curve,
        ...(dense && { showSymbol: curve.type === 'line' && curve.lineStyle?.width === 0 }),
      }))
    : [];
  const names = paperLegend(input.series, widthPx);
  const top = input.series.some(({ unconverged }) => unconverged) ? PLOT_MARGINS.top : 16;
  const bottom = BELOW_AXIS_PX + names.heightPx;
  return pictureOf(
    {
      ...option,
      toolbox: { show: false },
      dataZoom: [],
      legend: names.legend,
      grid: { ...PLOT_MARGINS, top, bottom },
      series,
    },
    widthPx,
    top + plotPx + bottom,
  );
}

export function polarPicture(input: PolarPlotInput, widthPx = 620, radiusPx = 195): string {
  const option = polarOption(input, PAPER_STYLE);
  const series = Array.isArray(option.series)
    ? option.series.map((curve) => ({ ...curve, showSymbol: false }))
    : [];
  const names = paperLegend(input.series, widthPx);
  const centre = radiusPx + POLAR_TOP_PX;
  return pictureOf(
    { ...option, legend: names.legend, polar: { center: [widthPx / 2, centre], radius: radiusPx }, series },
    widthPx,
    centre + radiusPx + POLAR_LABELS_PX + names.heightPx,
  );
}

/** A line of warning, and the angles round the rings */
const POLAR_TOP_PX = 60;
const POLAR_LABELS_PX = 34;

export function heatMapPicture(input: HeatMapInput, widthPx = 760, heightPx = 380): string {
  return pictureOf(heatMapOption(input, PAPER_STYLE), widthPx, heightPx);
}

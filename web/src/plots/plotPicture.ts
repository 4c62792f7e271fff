import { init, type PlotOption } from './echarts.ts';
import { heatMapOption, type HeatMapInput } from './heatMapOption.ts';
import { lineOption, type LinePlotInput } from './lineOption.ts';
import { polarOption, type PolarPlotInput } from './polarOption.ts';
import type { PlotStyle } from './plotStyle.ts';

/** Dark on white, whatever the theme of the page: for paper. */
export const PAPER_STYLE: PlotStyle = {
  text: '#1a2224', faintText: '#4a5658', grid: '#d5dcda', background: '#ffffff', warning: '#b3261e', accent: '#0a6a58',
  fontFamily: 'Helvetica, Arial, sans-serif',
  curves: ['#0a6a58', '#b35c00', '#0b5cad', '#b3261e', '#6b3fa0', '#5a7a00', '#a8327d', '#00798c', '#7a5230', '#4a5c58'],
};

const PIXEL_RATIO = 2;

function pictureOf(option: PlotOption, widthPx: number, heightPx: number): string {
  const box = document.createElement('div');
  const chart = init(box, undefined, { renderer: 'canvas', width: widthPx, height: heightPx });
  try {
    chart.setOption(option);
    return chart.getDataURL({ type: 'png', pixelRatio: PIXEL_RATIO, backgroundColor: PAPER_STYLE.background, excludeComponents: ['toolbox', 'dataZoom'] });
  } finally {
    chart.dispose();
  }
}

/** A plot that nobody sees, as the data: address of a PNG. Markers only where points stand apart, as on the page. */
export function linePicture(input: Omit<LinePlotInput, 'zoomTitles'>, widthPx = 900, heightPx = 460): string {
  const option = lineOption({ ...input, zoomTitles: { zoom: '', back: '' } }, PAPER_STYLE);
  const dense = input.series.some(({ x }) => x.length * 8 > widthPx);
  const series = Array.isArray(option.series) ? option.series.map((curve) => ({ ...curve, ...(dense && { showSymbol: false }) })) : [];
  return pictureOf({ ...option, toolbox: { show: false }, dataZoom: [], series }, widthPx, heightPx);
}

export function polarPicture(input: PolarPlotInput, widthPx = 620, heightPx = 560): string {
  const option = polarOption(input, PAPER_STYLE);
  const series = Array.isArray(option.series) ? option.series.map((curve) => ({ ...curve, showSymbol: false })) : [];
  return pictureOf({ ...option, series }, widthPx, heightPx);
}

export function heatMapPicture(input: HeatMapInput, widthPx = 900, heightPx = 480): string {
  return pictureOf(heatMapOption(input, PAPER_STYLE), widthPx, heightPx);
}

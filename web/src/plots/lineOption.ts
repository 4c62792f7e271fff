import { bandsOf } from './band.ts';
import { bandText } from './bandText.ts';
import type { LinePlotOption } from './echarts.ts';
import { markPoint, type PlacedMarker } from './markers.ts';
import { plotNumber } from './plotNumber.ts';
import { curveStyle, REFERENCE_DASH, type PlotStyle } from './plotStyle.ts';
import { axisTitle, bandAt, smallestValue, type PlotQuantity, type PlotSeries } from './series.ts';

export interface LinePlotInput {
  series: readonly PlotSeries[];
  x: PlotQuantity;
  y: PlotQuantity;
  /** Ends of the x axis; from the data when absent */
  xRange?: [number, number];
  /** About how many marks the x axis has */
  xMarks?: number;
  /** x counts something: marks at whole numbers only */
  wholeX?: boolean;
  logarithmicY?: boolean;
  /** A horizontal line with its name, e.g. the tolerance */
  level?: { value: number; label: string; from?: number; to?: number };
  /** Stands over the plot in red when a curve is not converged */
  unconvergedTitle: string;
  /** Behind the value of a point that was not solved */
  interpolatedText?: string;
  zoomTitles: { zoom: string; back: string };
  markers?: readonly PlacedMarker[];
  language?: string;
}

/** Round the axes [px] */
export const PLOT_MARGINS = { left: 68, right: 24, top: 44, bottom: 104 } as const;
const MARKER_SIZE_PX = 6;
/** Above this the drawing is thinned to extremes a pixel; tables and files keep every point. */
const THINNED_ABOVE = 2000;

interface TooltipItem {
  seriesType?: string;
  seriesId?: string;
  seriesName?: string;
  /** HTML of a dot in the curve's colour */
  marker?: string;
  value: unknown;
}

/** ECharts options of a Cartesian plot. */
export function lineOption(input: LinePlotInput, style: PlotStyle): LinePlotOption {
  const { series, x, y, language } = input;
  const axisLabel = { color: style.faintText, fontFamily: style.fontFamily };
  const nameStyle = { color: style.text, fontFamily: style.fontFamily, fontSize: 13 };
  const splitLine = { show: true, lineStyle: { color: style.grid } };
  const axisLine = { show: true, onZero: false, lineStyle: { color: style.faintText } };
  const lowest = smallestValue(series);
  const unconverged = series.some((curve) => curve.unconverged);
  return {
    animation: false,
    backgroundColor: 'transparent',
    title: unconvergedBanner(unconverged ? input.unconvergedTitle : '', style),
    grid: PLOT_MARGINS,
    legend: legend(series, style),
    toolbox: {
      right: 16,
      top: 4,
      iconStyle: { borderColor: style.faintText },
      feature: { dataZoom: { title: input.zoomTitles, brushStyle: { color: style.grid } } },
    },
    dataZoom: [
      {
        type: 'inside',
        xAxisIndex: 0,
        filterMode: 'none',
        zoomOnMouseWheel: 'ctrl',
        preventDefaultMouseMove: false,
      },
      {
        type: 'slider',
        xAxisIndex: 0,
        filterMode: 'none',
        bottom: 34,
        height: 18,
        showDataShadow: false,
        textStyle: axisLabel,
        borderColor: style.grid,
        fillerColor: style.grid,
        ...sliderColors(style),
        labelFormatter: (value: number) => plotNumber(value, language),
      },
    ],
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: style.background,
      borderColor: style.grid,
      textStyle: { color: style.text, fontFamily: style.fontFamily, fontSize: 12 },
      axisPointer: {
        type: 'cross',
        label: {
          backgroundColor: style.accent,
          color: style.background,
          formatter: ({ value }: { value: unknown }) => plotNumber(Number(value), language),
        },
      },
      formatter: (items: unknown) =>
        hoverText(items as TooltipItem[], x, y, { language, series, interpolated: input.interpolatedText }),
    },
    xAxis: {
      type: 'value',
      scale: true,
      name: axisTitle(x),
      nameLocation: 'middle',
      nameGap: 26,
      nameTextStyle: nameStyle,
      axisLabel: {
        ...axisLabel,
        hideOverlap: true,
        formatter: (value: number) => plotNumber(value, language),
      },
      splitLine,
      axisLine,
      ...(input.xRange && { min: input.xRange[0], max: input.xRange[1] }),
      ...(input.xMarks !== undefined && { splitNumber: input.xMarks }),
      ...(input.wholeX && { minInterval: 1 }),
    },
    yAxis: {
      type: input.logarithmicY ? 'log' : 'value',
      scale: true,
      name: axisTitle(y),
      nameLocation: 'middle',
      nameGap: 50,
      nameTextStyle: nameStyle,
      axisLabel: {
        ...axisLabel,
        formatter: (value: number) =>
          input.logarithmicY ? value.toExponential(0) : plotNumber(value, language),
      },
      splitLine,
      axisLine,
      ...(input.logarithmicY && decadesAround(series, input.level?.value)),
    },
    series: [
      ...series.map((curve, index) => {
        const styleIndex = curve.styleIndex ?? index;
        const { color, dash, symbol } = curveStyle(styleIndex, style);
        return {
          type: 'line' as const,
          id: curve.id,
          name: curve.name,
          symbol: curve.isReference ? 'none' : symbol,
          symbolSize: curve.interpolated ? markSize(curve.interpolated) : MARKER_SIZE_PX,
          showSymbol: !curve.isReference,
          color,
          lineStyle: {
            width: curve.pointsOnly ? 0 : 1.6,
            type: curve.isReference ? REFERENCE_DASH : dash,
          },
          connectNulls: false,
          emphasis: { disabled: true },
          ...(curve.x.length > THINNED_ABOVE && { sampling: 'minmax' as const }),
          dimensions: ['x', 'y'],
          data: drawnPoints(curve, input.logarithmicY),
          ...(input.markers &&
            input.markers.length > 0 && {
              markPoint: markPoint(
                curve.id,
                styleIndex,
                input.markers,
                ({ x: at, y: value }) => [at, value],
                style,
              ),
            }),
          ...(index === 0 &&
            input.level && { markLine: levelLine(input.level, input.xRange ?? ends(series), style) }),
        };
      }),
      // Behind the curves in the list too: what asks for the first series means a curve.
      ...bandsOf(series, (curve, index) => curveStyle(curve.styleIndex ?? index, style).color, { lowest }),
    ],
  };
}

/** Points that were interpolated have no mark. */
const markSize =
  (interpolated: readonly boolean[]) =>
  (_: unknown, { dataIndex }: { dataIndex: number }) =>
    interpolated[dataIndex] ? 0 : MARKER_SIZE_PX;

/** Room below the level, so that its line does not lie on the axis [decades]. */
const LEVEL_MARGIN = 0.2;

/** Whole decades that hold all values and the level; at least one to each side of a single value. */
export function decadesAround(series: readonly PlotSeries[], level?: number): { min: number; max: number } {
  const exponents = series
    .flatMap(({ y }) => [...y])
    .filter((value) => Number.isFinite(value) && value > 0)
    .map(Math.log10);
  if (level !== undefined && level > 0) exponents.push(Math.log10(level) - LEVEL_MARGIN);
  if (exponents.length === 0) return { min: 0.1, max: 10 };
  const low = Math.floor(Math.min(...exponents));
  const high = Math.ceil(Math.max(...exponents));
  const single = exponents.length === 1;
  const decade = (exponent: number) => Number(`1e${exponent}`);
  return { min: decade(single ? low - 1 : low), max: decade(single || high === low ? high + 1 : high) };
}

function sliderColors({ accent, faintText }: PlotStyle) {
  const handle = { color: accent, borderColor: accent };
  return {
    handleStyle: handle,
    moveHandleStyle: { color: faintText, opacity: 0.5 },
    emphasis: { handleStyle: handle, moveHandleStyle: { color: accent } },
  };
}

/**
 * x, y, x, y, …; y of a gap is NaN. In one array of numbers, which ECharts takes as it is: an array a point would be copied and
 * thrown away with every change (thirty curves of 3600 points: 125 of 740 ms, and most of another 210 for the rubbish).
 */
function drawnPoints({ x, y }: PlotSeries, logarithmic = false): number[] {
  const points = new Float64Array(2 * x.length);
  x.forEach((value, i) => {
    const at = y[i];
    points[2 * i] = value;
    points[2 * i + 1] = at !== undefined && Number.isFinite(at) && (!logarithmic || at > 0) ? at : NaN;
  });
  // As ECharts reads it (data in a typed array), though its types do not say so.
  return points as unknown as number[];
}

export function unconvergedBanner(text: string, { warning, fontFamily }: PlotStyle) {
  return {
    text,
    left: 'center',
    top: 6,
    textStyle: { color: warning, fontFamily, fontSize: 14, fontWeight: 'bold' as const },
  };
}

export function legend(series: readonly PlotSeries[], { text, faintText, fontFamily }: PlotStyle) {
  return {
    type: 'scroll' as const,
    bottom: 2,
    left: 12,
    right: 12,
    itemWidth: 26,
    textStyle: { color: text, fontFamily, fontSize: 12 },
    pageTextStyle: { color: faintText },
    pageIconColor: text,
    data: series.map(({ name, isReference }) => ({
      name,
      ...(isReference && { itemStyle: { opacity: 0 } }),
    })),
  };
}

function ends(series: readonly PlotSeries[]): [number, number] {
  const xs = series.flatMap(({ x }) => [x[0] ?? 0, x.at(-1) ?? 0]);
  return [Math.min(...xs), Math.max(...xs)];
}

/** With both ends: of a line that is given by its y alone ECharts 6.1 draws nothing. */
function levelLine(
  { value, label, from: least = -Infinity, to: most = Infinity }: NonNullable<LinePlotInput['level']>,
  [first, last]: [number, number],
  { faintText, fontFamily }: PlotStyle,
) {
  const [from, to] = [Math.max(first, least), Math.min(last, most)];
  return {
    silent: true,
    symbol: 'none',
    lineStyle: { color: faintText, type: 'dashed' as const },
    label: { formatter: label, position: 'insideStartTop' as const, color: faintText, fontFamily },
    data: [[{ coord: [from, value] }, { coord: [to, value] }]] as [
      { coord: number[] },
      { coord: number[] },
    ][],
  };
}

/** More curves than this would hide the plot that they explain. */
const CURVES_HOVERED = 12;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

interface HoverWords {
  language?: string | undefined;
  series?: readonly PlotSeries[];
  /** Behind a point that was not solved */
  interpolated?: string | undefined;
}

/** What hovering says: the x, then each curve with its unit. */
export function hoverText(
  items: TooltipItem[],
  x: PlotQuantity,
  y: PlotQuantity,
  { language, series = [], interpolated = '' }: HoverWords = {},
): string {
  const band = (item: TooltipItem) => {
    const curve = series.find(({ id }) => id === item.seriesId);
    if (!curve) return '';
    const at = Number(numbers(item)[0]);
    const ends = bandAt(curve, at);
    const isInterpolated = curve.interpolated?.[curve.x.indexOf(at)] === true;
    return `${ends ? ` (${bandText(ends, language)})` : ''}${isInterpolated ? ` ${escaped(interpolated)}` : ''}`;
  };
  const numbers = (item: TooltipItem) => item.value as ArrayLike<number>;
  if (!items[0]) return '';
  const shown = items.filter((item) => item.seriesType !== 'custom' && Number.isFinite(numbers(item)[1]));
  const lines = shown
    .slice(0, CURVES_HOVERED)
    .map(
      (item) =>
        `${item.marker ?? ''}${escaped(item.seriesName ?? '')}: <b>${plotNumber(Number(numbers(item)[1]), language)}</b> ${escaped(y.unit)}${band(item)}`,
    );
  const more = shown.length > CURVES_HOVERED ? [`… +${shown.length - CURVES_HOVERED}`] : [];
  return [
    `${escaped(x.label)}: <b>${plotNumber(numbers(items[0])[0], language, 8)}</b> ${escaped(x.unit)}`,
    ...lines,
    ...more,
  ].join('<br/>');
}

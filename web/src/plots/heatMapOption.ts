import type { HeatMapOption } from './echarts.ts';
import { unconvergedBanner } from './lineOption.ts';
import { plotNumber } from './plotNumber.ts';
import type { PlotStyle } from './plotStyle.ts';
import { axisTitle, type PlotQuantity } from './series.ts';

/** Values over two axes, each ascending; [y × xs.length + x]. Not finite: empty. */
export interface HeatMapData {
  xs: readonly number[];
  ys: readonly number[];
  values: ArrayLike<number>;
}

/** Lines over the picture, in the units of its axes: x0, y0, x1, y1 a line. */
export type HeatMapLines = readonly number[];

/** A word over the picture, above and to the right of its place, in the units of the axes. */
export interface HeatMapWord {
  x: number;
  y: number;
  text: string;
}

export interface HeatMapInput extends HeatMapData {
  lines?: HeatMapLines;
  words?: readonly HeatMapWord[];
  x: PlotQuantity;
  y: PlotQuantity;
  z: PlotQuantity;
  range: [number, number];
  unconvergedTitle: string;
  language: string;
}

/** Viridis: even to the eye, also in grey and for the colour-blind. */
const COLORS = [
  '#440154',
  '#482475',
  '#414487',
  '#355f8d',
  '#2a788e',
  '#21918c',
  '#22a884',
  '#44bf70',
  '#7ad151',
  '#bddf26',
  '#fde725',
];
const LABELS_ABOUT = 10;
/** Round the axes, with the key on the right [px] */
export const HEAT_MARGINS = { left: 72, right: 96, top: 40, bottom: 56 } as const;

export function heatMapOption(
  { xs, ys, values, x, y, z, range, unconvergedTitle, language, lines = [], words = [] }: HeatMapInput,
  style: PlotStyle,
): HeatMapOption {
  const axisLabel = { color: style.faintText, fontFamily: style.fontFamily };
  const nameStyle = { color: style.text, fontFamily: style.fontFamily, fontSize: 13 };
  const axis = (numbers: readonly number[], quantity: PlotQuantity, nameGap: number) => ({
    type: 'category' as const,
    data: numbers.map((value) => plotNumber(value, language)),
    name: axisTitle(quantity),
    nameLocation: 'middle' as const,
    nameGap,
    nameTextStyle: nameStyle,
    axisLine: { lineStyle: { color: style.faintText } },
    axisTick: { show: false },
    axisLabel: {
      ...axisLabel,
      show: !isFine(numbers),
      hideOverlap: true,
      interval: Math.max(0, Math.ceil(numbers.length / LABELS_ABOUT) - 1),
      formatter: (text: string) => roundedLabel(numbers, text, language),
    },
  });
  const numberAxis = (numbers: readonly number[]) => ({
    ...cellEdges(numbers),
    show: isFine(numbers),
    axisLine: { show: false },
    axisTick: { show: true, lineStyle: { color: style.faintText } },
    splitLine: { show: false },
    axisLabel: {
      ...axisLabel,
      hideOverlap: true,
      showMinLabel: false,
      showMaxLabel: false,
      formatter: (value: number) => plotNumber(value, language),
    },
  });
  const data: [number, number, number][] = [];
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (!Number.isNaN(value))
      data.push([i % xs.length, Math.floor(i / xs.length), Math.max(range[0], Math.min(range[1], value))]);
  }
  return {
    animation: false,
    backgroundColor: 'transparent',
    title: unconvergedBanner(unconvergedTitle, style),
    grid: HEAT_MARGINS,
    tooltip: {
      confine: true,
      backgroundColor: style.background,
      borderColor: style.grid,
      textStyle: { color: style.text, fontFamily: style.fontFamily, fontSize: 12 },
      formatter: (item: unknown) => {
        const [column, row] = (item as { value: [number, number, number] }).value;
        const line = (quantity: PlotQuantity, value: number) =>
          `${quantity.label}: <b>${plotNumber(value, language)}</b> ${quantity.unit}`;
        return [line(x, xs[column]!), line(y, ys[row]!), line(z, values[row * xs.length + column]!)].join(
          '<br/>',
        );
      },
    },
    // The second axes have the numbers themselves: cells are categories, which have no place between two of them.
    xAxis: [axis(xs, x, 32), { ...numberAxis(xs), position: 'bottom' as const }],
    yAxis: [axis(ys, y, 52), { ...numberAxis(ys), position: 'left' as const }],
    visualMap: {
      seriesIndex: 0,
      type: 'continuous',
      min: range[0],
      max: range[1],
      calculable: false,
      right: 4,
      top: 'middle',
      itemHeight: 180,
      itemWidth: 14,
      inRange: { color: COLORS },
      text: [range[1], range[0]].map((end) => `${plotNumber(end, language, 3)} ${z.unit}`),
      textStyle: { color: style.text, fontFamily: style.fontFamily, fontSize: 11 },
      formatter: (value: unknown) => plotNumber(Number(value), language, 3),
    },
    series: [
      {
        type: 'heatmap',
        id: 'values',
        data,
        progressive: 0,
        progressiveThreshold: Infinity,
        emphasis: { disabled: true },
      },
      ...(lines.length > 0 ? [outlineSeries(lines, words, style)] : []),
    ],
  };
}

const cellEdges = (numbers: readonly number[]) => {
  const [first = 0, last = 1] = [numbers[0], numbers.at(-1)];
  const half = (last - first) / Math.max(1, numbers.length - 1) / 2;
  return { type: 'value' as const, min: first - half, max: last + half };
};

/** Of equal steps, and too many for a label at each: labels stand at round numbers. Otherwise they stand at cells. */
function isFine(numbers: readonly number[]): boolean {
  if (numbers.length <= 2 * LABELS_ABOUT) return false;
  const first = numbers[0]!;
  const step = (numbers.at(-1)! - first) / (numbers.length - 1);
  return numbers.every((value, i) => Math.abs(value - first - i * step) <= 1e-3 * step);
}

/** White between two dark edges: visible over every colour of the key. */
function outlineSeries(lines: HeatMapLines, words: readonly HeatMapWord[], { fontFamily }: PlotStyle) {
  const data: number[][] = [];
  for (let i = 0; i + 3 < lines.length; i += 4)
    data.push([lines[i]!, lines[i + 1]!], [lines[i + 2]!, lines[i + 3]!], [NaN, NaN]);
  return {
    type: 'line' as const,
    id: 'outline',
    xAxisIndex: 1,
    yAxisIndex: 1,
    data,
    silent: true,
    clip: true,
    symbol: 'none',
    connectNulls: false,
    tooltip: { show: false },
    emphasis: { disabled: true },
    lineStyle: { color: '#fff', width: 1, opacity: 0.85, shadowColor: '#000', shadowBlur: 2 },
    markPoint: {
      silent: true,
      symbol: 'circle',
      symbolSize: 0,
      label: {
        show: true,
        formatter: '{b}',
        position: 'right' as const,
        offset: [0, -9],
        distance: 4,
        ...{ color: '#fff', textBorderColor: '#000', textBorderWidth: 2, fontFamily, fontSize: 12 },
      },
      data: words.map(({ x, y, text }) => ({ name: text, coord: [x, y] })),
    },
  };
}

/** Three digits are enough beside an axis; hovering shows the rest. */
function roundedLabel(numbers: readonly number[], text: string, language: string): string {
  const span = Math.abs((numbers.at(-1) ?? 0) - (numbers[0] ?? 0)) || 1;
  const value = Number(language === 'tr' ? text.replace(',', '.') : text);
  if (!Number.isFinite(value)) return text;
  const decimals = Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(span))));
  return (Math.abs(value) < span * 1e-9 ? 0 : value).toLocaleString(language, {
    maximumFractionDigits: decimals,
    useGrouping: false,
  });
}

/** The largest value and where it is. */
export function peakOf({ xs, ys, values }: HeatMapData): { x: number; y: number; value: number } | undefined {
  let best = -1;
  for (let i = 0; i < values.length; i++)
    if (Number.isFinite(values[i]!) && (best < 0 || values[i]! > values[best]!)) best = i;
  return best < 0
    ? undefined
    : { x: xs[best % xs.length]!, y: ys[Math.floor(best / xs.length)]!, value: values[best]! };
}

import { bandsOf } from './band.ts';
import type { PolarPlotOption } from './echarts.ts';
import { legend, unconvergedBanner } from './lineOption.ts';
import { markPoint, type PlacedMarker } from './markers.ts';
import { plotNumber } from './plotNumber.ts';
import { curveStyle, REFERENCE_DASH, type PlotStyle } from './plotStyle.ts';
import { axisTitle, largestValue, type PlotQuantity, type PlotSeries } from './series.ts';

/**
 * How an angle lies on paper. `azimuth`: φ = 0 (+x) to the right, counter-clockwise, as the xy plane is seen from +z.
 * `elevation`: θ = 0 (+z) up, clockwise, so that the side of φ = 0 (xz) or φ = 90 (yz) lies to the right.
 */
export type PolarOrientation = 'azimuth' | 'elevation';

export const ORIENTATIONS: Record<PolarOrientation, { startAngle: number; clockwise: boolean }> = {
  azimuth: { startAngle: 0, clockwise: false },
  elevation: { startAngle: 90, clockwise: true },
};

export interface PolarPlotInput {
  series: readonly PlotSeries[];
  angle: PlotQuantity;
  radius: PlotQuantity;
  orientation: PolarOrientation;
  /** From the rim to the centre, in units of the radius (dB); undefined: from nothing, for values that are not dB */
  span: number | undefined;
  markers?: readonly PlacedMarker[];
  unconvergedTitle: string;
  language?: string;
}

const RING_COUNT = 4;
const MARKER_SIZE_PX = 5;

/** Rim and centre: the rim is the first multiple of a ring at or above the largest value. */
export function radialRange(series: readonly PlotSeries[], span: number | undefined): [number, number] {
  if (span === undefined) return [0, roundedUp(largestValue(series) ?? 1)];
  const ring = span / RING_COUNT;
  const rim = Math.ceil((largestValue(series) ?? 0) / ring) * ring;
  return [rim - span, rim];
}

/** The next of 1, 2, 4, 6, 8 × 10ⁿ, which four rings divide well. */
function roundedUp(value: number): number {
  if (!(value > 0)) return 1;
  const decade = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 6, 8, 10].find((factor) => factor * decade >= value * (1 - 1e-12)) ?? 10) * decade;
}

/** Points for ECharts: [radius held within the rings, angle, true value]; a full turn is closed by its first point. */
export function polarPoints({ x, y }: PlotSeries, [low, high]: [number, number]): (number | string)[][] {
  const point = (i: number, angle: number): (number | string)[] => {
    const value = y[i]!;
    return [Number.isNaN(value) ? '-' : Math.min(high, Math.max(low, value)), angle, value];
  };
  const points = x.map((angle, i) => point(i, angle));
  const [first, second, last] = [x[0], x[1], x.at(-1)];
  if (first === undefined || second === undefined || last === undefined) return points;
  const step = second - first;
  const closes = last < first + 360 && first + 360 - last <= step * 1.5;
  return closes ? [...points, point(0, first + 360)] : points;
}

/** ECharts options of a polar plot. */
export function polarOption(input: PolarPlotInput, style: PlotStyle): PolarPlotOption {
  const { series, language } = input;
  const range = radialRange(series, input.span);
  const axisLabel = { color: style.faintText, fontFamily: style.fontFamily };
  const line = { lineStyle: { color: style.grid } };
  const { startAngle, clockwise } = ORIENTATIONS[input.orientation];
  return {
    animation: false,
    backgroundColor: 'transparent',
    title: unconvergedBanner(series.some((curve) => curve.unconverged) ? input.unconvergedTitle : '', style),
    legend: legend(series, style),
    polar: { center: ['50%', '47%'], radius: '76%' },
    angleAxis: {
      type: 'value',
      min: 0,
      max: 360,
      interval: 30,
      startAngle,
      clockwise,
      axisLabel: { ...axisLabel, formatter: (value: number) => `${value}°`, showMaxLabel: false },
      splitLine: line,
      axisLine: { lineStyle: { color: style.faintText } },
    },
    radiusAxis: {
      type: 'value',
      min: range[0],
      max: range[1],
      interval: (range[1] - range[0]) / RING_COUNT,
      axisLabel: {
        ...axisLabel,
        backgroundColor: style.background,
        padding: [1, 3],
        formatter: (value: number) => plotNumber(value, language),
      },
      splitLine: line,
      axisLine: { show: false },
      axisTick: { show: false },
    },
    tooltip: {
      trigger: 'item',
      confine: true,
      backgroundColor: style.background,
      borderColor: style.grid,
      textStyle: { color: style.text, fontFamily: style.fontFamily, fontSize: 12 },
      formatter: (item: unknown) => {
        const { value, seriesName } = item as { value: [number, number, number]; seriesName: string };
        return (
          `${seriesName}<br/>${input.angle.label}: <b>${plotNumber(value[1], language, 8)}</b>°<br/>` +
          `${input.radius.label}: <b>${plotNumber(value[2], language)}</b> ${input.radius.unit}`
        );
      },
    },
    graphic: [
      {
        type: 'text',
        left: 12,
        top: 34,
        silent: true,
        style: { text: axisTitle(input.radius), fill: style.text, font: `13px ${style.fontFamily}` },
      },
    ],
    series: [
      ...series.map((curve, index) => {
        const styleIndex = curve.styleIndex ?? index;
        const { color, dash, symbol } = curveStyle(styleIndex, style);
        return {
          type: 'line' as const,
          coordinateSystem: 'polar' as const,
          id: curve.id,
          name: curve.name,
          color,
          symbol: curve.isReference ? 'none' : symbol,
          symbolSize: MARKER_SIZE_PX,
          showSymbol: !curve.isReference,
          lineStyle: { width: 1.6, type: curve.isReference ? REFERENCE_DASH : dash },
          emphasis: { disabled: true },
          data: polarPoints(curve, range),
          ...(input.markers &&
            input.markers.length > 0 && {
              markPoint: markPoint(
                curve.id,
                styleIndex,
                input.markers,
                ({ x: at, y: value }) => [Math.min(range[1], Math.max(range[0], value)), at],
                style,
              ),
            }),
        };
      }),
      ...bandsOf(series, (curve, index) => curveStyle(curve.styleIndex ?? index, style).color, {
        polar: range,
      }),
    ],
  };
}

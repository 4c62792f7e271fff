import type { CustomSeriesOption } from 'echarts/charts';
import type { PlotSeries } from './series.ts';

/** Below the canvas of the curves, so that moving the pointer over the plot does not paint the bands again. */
const LAYER_BELOW = -1;
const OPACITY = 0.22;
/** What bands that lie on each other shall leave of the paper and its lines, and the least that one can be seen by. */
const CLEAR = 0.45;
const LEAST_OPACITY = 0.05;

/** Of each of so many bands: n of them leave (1 − opacity)ⁿ of what is behind them. */
export const bandOpacity = (bands: number): number =>
  Math.min(OPACITY, Math.max(LEAST_OPACITY, 1 - CLEAR ** (1 / Math.max(1, bands))));

export interface BandPlace {
  /** Of all curves; of bars below it the axis holds those that are not of nulls, which would stretch it */
  lowest?: number | undefined;
  /** Ends of the radial axis */
  polar?: [low: number, high: number];
  opacity?: number;
}

interface Pixels {
  (at: [x: number, y: number]): number[];
}

/** Pieces of a band without gaps: the upper ends forwards, then the lower ones backwards. */
export function bandPolygons(
  x: readonly number[],
  { low, high }: NonNullable<PlotSeries['band']>,
  place: Pixels,
  held: (value: number) => number,
): number[][][] {
  const polygons: number[][][] = [];
  let begin = 0;
  const has = (i: number) => !Number.isNaN(low[i]) && !Number.isNaN(high[i]) && high[i] !== -Infinity;
  for (let i = 0; i <= x.length; i++) {
    if (i < x.length && has(i)) continue;
    if (i - begin >= 2) {
      const points: number[][] = [];
      for (let k = begin; k < i; k++) points.push(place([x[k]!, held(high[k]!)]));
      for (let k = i - 1; k >= begin; k--) points.push(place([x[k]!, held(low[k]!)]));
      polygons.push(points);
    }
    begin = i + 1;
  }
  return polygons;
}

const finite = (values: readonly number[]) => values.filter((value) => Number.isFinite(value));
const extreme = (values: readonly number[], worse: (a: number, b: number) => number) =>
  finite(values).reduce<number | undefined>((a, b) => (a === undefined ? b : worse(a, b)), undefined);

/** The lower end of a bar is so many times as far away as the upper one in a null; in decibels: a radius of 0.62 of the value. */
const DEEP = 2;

/** The lowest end of the bars that are not of nulls. */
function lowestEnd(y: readonly number[], { low, high }: NonNullable<PlotSeries['band']>): number | undefined {
  return extreme(
    low.filter((end, i) => y[i]! - end <= DEEP * (high[i]! - y[i]!)),
    Math.min,
  );
}

/** Values beyond what a canvas draws well */
const FAR_BELOW = 1e4;

/** The band of a curve as a series of its own that the legend hides with it. */
export function bandSeries(
  { id, name, x, y, band }: PlotSeries,
  color: string,
  { lowest, polar, opacity = OPACITY }: BandPlace,
): CustomSeriesOption[] {
  if (!band) return [];
  const top = extreme(band.high, Math.max);
  if (top === undefined || x.length < 2) return [];
  const bottom = Math.min(lowest ?? top, lowestEnd(y, band) ?? top);
  const closes = polar && x.length > 2 && x[0]! + 360 - x.at(-1)! < 1.5 * (x[1]! - x[0]!) && x.at(-1)! < 360;
  const angles = closes ? [...x, x[0]! + 360] : x;
  const ends = closes ? { low: [...band.low, band.low[0]!], high: [...band.high, band.high[0]!] } : band;
  return [
    {
      type: 'custom',
      id: `${id}/band`,
      name,
      color,
      zlevel: LAYER_BELOW,
      z: 1,
      silent: true,
      clip: true,
      animation: false,
      tooltip: { show: false },
      coordinateSystem: polar ? 'polar' : 'cartesian2d',
      // Two points that the axes have to hold; the first one draws the whole band.
      data: polar
        ? [
            [polar[0], x[0]!],
            [polar[0], x[0]!],
          ]
        : [
            [x[0]!, bottom],
            [x.at(-1)!, top],
          ],
      renderItem: ({ dataIndex }, api) => {
        if (dataIndex !== 0) return undefined;
        const floor = bottom - FAR_BELOW;
        const place: Pixels = polar ? ([angle, radius]) => api.coord([radius, angle]) : (at) => api.coord(at);
        const held = (value: number) =>
          polar ? Math.min(polar[1], Math.max(polar[0], value)) : Math.max(floor, value);
        return {
          type: 'group',
          children: bandPolygons(angles, ends, place, held).map((points) => ({
            type: 'polygon' as const,
            shape: { points: points.map(([a, b]) => [a!, b!]) },
            style: { fill: color, opacity },
          })),
        };
      },
    },
  ];
}

/** The bands of all curves that have one. */
export function bandsOf(
  series: readonly PlotSeries[],
  colorOf: (curve: PlotSeries, index: number) => string,
  place: Omit<BandPlace, 'opacity'>,
): CustomSeriesOption[] {
  const opacity = bandOpacity(series.filter(({ band }) => band).length);
  return series.flatMap((curve, index) => bandSeries(curve, colorOf(curve, index), { ...place, opacity }));
}

import { curveStyle, type PlotStyle } from './plotStyle.ts';
import type { PlotSeries } from './series.ts';

/** A marker sits on a computed point of a curve. */
export interface PlotMarker {
  seriesId: string;
  x: number;
}

export interface PlacedMarker extends PlotMarker {
  name: string;
  y: number;
}

/** Markers whose curve and point are still there, with their values. */
export function placedMarkers(markers: readonly PlotMarker[], series: readonly PlotSeries[]): PlacedMarker[] {
  return markers.flatMap((marker) => {
    const curve = series.find(({ id }) => id === marker.seriesId);
    const index = curve?.x.indexOf(marker.x) ?? -1;
    return curve && index >= 0 ? [{ ...marker, name: curve.name, y: curve.y[index]! }] : [];
  });
}

/** The computed point nearest to a place, distances taken in shares of the two spans. */
export function nearestPoint(
  series: readonly PlotSeries[],
  at: { x: number; y: number },
  span: { x: number; y: number },
): PlotMarker | undefined {
  let best: { marker: PlotMarker; distance: number } | undefined;
  for (const { id, x, y, isReference } of series) {
    if (isReference) continue;
    for (let i = 0; i < x.length; i++) {
      const distance = ((x[i]! - at.x) / span.x) ** 2 + ((y[i]! - at.y) / span.y) ** 2;
      if (Number.isFinite(distance) && (!best || distance < best.distance))
        best = { marker: { seriesId: id, x: x[i]! }, distance };
    }
  }
  return best?.marker;
}

/** The computed point of each curve that is nearest in x. */
export function pointsNearX(series: readonly PlotSeries[], at: number): PlotMarker[] {
  return series.flatMap(({ id, x, y, isReference }) => {
    if (isReference) return [];
    let best: number | undefined;
    x.forEach((value, i) => {
      if (Number.isFinite(y[i]!) && (best === undefined || Math.abs(value - at) < Math.abs(best - at)))
        best = value;
    });
    return best === undefined ? [] : [{ seriesId: id, x: best }];
  });
}

/** The largest value of each curve. */
export function peakPoints(series: readonly PlotSeries[]): PlotMarker[] {
  return series.flatMap(({ id, x, y, isReference }) => {
    if (isReference) return [];
    let best = -1;
    y.forEach((value, i) => {
      if (Number.isFinite(value) && (best < 0 || value > y[best]!)) best = i;
    });
    return best < 0 ? [] : [{ seriesId: id, x: x[best]! }];
  });
}

/** ECharts' mark points of one curve, numbered as the list below the plot is. */
export function markPoint(
  seriesId: string,
  styleIndex: number,
  markers: readonly PlacedMarker[],
  coordinate: (marker: PlacedMarker) => number[],
  style: PlotStyle,
) {
  return {
    symbol: 'pin',
    symbolSize: 30,
    silent: true,
    animation: false,
    itemStyle: { color: curveStyle(styleIndex, style).color },
    label: {
      color: style.background,
      fontFamily: style.fontFamily,
      fontSize: 11,
      fontWeight: 'bold' as const,
    },
    data: markers.flatMap((marker, i) =>
      marker.seriesId === seriesId && Number.isFinite(marker.y)
        ? [{ name: marker.name, coord: coordinate(marker), value: i + 1 }]
        : [],
    ),
  };
}

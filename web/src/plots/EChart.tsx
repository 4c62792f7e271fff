import Box from '@mui/material/Box';
import { useEffect, useRef, type Ref, useImperativeHandle } from 'react';
import { init, stopPainting, type ECharts, type PlotOption } from './echarts.ts';
import { PLOT_MARGINS } from './lineOption.ts';
import { markersStandApart } from './series.ts';

export interface EChartHandle {
  /** data: address of a PNG, finer than the screen */
  png: (backgroundColor: string) => string;
  /** SVG text of the same picture */
  svg: (backgroundColor: string) => string;
}

export interface EChartProps {
  option: PlotOption;
  /** In pixels, or in CSS; `cqw` are hundredths of the width of the drawing */
  height: number | string;
  label: string;
  testId?: string | undefined;
  /** Points of the densest curve between two shares (0 to 1) of the x axis; says when markers are drawn */
  pointsInView: (low: number, high: number) => number;
  /** A click into the drawing, in its coordinates (polar: angle, radius) with the spans in view */
  onPlace?: ((at: { x: number; y: number }, span: { x: number; y: number }) => void) | undefined;
  /** The pointer is over this value of x (polar: angle), or left the drawing */
  onPoint?: ((x: number | undefined) => void) | undefined;
  /** The pointer went down and up within the drawing, in its coordinates */
  onLine?: ((from: { x: number; y: number }, to: { x: number; y: number }) => void) | undefined;
  ref?: Ref<EChartHandle>;
}

/** Finer than the screen, so that ECharts paints it whole; it would copy what it has painted so far, of a heat map a slice. */
const pngPixelRatio = () => Math.max(2, Math.floor(devicePixelRatio) + 1);
/** Parts of the option that are replaced as a whole; the rest (zoom) keeps its state. */
const REPLACED = ['series', 'title', 'graphic'];

function zoomedShare(chart: ECharts): [number, number] {
  // Without an option yet there is nothing zoomed.
  const option = chart.getOption() as { dataZoom?: { start?: number; end?: number }[] } | undefined;
  const zoom = option?.dataZoom?.[0];
  return [(zoom?.start ?? 0) / 100, (zoom?.end ?? 100) / 100];
}

/** An ECharts canvas that follows its option, its size and its zoom. */
export function EChart({
  option,
  height,
  label,
  testId,
  pointsInView,
  onPlace,
  onPoint,
  onLine,
  ref,
}: EChartProps) {
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts>(undefined);
  const current = useRef<Drawn>({ option, pointsInView, markers: false });

  const place = useRef(onPlace);
  const point = useRef(onPoint);
  const line = useRef(onLine);
  useEffect(() => {
    line.current = onLine;
    place.current = onPlace;
    point.current = onPoint;
  });

  useEffect(() => {
    const box = element.current;
    if (!box) return undefined;
    const made = init(box, undefined, { renderer: 'canvas' });
    chart.current = made;
    const observer = new ResizeObserver(() => {
      made.resize();
      drawMarkers(made, current.current);
    });
    observer.observe(box);
    made.getZr().on('click', ({ offsetX, offsetY }) => {
      const placed = placeOf(made, [offsetX, offsetY]);
      if (placed) place.current?.(...placed);
    });
    made.getZr().on('mousemove', ({ offsetX, offsetY }) => {
      if (point.current) point.current(placeOf(made, [offsetX, offsetY])?.[0].x);
    });
    let began: { x: number; y: number } | undefined;
    made.getZr().on('mousedown', ({ offsetX, offsetY }) => {
      began = placeOf(made, [offsetX, offsetY])?.[0];
    });
    made.getZr().on('mouseup', ({ offsetX, offsetY }) => {
      const ended = placeOf(made, [offsetX, offsetY])?.[0];
      if (began && ended) line.current?.(began, ended);
      began = undefined;
    });
    made.getZr().on('globalout', () => point.current?.(undefined));
    made.on('datazoom', () => drawMarkers(made, current.current));
    return () => {
      observer.disconnect();
      stopPainting(made);
      made.dispose();
      chart.current = undefined;
    };
  }, []);

  useEffect(() => {
    const made = chart.current;
    if (!made) return;
    const markers = markersStandApart(pointsInView(...zoomedShare(made)), made.getWidth());
    current.current = { option, pointsInView, markers };
    made.setOption({ ...option, series: withMarkers(option, markers) }, { replaceMerge: REPLACED });
  }, [option, pointsInView]);

  useImperativeHandle(
    ref,
    () => ({
      png: (backgroundColor) =>
        chart.current?.getDataURL({
          type: 'png',
          pixelRatio: pngPixelRatio(),
          backgroundColor,
          excludeComponents: ['toolbox', 'dataZoom'],
        }) ?? '',
      svg: (backgroundColor) => (chart.current ? svgOf(chart.current, option, backgroundColor) : ''),
    }),
    [option],
  );

  return (
    // ECharts keeps the width of its last drawing until its observer follows: what is wider than its place must not widen the page.
    <Box sx={{ containerType: 'inline-size', overflow: 'hidden' }}>
      <Box ref={element} data-testid={testId} role="img" aria-label={label} sx={{ width: '100%', height }} />
    </Box>
  );
}

/** Where in the coordinates of the drawing a pixel lies, and how far those reach; undefined outside of it. */
function placeOf(
  chart: ECharts,
  pixel: [number, number],
): [at: { x: number; y: number }, span: { x: number; y: number }] | undefined {
  if (chart.containPixel('grid', pixel)) {
    const [x, y] = chart.convertFromPixel('grid', pixel) as [number, number];
    const corner = (px: number, py: number) => chart.convertFromPixel('grid', [px, py]) as [number, number];
    const [low, high] = [
      corner(PLOT_MARGINS.left, chart.getHeight() - PLOT_MARGINS.bottom),
      corner(chart.getWidth() - PLOT_MARGINS.right, PLOT_MARGINS.top),
    ];
    return [
      { x, y },
      { x: Math.abs(high[0] - low[0]) || 1, y: Math.abs(high[1] - low[1]) || 1 },
    ];
  }
  const option = chart.getOption() as { polar?: unknown[]; radiusAxis?: { min?: number; max?: number }[] };
  if (!option.polar?.length) return undefined;
  const [radius, angle] = chart.convertFromPixel({ seriesIndex: 0 }, pixel) as [number, number];
  const { min = 0, max = 1 } = option.radiusAxis?.[0] ?? {};
  if (!(radius >= min && radius <= max)) return undefined;
  return [
    { x: ((angle % 360) + 360) % 360, y: radius },
    { x: 360, y: max - min },
  ];
}

interface Drawn extends Pick<EChartProps, 'option' | 'pointsInView'> {
  markers: boolean;
}

interface Line {
  symbol?: unknown;
  lineStyle?: { width?: unknown };
}

/** Points without a line are drawn however close they are: there is nothing else to see. */
export const hasMarkers = ({ symbol, lineStyle }: Line, standApart: boolean): boolean =>
  symbol !== 'none' && (standApart || lineStyle?.width === 0);

function withMarkers({ series }: PlotOption, showSymbol: boolean) {
  return Array.isArray(series)
    ? series.map((curve) =>
        curve.type === 'line' ? { ...curve, showSymbol: hasMarkers(curve, showSymbol) } : curve,
      )
    : [];
}

/** Shows or hides the markers after a change of zoom or size, when that changes anything. */
function drawMarkers(chart: ECharts, drawn: Drawn): void {
  const markers = markersStandApart(drawn.pointsInView(...zoomedShare(chart)), chart.getWidth());
  if (markers === drawn.markers) return;
  drawn.markers = markers;
  const series = Array.isArray(drawn.option.series) ? drawn.option.series : [];
  const lines = series.flatMap((curve) => (curve.type === 'line' ? [curve] : []));
  if (lines.length > 0)
    chart.setOption({
      series: lines.map((curve) => ({ id: curve.id, type: 'line', showSymbol: hasMarkers(curve, markers) })),
    });
}

/** The same picture as vectors, by a second chart that nobody sees. */
function svgOf(source: ECharts, option: PlotOption, backgroundColor: string): string {
  const drawing = init(null, undefined, {
    renderer: 'svg',
    ssr: true,
    width: source.getWidth(),
    height: source.getHeight(),
  });
  drawing.setOption({ ...option, backgroundColor, toolbox: { show: false } });
  const { dataZoom, series } = source.getOption() as {
    dataZoom?: object[];
    series?: { id?: string; type?: string; showSymbol?: boolean }[];
  };
  drawing.setOption({
    ...(dataZoom && { dataZoom: dataZoom.map((zoom) => ({ ...zoom, show: false })) }),
    series:
      series?.flatMap(({ id, type, showSymbol }) =>
        type === 'line' ? [{ id, type: 'line' as const, showSymbol }] : [],
      ) ?? [],
  });
  const text = drawing.renderToSVGString();
  drawing.dispose();
  return text;
}

import Box from '@mui/material/Box';
import { useEffect, useRef, type Ref, useImperativeHandle } from 'react';
import { init, type ECharts, type PlotOption } from './echarts.ts';
import { markersStandApart } from './series.ts';

export interface EChartHandle {
  /** data: address of a PNG at twice the screen's resolution */
  png: (backgroundColor: string) => string;
  /** SVG text of the same picture */
  svg: (backgroundColor: string) => string;
}

interface EChartProps {
  option: PlotOption;
  heightPx: number;
  label: string;
  testId?: string | undefined;
  /** Points of the densest curve between two shares (0 to 1) of the x axis; says when markers are drawn */
  pointsInView: (low: number, high: number) => number;
  ref?: Ref<EChartHandle>;
}

const PNG_PIXEL_RATIO = 2;
/** Parts of the option that are replaced as a whole; the rest (zoom) keeps its state. */
const REPLACED = ['series', 'title', 'graphic'];

function zoomedShare(chart: ECharts): [number, number] {
  // Without an option yet there is nothing zoomed.
  const option = chart.getOption() as { dataZoom?: { start?: number; end?: number }[] } | undefined;
  const zoom = option?.dataZoom?.[0];
  return [(zoom?.start ?? 0) / 100, (zoom?.end ?? 100) / 100];
}

/** An ECharts canvas that follows its option, its size and its zoom. */
export function EChart({ option, heightPx, label, testId, pointsInView, ref }: EChartProps) {
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts>(undefined);
  const current = useRef<Drawn>({ option, pointsInView, markers: false });

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
    made.on('datazoom', () => drawMarkers(made, current.current));
    return () => {
      observer.disconnect();
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

  useImperativeHandle(ref, () => ({
    png: (backgroundColor) => chart.current?.getDataURL({ type: 'png', pixelRatio: PNG_PIXEL_RATIO, backgroundColor, excludeComponents: ['toolbox', 'dataZoom'] }) ?? '',
    svg: (backgroundColor) => (chart.current ? svgOf(chart.current, option, backgroundColor) : ''),
  }), [option]);

  return <Box ref={element} data-testid={testId} role="img" aria-label={label} sx={{ width: '100%', height: heightPx }} />;
}

interface Drawn extends Pick<EChartProps, 'option' | 'pointsInView'> {
  markers: boolean;
}

function withMarkers({ series }: PlotOption, showSymbol: boolean) {
  return Array.isArray(series) ? series.map((curve) => ({ ...curve, showSymbol })) : [];
}

/** Shows or hides the markers after a change of zoom or size, when that changes anything. */
function drawMarkers(chart: ECharts, drawn: Drawn): void {
  const markers = markersStandApart(drawn.pointsInView(...zoomedShare(chart)), chart.getWidth());
  if (markers === drawn.markers) return;
  drawn.markers = markers;
  const series = Array.isArray(drawn.option.series) ? drawn.option.series : [];
  chart.setOption({ series: series.map(({ id }) => ({ id, type: 'line', showSymbol: markers })) });
}

/** The same picture as vectors, by a second chart that nobody sees. */
function svgOf(source: ECharts, option: PlotOption, backgroundColor: string): string {
  const drawing = init(null, undefined, { renderer: 'svg', ssr: true, width: source.getWidth(), height: source.getHeight() });
  drawing.setOption({ ...option, backgroundColor, toolbox: { show: false } });
  const { dataZoom, series } = source.getOption() as { dataZoom?: object[]; series?: { id?: string; showSymbol?: boolean }[] };
  drawing.setOption({
    ...(dataZoom && { dataZoom: dataZoom.map((zoom) => ({ ...zoom, show: false })) }),
    series: series?.map(({ id, showSymbol }) => ({ id, type: 'line', showSymbol })) ?? [],
  });
  const text = drawing.renderToSVGString();
  drawing.dispose();
  return text;
}

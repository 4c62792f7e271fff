import {
  CustomChart,
  HeatmapChart,
  LineChart,
  type CustomSeriesOption,
  type HeatmapSeriesOption,
  type LineSeriesOption,
} from 'echarts/charts';
import {
  DataZoomComponent,
  GraphicComponent,
  GridComponent,
  LegendComponent,
  LegendScrollComponent,
  MarkLineComponent,
  MarkPointComponent,
  PolarComponent,
  TitleComponent,
  ToolboxComponent,
  TooltipComponent,
  VisualMapComponent,
  type DataZoomComponentOption,
  type GraphicComponentOption,
  type GridComponentOption,
  type LegendComponentOption,
  type PolarComponentOption,
  type TitleComponentOption,
  type ToolboxComponentOption,
  type TooltipComponentOption,
  type VisualMapComponentOption,
} from 'echarts/components';
import { init, use as register, type ComposeOption, type ECharts } from 'echarts/core';
import { CanvasRenderer, SVGRenderer } from 'echarts/renderers';

register([
  CustomChart,
  HeatmapChart,
  LineChart,
  VisualMapComponent,
  DataZoomComponent,
  GraphicComponent,
  GridComponent,
  LegendComponent,
  LegendScrollComponent,
  MarkLineComponent,
  MarkPointComponent,
  PolarComponent,
  TitleComponent,
  ToolboxComponent,
  TooltipComponent,
  CanvasRenderer,
  SVGRenderer,
]);

export type LinePlotOption = ComposeOption<
  | CustomSeriesOption
  | LineSeriesOption
  | DataZoomComponentOption
  | GridComponentOption
  | LegendComponentOption
  | TitleComponentOption
  | ToolboxComponentOption
  | TooltipComponentOption
>;
export type PolarPlotOption = ComposeOption<
  | CustomSeriesOption
  | LineSeriesOption
  | GraphicComponentOption
  | LegendComponentOption
  | PolarComponentOption
  | TitleComponentOption
  | TooltipComponentOption
>;
export type HeatMapOption = ComposeOption<
  | HeatmapSeriesOption
  | LineSeriesOption
  | GridComponentOption
  | TitleComponentOption
  | TooltipComponentOption
  | VisualMapComponentOption
>;
export type PlotOption = LinePlotOption | PolarPlotOption | HeatMapOption;
export { init, type ECharts };

/**
 * ECharts 6.1.0 paints heat maps slice by slice whatever `progressive` says, and a slice that comes after the chart was disposed
 * of fails; a slice of another drawing than the painter's present one is passed over.
 */
export function stopPainting(chart: ECharts): void {
  Object.assign(chart.getZr().painter, { _redrawId: NaN });
}

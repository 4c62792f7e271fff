import { lazy } from 'react';

export type { PlotQuantity, PlotSeries } from './series.ts';
export { curveStatistics, differenceTo, type CurveStatistics } from './statistics.ts';
export { bandAt } from './series.ts';
export { bandText } from './bandText.ts';
export type { ValueScale } from './statistics.ts';
export { downloadText } from './download.ts';
export type { PolarOrientation } from './polarOption.ts';
/** Loaded on demand: ECharts comes with them. Wrap in <Suspense>. */
export const LinePlot = lazy(() => import('./LinePlot.tsx'));
export const HeatMap = lazy(() => import('./HeatMap.tsx'));
export const PolarPlot = lazy(() => import('./PolarPlot.tsx'));

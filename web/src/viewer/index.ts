import { lazy } from 'react';

export * from './geometry.ts';
export { floatsAt, GeometryFormatError, parseGeometry, wordsAt } from './geometryFile.ts';
export type * from './types.ts';
export type { Vector } from './planeWave.ts';
export { DECIBEL_SPAN, shownRange } from './scalarRange.ts';
export { useAnimationPhase } from './useAnimationPhase.ts';
export { partCssColor } from './palettes.ts';
export { POLARIZATIONS_DRAWN } from './arrowLimits.ts';
/** Loaded on demand: three.js comes with it. Wrap in <Suspense>. */
export const MeshViewer = lazy(() => import('./MeshViewer.tsx'));
/** Likewise */
export const WaveScene = lazy(() => import('./WaveScene.tsx'));

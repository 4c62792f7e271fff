import type { WavePoint } from '../data/resultPoint.ts';

export const DENSITIES = ['J', 'M'] as const;
/** Electric or magnetic surface current density */
export type Density = (typeof DENSITIES)[number];

/** Which currents are shown */
export interface ShownCurrents {
  point: WavePoint;
  density: Density;
}

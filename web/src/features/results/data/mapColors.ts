import type { MAP_NAMES, MapsFile } from '@pace/contract';
import type { MeshGeometry } from '../../../viewer/index.ts';
import type { DesignMaps } from './queries.ts';
import { atVertices } from '../fields/designMaps.ts';

export type MapName = (typeof MAP_NAMES)[number];

/** How far below its maximum a map of contributions is shown */
const CONTRIBUTION_SPAN_DB = 40;

export interface MapColors {
  values: Float32Array;
  range: [number, number];
  unit: string;
  /** About zero, in two colours */
  signed: boolean;
}

/** The map among those of an answer; the first one where it has not that one. */
export function mapAmong({ maps }: Pick<MapsFile, 'maps'>, wanted: MapName): MapName {
  return maps.some(({ name }) => name === wanted) ? wanted : maps[0]!.name;
}

/** Undefined where the maps are not of this mesh. */
export function mapColors(
  { file, maps }: DesignMaps,
  name: MapName,
  geometry: MeshGeometry,
): MapColors | undefined {
  const at = file.maps.findIndex((map) => map.name === name);
  const byTriangle = maps[at];
  if (!byTriangle || byTriangle.length !== geometry.triangles.length / 3) return undefined;
  const values = atVertices(geometry, byTriangle);
  if (name === 'contribution') {
    const dbsm = values.map((squareMetres) => 10 * Math.log10(squareMetres));
    const top = largest(dbsm);
    return { values: dbsm, range: [top - CONTRIBUTION_SPAN_DB, top], unit: 'dBsm', signed: false };
  }
  // Sheets have no derivatives: grey, as zero is; the page says how many triangles they are.
  const whole = values.map((value) => (Number.isFinite(value) ? value : 0));
  const size = largest(whole.map(Math.abs)) || 1;
  return { values: whole, range: [-size, size], unit: file.maps[at]!.unit, signed: true };
}

function largest(values: Float32Array): number {
  let most = -Infinity;
  for (const value of values) if (Number.isFinite(value) && value > most) most = value;
  return Number.isFinite(most) ? most : 0;
}

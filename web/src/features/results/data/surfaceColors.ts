import type { MeshGeometry } from '../../../viewer/index.ts';
import { atVertices } from '../fields/designMaps.ts';

/** How far below its maximum the image is shown */
const SPAN_DB = 30;

/** An image of 4π|I|² [m²] a triangle in dBsm a vertex; undefined where it is not of this mesh. */
export function surfaceColors(
  geometry: MeshGeometry,
  image: Float32Array,
): { values: Float32Array; range: [number, number] } | undefined {
  if (image.length !== geometry.triangles.length / 3) return undefined;
  const values = atVertices(geometry, image).map((m2) => 10 * Math.log10(m2));
  const top = values.reduce((best, one) => (Number.isFinite(one) && one > best ? one : best), -Infinity);
  return { values, range: [top - SPAN_DB, top] };
}

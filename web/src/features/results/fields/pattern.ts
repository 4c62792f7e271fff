import {
  ANGLE_FACTOR,
  type FarZoneField,
  componentM2,
  distinct,
  type Polarization,
  type RcsComponent,
} from '@pace/contract';
import type { MeshGeometry } from '../../../viewer/index.ts';

export interface FarFieldPattern {
  /** A surface whose distance from the middle is the level above the floor, 1 at the peak */
  geometry: MeshGeometry;
  /** σ [dBsm] a vertex */
  dbsm: Float32Array;
  peak: { dbsm: number; thetaDeg: number; phiDeg: number };
  /** Mean of σ over all directions, weighted by solid angle [m²] */
  meanM2: number;
}

/** The full-sphere far field as a surface; undefined if the result has none. `spanDb`: from the peak to the middle. */
export function farFieldPattern(
  fields: readonly FarZoneField[],
  component: RcsComponent,
  polarization: Polarization,
  spanDb: number,
): FarFieldPattern | undefined {
  const all = fields.filter(({ plane }) => plane === '3d');
  const thetas = distinct(all.map(({ angleTheta }) => angleTheta));
  const phis = distinct(all.map(({ anglePhi }) => anglePhi));
  if (thetas.length < 2 || phis.length < 2 || all.length !== thetas.length * phis.length) return undefined;
  const dbsm = new Float32Array(all.length);
  const peak = { dbsm: -Infinity, thetaDeg: NaN, phiDeg: NaN };
  let [sum, weights] = [0, 0];
  const row = new Map(thetas.map((value, i) => [value, i]));
  const column = new Map(phis.map((value, i) => [value, i]));
  for (const field of all) {
    const m2 = componentM2(field, component, polarization);
    const level = 10 * Math.log10(m2);
    dbsm[row.get(field.angleTheta)! * phis.length + column.get(field.anglePhi)!] = level;
    if (level > peak.dbsm)
      Object.assign(peak, {
        dbsm: level,
        thetaDeg: field.angleTheta / ANGLE_FACTOR,
        phiDeg: field.anglePhi / ANGLE_FACTOR,
      });
    const weight = solidAngle(row.get(field.angleTheta)!, thetas.length);
    sum += weight * m2;
    weights += weight;
  }
  const [thetasDeg, phisDeg] = [thetas, phis].map((angles) =>
    angles.map((value) => value / ANGLE_FACTOR),
  ) as [number[], number[]];
  return {
    geometry: levelSurface({ thetasDeg, phisDeg, dbsm }, peak.dbsm, spanDb),
    dbsm,
    peak,
    meanM2: sum / weights,
  };
}

/** Of the ring of a theta: between the middles to its neighbours, but for a factor. */
function solidAngle(ring: number, count: number): number {
  const at = (i: number) => Math.cos((Math.PI * Math.min(count - 1, Math.max(0, i))) / (count - 1));
  return at(ring - 0.5) - at(ring + 0.5);
}

/** σ [dBsm] of directions in ascending order. */
export interface DirectionGrid {
  thetasDeg: readonly number[];
  phisDeg: readonly number[];
  /** [θ × phis + φ]; NaN where there is none */
  dbsm: ArrayLike<number>;
}

/**
 * A surface whose distance from the middle is the level: 1 at the peak, 0 at `spanDb` below it and less. Open where the
 * directions leave gaps; closed where φ goes round.
 */
export function levelSurface(
  { thetasDeg, phisDeg, dbsm }: DirectionGrid,
  peakDbsm: number,
  spanDb: number,
): MeshGeometry {
  const columns = phisDeg.length;
  const vertices = new Float32Array(3 * dbsm.length);
  thetasDeg.forEach((thetaDeg, i) =>
    phisDeg.forEach((phiDeg, j) => {
      const [theta, phi] = [(thetaDeg * Math.PI) / 180, (phiDeg * Math.PI) / 180];
      const v = i * columns + j;
      const radius = Math.max(0, 1 + (dbsm[v]! - peakDbsm) / spanDb) || 0;
      vertices.set(
        [
          radius * Math.sin(theta) * Math.cos(phi),
          radius * Math.sin(theta) * Math.sin(phi),
          radius * Math.cos(theta),
        ],
        3 * v,
      );
    }),
  );
  const steps = phisDeg.slice(1).map((phi, j) => phi - phisDeg[j]!);
  const goesRound = phisDeg.at(-1)! - phisDeg[0]! + Math.max(...steps) > 360 - 1e-6;
  const triangles: number[] = [];
  for (let i = 0; i + 1 < thetasDeg.length; i++)
    for (let j = 0; j < (goesRound ? columns : columns - 1); j++) {
      const [a, b] = [i * columns + j, i * columns + ((j + 1) % columns)];
      const [c, d] = [a + columns, b + columns];
      if ([a, b, c, d].some((v) => Number.isNaN(dbsm[v]!))) continue;
      triangles.push(a, c, d, a, d, b);
    }
  const count = triangles.length / 3;
  return {
    vertices,
    triangles: Uint32Array.from(triangles),
    parts: new Uint32Array(count).fill(1),
    quality: new Float32Array(count).fill(1),
    scale: 1,
  };
}

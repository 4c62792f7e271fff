import { describe, expect, it } from 'vitest';
import { levelSurface } from '../../src/features/results/fields/pattern.ts';
import { anglePlane, solvedTicks, sweepPlane } from '../../src/features/results/fields/sweepPlane.ts';

const VERTICAL = 1;
/** σ [m²] of a place, different at each. */
const sigma = (frequency: number, theta: number, phi: number) => frequency / 1e9 + theta / 10 + phi;
const records = [1e9, 2e9].flatMap((frequency) =>
  [20, 10].flatMap((theta) =>
    [3, 1, 2].map((phi) => ({
      ...{ frequency, angleTheta: 10 * theta, anglePhi: 10 * phi },
      ...{ e_Theta_Real: 0, e_Theta_Imag: Math.sqrt(sigma(frequency, theta, phi) / (4 * Math.PI)) },
      ...{ e_Phi_Real: 0, e_Phi_Imag: 0 },
    })),
  ),
);
const squareMetres = (dbsm: Float64Array) => [...dbsm].map((db) => Number((10 ** (db / 10)).toFixed(9)));

it('a map over both angles has φ along and θ across, at one frequency', () => {
  const gaps = records.filter(({ angleTheta, anglePhi }) => !(angleTheta === 200 && anglePhi === 20));
  const { phisDeg, thetasDeg, dbsm } = anglePlane(gaps, 2e9, 'total', VERTICAL);
  expect([phisDeg, thetasDeg]).toEqual([
    [1, 2, 3],
    [10, 20],
  ]);
  expect(squareMetres(dbsm)).toEqual([4, 5, 6, 5, NaN, 7]);
});

it('a map over an angle and frequency holds the other angle', () => {
  const { anglesDeg, frequenciesHz, dbsm } = sweepPlane(records, 'theta', 3, 'total', VERTICAL);
  expect([anglesDeg, frequenciesHz]).toEqual([
    [10, 20],
    [1e9, 2e9],
  ]);
  expect(squareMetres(dbsm)).toEqual([5, 6, 6, 7]);
});

it('marks the frequencies that were solved, where others were interpolated', () => {
  const sampled = records.map((record) => ({ ...record, computed: record.frequency === 2e9 }));
  expect(solvedTicks(sampled, [10, 60], (hertz) => hertz / 1e9)).toEqual([10, 2, 11, 2, 59, 2, 60, 2]);
  expect(solvedTicks(records, [10, 60], (hertz) => hertz / 1e9)).toEqual([]);
});

describe('a surface of levels', () => {
  const surfaceOf = (thetasDeg: number[], phisDeg: number[], dbsm: number[]) =>
    levelSurface({ thetasDeg, phisDeg, dbsm }, 10, 20);
  const at = ({ vertices }: { vertices: Float32Array }, v: number) => [...vertices.slice(3 * v, 3 * v + 3)];

  it('has each point in its direction, at its level above the floor', () => {
    const surface = surfaceOf([30, 90], [0, 90], [10, 0, -10, -50]);
    const [x, y, z] = at(surface, 0);
    expect(x).toBeCloseTo(0.5, 6);
    expect(y).toBeCloseTo(0, 6);
    expect(z).toBeCloseTo(Math.sqrt(0.75), 6);
    // 10 dB below the peak of a span of 20; φ = 90°.
    expect(at(surface, 1)[1]).toBeCloseTo(0.25, 6);
    expect([2, 3].flatMap((v) => at(surface, v)).every((value) => Math.abs(value) < 1e-6)).toBe(true);
  });

  it('goes round where φ does, is open in a sector, and has a hole where nothing was computed', () => {
    const levels = Array<number>(8).fill(0);
    expect(surfaceOf([0, 90], [0, 90, 180, 270], levels).triangles).toHaveLength(3 * 2 * 4);
    expect(surfaceOf([0, 90], [0, 30, 60, 90], levels).triangles).toHaveLength(3 * 2 * 3);
    const hole = levels.with(1, NaN);
    expect(surfaceOf([0, 90], [0, 30, 60, 90], hole).triangles).toHaveLength(3 * 2);
  });
});

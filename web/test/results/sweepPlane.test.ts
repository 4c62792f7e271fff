import { expect, it } from 'vitest';
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

import { describe, expect, test } from 'vitest';
import {
  countSweepPoints,
  frequenciesHz,
  illuminations,
  meanFrequencyHz,
  polarizationOf,
  stepExceedsRange,
  sweepCount,
} from '../src/index.ts';

describe('sweeps', () => {
  test('1 to 100 GHz in steps of 0.1 GHz is 991 points, each a whole number of hertz', () => {
    const points = frequenciesHz({ freqsweep: 1, frequency: [1e9, 0.1e9, 100e9] });
    expect(points).toHaveLength(991);
    expect(points.every(Number.isInteger)).toBe(true);
    expect([points[0], points[1], points[990]]).toEqual([1e9, 1.1e9, 100e9]);
  });
  test('the same sweep in GHz has no noise of binary fractions', () => {
    const points = frequenciesHz({ freqsweep: 1, frequency: [1, 0.1, 100] });
    expect(points).toHaveLength(991);
    expect(points.map(String).every((text) => text.length <= 4)).toBe(true);
  });
  test('angles are theta-major', () => {
    expect(illuminations(1, [0, 10, 0, 20, 0, 10, 20])).toEqual([
      { thetaDeg: 0, phiDeg: 0 },
      { thetaDeg: 0, phiDeg: 20 },
      { thetaDeg: 10, phiDeg: 0 },
      { thetaDeg: 10, phiDeg: 20 },
    ]);
  });
  test('a full circle in steps of 0.1 degrees has 3601 points and ends at 360', () => {
    const phis = illuminations(1, [90, 90, 0, 360, 0, 0, 0.1]).map(({ phiDeg }) => phiDeg);
    expect(phis).toHaveLength(3601);
    expect(phis.every((phi, i) => phi === i / 10)).toBe(true);
  });
  test('a step that does not divide the range stops before the final value', () => {
    expect(frequenciesHz({ freqsweep: 1, frequency: [1e9, 0.4e9, 2e9] })).toEqual([1e9, 1.4e9, 1.8e9]);
  });
  test('no point lies beyond the final value', () => {
    for (const step of [0.1, 0.3, 1 / 3, 0.7, 1 / 7, 0.9999999999])
      for (const { thetaDeg } of illuminations(1, [0.1, 179.3, 0, 0, 0, step, 0]))
        expect(thetaDeg).toBeLessThanOrEqual(179.3);
  });
  test('counting agrees with expanding', () => {
    for (const step of [0.1, 0.25, 1 / 3, 0.7, 1, 3, 7, 90])
      for (const final of [91, 99.3, 120, 180]) {
        const excitation = [90, final, 0, 90, 0, Math.min(step, final - 90), 30];
        const input = { anglesweep: 1, excitation, freqsweep: 1, frequency: [1e9, 1e8, 3e9] } as const;
        const expanded = illuminations(1, excitation).length * frequenciesHz(input).length;
        expect(countSweepPoints({ ...input, frequency: [...input.frequency] }).total).toBe(expanded);
      }
  });
  test('a thousand million million points are counted in no time', () => {
    const start = performance.now();
    expect(sweepCount(0, 1e11, 1e-4)).toBe(1e15 + 1);
    expect(performance.now() - start).toBeLessThan(10);
  });
  test('an equal initial and final value or a step of zero is one point', () => {
    expect([sweepCount(5, 5, 0), sweepCount(5, 5, 1), sweepCount(0, 9, 0)]).toEqual([1, 1, 1]);
  });
  test('a step as large as the range fits in spite of binary fractions', () => {
    expect(0.3 - 0.2).toBeLessThan(0.1);
    expect(stepExceedsRange(0.2, 0.3, 0.1)).toBe(false);
    expect(stepExceedsRange(0.2, 0.3, 0.1001)).toBe(true);
    expect(stepExceedsRange(5, 5, 1)).toBe(true);
  });
  test('the polarization is the third number of an angle and the fifth of a sweep', () => {
    expect([polarizationOf(0, [1, 2, 3]), polarizationOf(1, [0, 0, 0, 0, 2, 0, 0])]).toEqual([3, 2]);
  });
  test('a sweep stands for its midpoint', () => {
    expect([
      meanFrequencyHz({ freqsweep: 0, frequency: [1e9, -1, -1] }),
      meanFrequencyHz({ freqsweep: 1, frequency: [1e9, 1e8, 2e9] }),
    ]).toEqual([1e9, 1.5e9]);
  });
});

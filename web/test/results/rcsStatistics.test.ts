import {
  detectionRange,
  exceedance,
  quantile,
  rcsStatistics,
  samplesOf,
  isInside,
  sweptRanges,
} from '@pace/contract';
import { describe, expect, it } from 'vitest';
import { fluctuationFits, gammaShare } from '../../src/features/results/statistics/fluctuation.ts';

/** A record whose σ is so many m², in the θ component of a vertical wave. */
function record(theta: number, phi: number, sigma: number, frequency = 1e9) {
  return {
    ...{ frequency, angleTheta: 10 * theta, anglePhi: 10 * phi },
    ...{ e_Theta_Real: Math.sqrt(sigma / (4 * Math.PI)), e_Theta_Imag: 0, e_Phi_Real: 0, e_Phi_Imag: 0 },
  };
}
const VERTICAL = 1;
const sigmas = [3, 1, 8, 2, 5];
const cut = sigmas.map((sigma, i) => record(90, 20 * i, sigma));
const samples = samplesOf(cut, 'total', VERTICAL);

/** Values of a distribution at the middles of equal shares. */
const drawn = (inverse: (part: number) => number, count = 4000) =>
  samplesOf(
    Array.from({ length: count }, (_, i) => record(90, i / 20, inverse((i + 0.5) / count))),
    'total',
    VERTICAL,
  );

describe('statistics of a sector', () => {
  it('are the mean of σ, the mean of decibels, median and maximum, each told apart', () => {
    const all = rcsStatistics(samples);
    expect(all?.count).toBe(5);
    expect(all?.mean).toBeCloseTo(19 / 5, 12);
    expect(all?.meanDb).toBeCloseTo(10 * Math.log10(240) * (1 / 5), 12);
    expect(all?.median).toBeCloseTo(3, 12);
    expect(all?.max).toBeCloseTo(8, 12);
    expect(all?.maxAt).toEqual({ frequency: 1e9, theta: 90, phi: 40 });
    const decibels = sigmas.map((sigma) => 10 * Math.log10(sigma));
    const mean = decibels.reduce((a, b) => a + b) / 5;
    expect(all?.deviationDb).toBeCloseTo(
      Math.sqrt(decibels.reduce((sum, d) => sum + (d - mean) ** 2, 0) / 5),
      12,
    );
    expect(rcsStatistics(samplesOf([], 'total', VERTICAL))).toBeUndefined();
  });

  it('have quantiles between the values, and the mean of the middle two of an even number', () => {
    const even = samplesOf(cut.slice(0, 4), 'total', VERTICAL);
    expect(quantile(even, 0.5)).toBeCloseTo(2.5, 12);
    expect(quantile(even, 0)).toBeCloseTo(1, 12);
    expect(quantile(even, 1)).toBeCloseTo(8, 12);
    expect(quantile(samples, 0.9)).toBeCloseTo(8, 12);
    expect(quantile(samples, 0.2)).toBeCloseTo(1.5, 12);
  });

  it('count both ends of a whole turn once together, each frequency for itself', () => {
    const turn = [1e9, 2e9].flatMap((f) =>
      [-180, -60, 60, 180].map((phi, i) => record(90, phi, [4, 1, 2, 4][i]!, f)),
    );
    const all = samplesOf(turn, 'total', VERTICAL);
    expect(rcsStatistics(all)?.mean).toBeCloseTo((4 + 1 + 2) / 3, 12);
    expect(rcsStatistics(all)?.median).toBeCloseTo(2, 12);
    expect(all.share.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 12);
  });

  it('count by solid angle where both angles were swept', () => {
    const sphere = [
      record(0, 0, 100),
      record(90, 0, 1),
      record(30, 0, 3),
      record(0, 90, 100),
      record(90, 90, 1),
      record(30, 90, 3),
    ];
    const all = rcsStatistics(samplesOf(sphere, 'total', VERTICAL));
    expect(all?.mean).toBeCloseTo((1 + 0.5 * 3) / 1.5, 12);
    // Along one angle every point counts alike.
    expect(rcsStatistics(samplesOf(sphere.slice(0, 3), 'total', VERTICAL))?.mean).toBeCloseTo(104 / 3, 10);
  });

  it('exceed each value by the points above it', () => {
    const { x, y } = exceedance(
      samplesOf([...cut, record(90, 100, 5), record(90, 120, 0)], 'total', VERTICAL),
    );
    expect(x.map((db) => 10 ** (db / 10)).map(Math.round)).toEqual([1, 2, 3, 5, 8]);
    expect(y.map((share) => Math.round(share * 7) / 100)).toEqual([5, 4, 3, 1, 0]);
  });
});

describe('a sector', () => {
  it('may pass through φ = 0, be a point, or the whole turn', () => {
    const at = (phi: number) => ({ frequency: 1e9, theta: 90, phi });
    const inside = (range: [number, number]) =>
      [0, 20, 45, 180, 330, 359.9].filter((phi) => isInside(at(phi), { phi: range }));
    expect(inside([330, 20])).toEqual([0, 20, 330, 359.9]);
    expect(inside([-30, 20])).toEqual([0, 20, 330, 359.9]);
    expect(inside([20, 180])).toEqual([20, 45, 180]);
    expect(inside([45, 45])).toEqual([45]);
    expect(inside([0, 360])).toHaveLength(6);
    expect(isInside(at(0), { phi: [0, 0], theta: [80, 89] })).toBe(false);
    expect(isInside(at(0), { frequency: [1e9, 2e9], theta: [90, 91] })).toBe(true);
  });

  it('has the axes that were swept', () => {
    expect([...sweptRanges(cut)]).toEqual([['phi', [0, 80]]]);
    expect([...sweptRanges([record(80, 0, 1, 1e9), record(90, 0, 1, 2e9)]).keys()].sort()).toEqual([
      'frequency',
      'theta',
    ]);
  });
});

describe('models of fluctuation', () => {
  it('rest on the incomplete gamma function', () => {
    for (const x of [0.01, 0.5, 1, 3, 20]) {
      expect(gammaShare(1, x)).toBeCloseTo(1 - Math.exp(-x), 13);
      expect(gammaShare(2, x)).toBeCloseTo(1 - (1 + x) * Math.exp(-x), 13);
    }
    // Of the chi-square distribution: tables (Abramowitz and Stegun, 26.8): 1 and 5 degrees, 5 % above; 30 degrees, half below
    expect(gammaShare(0.5, 3.841458821 / 2)).toBeCloseTo(0.95, 9);
    expect(gammaShare(2.5, 11.07049769 / 2)).toBeCloseTo(0.95, 9);
    expect(gammaShare(15, 29.33603 / 2)).toBeCloseTo(0.5, 6);
    expect(gammaShare(0.1, 0)).toBe(0);
    expect(gammaShare(200, 200)).toBeCloseTo(0.5094, 4);
    // The smallest deviation that counts, 0.001 of the mean: P(a, a) = 1/2 + 1/(3 √(2πa)) + …, one deviation above nearly normal
    expect(gammaShare(1e6, 1e6)).toBeCloseTo(0.5 + 1 / (3 * Math.sqrt(2e6 * Math.PI)), 8);
    expect(gammaShare(1e6, 1.001e6)).toBeCloseTo(0.84134, 3);
  });

  it('know their own samples, and those of another', () => {
    const exponential = fluctuationFits(drawn((part) => -4 * Math.log(1 - part)));
    const [first, third, fitted] = exponential;
    expect(first?.distance).toBeLessThan(1e-3);
    expect(third?.distance).toBeGreaterThan(0.1);
    expect(fitted?.degrees).toBeCloseTo(2, 1);
    expect(fitted?.distance).toBeLessThan(0.01);
    expect(first?.above(4)).toBeCloseTo(Math.exp(-1), 3);
    // Uniform from 0 to 2: m = mean²/variance = 3
    expect(fluctuationFits(drawn((part) => 2 * part))[2]?.degrees).toBeCloseTo(6, 3);
    expect(fluctuationFits(drawn(() => 2))).toEqual([]);
    expect(fluctuationFits(drawn((part) => 2 + 5e-3 * part))).toEqual([]);
    expect(fluctuationFits(drawn((part) => 2 + 1e-2 * part))[2]?.distance).toBeLessThan(0.1);
  });

  it('and ranges grow with the fourth root', () => {
    expect(detectionRange(16, { sigma: 1, range: 50 })).toBeCloseTo(100, 12);
    expect(detectionRange(0, { sigma: 1, range: 50 })).toBe(0);
  });
});

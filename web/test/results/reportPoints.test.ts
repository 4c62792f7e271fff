import { describe, expect, it } from 'vitest';
import {
  CURVES_A_PICTURE,
  evenly,
  pictureGroups,
  POINTS_DRAWN,
  reportPoints,
} from '../../src/features/results/report/reportPoints.ts';

const sweep = (frequencies: number, angles: number) => ({
  frequenciesHz: Array.from({ length: frequencies }, (_, i) => 1e9 + i * 1e7),
  illuminations: Array.from({ length: angles }, (_, i) => ({ thetaDeg: 90, phiDeg: i })),
});

describe('the points that a report draws', () => {
  it.each([
    [1, 1],
    [1, 59],
    [60, 1],
    [5, 12],
    [1, 361],
    [400, 1],
    [11, 11],
    [3, 361],
    [200, 2],
    [101, 181],
  ])(
    'of %d frequencies and %d angles are all, or not more than fit, with the ends',
    (frequencies, angles) => {
      const run = sweep(frequencies, angles);
      const { points, all } = reportPoints(run);
      expect(all).toBe(frequencies * angles);
      expect(points.length).toBeLessThanOrEqual(POINTS_DRAWN);
      if (all <= POINTS_DRAWN) expect(points).toHaveLength(all);
      expect(new Set(points.map((point) => JSON.stringify(point))).size).toBe(points.length);
      expect(points[0]).toEqual({ frequencyHz: 1e9, thetaDeg: 90, phiDeg: 0 });
      expect(points.at(-1)).toEqual({
        frequencyHz: run.frequenciesHz.at(-1),
        thetaDeg: 90,
        phiDeg: angles - 1,
      });
    },
  );

  it('of a long double sweep are the same directions at each frequency', () => {
    const { points } = reportPoints(sweep(11, 11));
    const directions = (frequencyHz: number) =>
      points.filter((point) => point.frequencyHz === frequencyHz).map(({ phiDeg }) => phiDeg);
    for (const { frequencyHz } of points) expect(directions(frequencyHz)).toEqual(directions(1e9));
  });

  it('share a picture with those of their frequency only, and a sweep of one kind is cut into equal pieces', () => {
    const groups = (frequencies: number, angles: number) =>
      pictureGroups(reportPoints(sweep(frequencies, angles)).points.map((point) => ({ point })));
    for (const group of groups(5, 8)) {
      expect(new Set(group.map(({ point }) => point.frequencyHz)).size).toBe(1);
      expect(group.length).toBeLessThanOrEqual(CURVES_A_PICTURE);
    }
    expect(groups(14, 1).map((group) => group.length)).toEqual([6, 6, 2]);
    expect(groups(1, 7).map((group) => group.length)).toEqual([6, 1]);
  });

  it('one of a list is its first', () => {
    expect(evenly([3, 4, 5], 1)).toEqual([3]);
  });
});

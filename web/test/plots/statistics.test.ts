import { describe, expect, it } from 'vitest';
import { curveStatistics, differenceTo, sectorMeans, sectors, valueAt } from '../../src/plots/statistics.ts';

const db = (power: number) => 10 * Math.log10(power);

describe('statistics of a curve in dB', () => {
  const curve = { x: [0, 10, 20, 30], y: [1, 4, 2, 8].map(db) };

  it('have the mean and the median of the powers, not of the decibels', () => {
    const found = curveStatistics(curve, [0, 30], 'decibel')!;
    expect(found.mean).toBeCloseTo(db(15 / 4), 12);
    expect(found.median).toBeCloseTo(db(3), 12);
    expect([found.max, found.maxAt, found.min, found.minAt, found.count]).toEqual([db(8), 30, 0, 0, 4]);
  });

  it('count the ends of the range and nothing outside', () => {
    expect(curveStatistics(curve, [10, 20], 'decibel')).toMatchObject({ count: 2, maxAt: 10, minAt: 20 });
    expect(curveStatistics(curve, [11, 19], 'decibel')).toBeUndefined();
  });

  it('take no field as no power', () => {
    expect(curveStatistics({ x: [0, 1], y: [-Infinity, db(2)] }, [0, 1], 'decibel')).toMatchObject({
      min: -Infinity,
      mean: db(1),
    });
  });

  it('are those of the values themselves on a linear scale', () => {
    expect(curveStatistics({ x: [0, 1, 2], y: [1, 2, 6] }, [0, 2], 'linear')).toMatchObject({
      mean: 3,
      median: 2,
    });
  });
});

describe('sectors', () => {
  it('cover the range; a point between two belongs to the upper one, the end to the last', () => {
    const ranges = sectors([0, 360], 90);
    expect(ranges).toEqual([
      [0, 90],
      [90, 180],
      [180, 270],
      [270, 360],
    ]);
    const means = sectorMeans({ x: [0, 90, 180, 270, 360], y: [1, 2, 3, 4, 6] }, ranges, 'linear');
    expect(means).toEqual([1, 2, 3, 5]);
  });

  it('may end short, and have no mean without points', () => {
    expect(sectors([0, 100], 40)).toEqual([
      [0, 40],
      [40, 80],
      [80, 100],
    ]);
    expect(
      sectorMeans(
        { x: [5], y: [1] },
        [
          [0, 1],
          [2, 9],
        ],
        'linear',
      ),
    ).toEqual([undefined, 1]);
  });
});

describe('the difference to a reference', () => {
  it('is taken at the computed points, between the points of the reference along a line', () => {
    const reference = { x: [0, 10], y: [0, 20] };
    expect(valueAt(reference, 2.5)).toBeCloseTo(5, 12);
    expect(differenceTo({ x: [0, 5, 10, 20], y: [1, 10, 23, 99] }, reference)).toEqual({
      mean: 4 / 3,
      largest: 3,
      largestAt: 10,
      count: 3,
    });
  });

  it('passes over points without a field and says when there is nothing in common', () => {
    expect(differenceTo({ x: [0, 1], y: [-Infinity, 1] }, { x: [0, 1], y: [0, 0] })).toMatchObject({
      count: 1,
      mean: 1,
    });
    expect(differenceTo({ x: [5], y: [1] }, { x: [0, 1], y: [0, 0] })).toBeUndefined();
  });
});

import { expect, test } from 'vitest';
import { bandOpacity, bandSeries } from '../../src/plots/band.ts';

const x = [0, 10, 20];
const curve = (y: number[], low: number[], high: number[]) => ({
  id: 'a',
  name: 'a',
  x,
  y,
  band: { low, high },
});
const heldBy = (series: Parameters<typeof bandSeries>[0], lowest: number) =>
  (bandSeries(series, '#00ff00', { lowest })[0]!.data as [number, number][]).map(([, y]) => y);

test('the axis holds both ends of ordinary bars', () => {
  const flat = curve([-13.19, -13.18, -13.18], [-14.96, -14.97, -14.96], [-11.71, -11.7, -11.71]);
  expect(heldBy(flat, -13.19)).toEqual([-14.97, -11.7]);
});

test('the bar of a null does not stretch it', () => {
  const withNull = curve([-10, -40, -10], [-11, -70, -11.1], [-9.1, -34, -9]);
  expect(heldBy(withNull, -40)).toEqual([-40, -9]);
  const endless = curve([-10, -40, -10], [-11, -Infinity, -11.1], [-9.1, -34, -9]);
  expect(heldBy(endless, -40)).toEqual([-40, -9]);
});

test('bands that lie on each other leave what is behind them visible, and one alone is as before', () => {
  for (const bands of [0, 1, 3]) expect(bandOpacity(bands)).toBe(0.22);
  expect((1 - bandOpacity(10)) ** 10).toBeCloseTo(0.45, 12);
  expect(bandOpacity(30)).toBe(0.05);
});

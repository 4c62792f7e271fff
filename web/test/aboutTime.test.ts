import { expect, it } from 'vitest';
import { aboutTime } from '../src/ui/aboutTime.ts';

it.each([
  [0, 5, 'seconds'],
  [2.351, 5, 'seconds'],
  [7, 10, 'seconds'],
  [61, 90, 'seconds'],
  [100, 2, 'minutes'],
  [3000, 1, 'hours'],
  [3725, 2, 'hours'],
  [90_000, 25, 'hours'],
  [200_000, 3, 'days'],
] as const)('a predicted time of %d s is about %d %s', (seconds, value, unit) => {
  expect(aboutTime(seconds)).toEqual({ value, unit });
});

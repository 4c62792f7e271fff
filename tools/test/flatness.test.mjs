// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flatness } from '../../benchmarks/study/flatness.mjs';

/** Samples every 5 s: a start, a growth an hour, and a saw tooth as a garbage collector makes it. */
const samples = (/** @type {{ minutes: number, growthPerHour: number, tooth: number }} */ of) =>
  Array.from({ length: of.minutes * 12 }, (_, i) => ({
    seconds: 5 * i,
    value: 300 + (of.growthPerHour * i) / 720 + of.tooth * ((i % 7) / 7),
  }));

test('a process that stays as large as it is, is flat, whatever its garbage collector does', () => {
  const { verdict, growthPerHour, mean } = flatness(
    samples({ minutes: 60, growthPerHour: 0, tooth: 80 }),
    30,
  );
  assert.equal(verdict, 'flat');
  assert.ok(Math.abs(growthPerHour) < 10 && mean > 300 && mean < 380);
});

test('a leak of twice the limit is found below the teeth', () => {
  assert.equal(flatness(samples({ minutes: 60, growthPerHour: 60, tooth: 80 }), 30).verdict, 'grows');
});

test('what is taken once at the beginning is no growth', () => {
  const warming = samples({ minutes: 60, growthPerHour: 0, tooth: 20 }).map(({ seconds, value }) => ({
    seconds,
    value: seconds < 600 ? value / 2 : value,
  }));
  assert.equal(flatness(warming, 30).verdict, 'flat');
});

test('minutes in which a heap is still filled tell nothing, however steady their growth', () => {
  assert.equal(
    flatness(samples({ minutes: 10, growthPerHour: 2000, tooth: 5 }), 30).verdict,
    'too short to tell',
  );
  assert.equal(flatness(samples({ minutes: 16, growthPerHour: 2000, tooth: 5 }), 30).verdict, 'grows');
});

test('two noisy minutes tell nothing', () => {
  assert.equal(
    flatness(samples({ minutes: 2, growthPerHour: 0, tooth: 80 }), 30).verdict,
    'too short to tell',
  );
  assert.equal(flatness([], 30).verdict, 'too short to tell');
});

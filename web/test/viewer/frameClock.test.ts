import { _roots, createRoot } from '@react-three/fiber';
import { afterEach, expect, it, vi } from 'vitest';
import { FrameClock } from '../../src/viewer/frameClock.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('a canvas keeps its time by a clock that three does not complain about', () => {
  const told = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const canvas = document.createElement('canvas');
  createRoot(canvas);
  expect(_roots.get(canvas)?.store.getState().clock).toBeInstanceOf(FrameClock);
  expect(told).not.toHaveBeenCalled();
});

it('the clock counts seconds between frames while it runs, and none while it stands', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const clock = new FrameClock();
  expect(clock.getDelta()).toBe(0);
  vi.advanceTimersByTime(250);
  expect(clock.getDelta()).toBeCloseTo(0.25, 9);
  vi.advanceTimersByTime(500);
  expect(clock.getElapsedTime()).toBeCloseTo(0.75, 9);
  clock.stop();
  vi.advanceTimersByTime(1000);
  expect(clock.getDelta()).toBe(0);
  clock.start();
  vi.advanceTimersByTime(100);
  expect(clock.getElapsedTime()).toBeCloseTo(0.1, 9);
});

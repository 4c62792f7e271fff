import { describe, expect, it } from 'vitest';
import { inOtherScale, lockedRange, UNLOCKED } from '../../src/features/results/parts/RangeLock.tsx';

const locked = (low: string, high: string) => ({ locked: true, low, high });

describe('a locked range', () => {
  it('has the same ends in dB: 20 log10 of an amplitude, and back', () => {
    const decibel = inOtherScale(locked('0.001', '0,01'), true);
    expect(lockedRange(decibel)).toEqual([-60, -40]);
    expect(lockedRange(inOtherScale(decibel, false))).toEqual([0.001, 0.01]);
  });

  it('that begins at zero begins in dB where the colour bar ends', () => {
    expect(lockedRange(inOtherScale(locked('0', '1'), true))).toEqual([-60, 0]);
  });

  it('that has no place on the other scale is taken off, and an open one stays open', () => {
    expect(inOtherScale(locked('-2', '-1'), true)).toEqual(UNLOCKED);
    expect(inOtherScale(locked('', '1'), true)).toEqual(UNLOCKED);
    expect(inOtherScale(UNLOCKED, true)).toEqual(UNLOCKED);
  });
});

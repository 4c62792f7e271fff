import { describe, expect, it } from 'vitest';
import { resolvesPlaces, surfaceQuestion, surfaceRanges, sweptValues } from '../src/index.ts';

const SWEEP = {
  frequenciesHz: [2e9, 1e9],
  illuminations: [40, 10, 20, 30].map((phiDeg) => ({ thetaDeg: 80, phiDeg })),
};

describe('the part of a sweep that is projected back', () => {
  const values = sweptValues(SWEEP);

  it('has the values of the run, ascending, and all of them at first', () => {
    expect(values).toEqual({ frequency: [1e9, 2e9], theta: [80], phi: [10, 20, 30, 40] });
    expect(surfaceRanges(values).phi).toEqual([10, 40]);
    expect(surfaceRanges({ ...values, phi: [] }).phi).toEqual([0, 0]);
  });

  it('takes ends in either order, and none that the run has not', () => {
    expect(surfaceRanges(values, { phi: [30, 10] }).phi).toEqual([10, 30]);
    expect(surfaceRanges(values, { phi: [15, 30] }).phi).toEqual([10, 40]);
  });

  it('needs three values of one kind', () => {
    const ranges = { frequency: [1e9, 2e9], theta: [80, 80], phi: [20, 40] } as const;
    expect(resolvesPlaces(values, ranges)).toBe(true);
    expect(resolvesPlaces(values, { ...ranges, phi: [30, 40] })).toBe(false);
  });

  it('asks in Hz and tenths of degrees, and of a circular wave for what is received alone', () => {
    const ranges = { frequency: [1e9, 2e9], theta: [80, 80], phi: [10, 40] } as const;
    const place = { frequency: 1e9, frequencyTo: 2e9, theta: 800, thetaTo: 800, phi: 100, phiTo: 400 };
    expect(surfaceQuestion(ranges, 'HV')).toEqual({ ...place, received: 'H', incident: 'V' });
    expect(surfaceQuestion(ranges, 'V')).toEqual({ ...place, received: 'V' });
  });
});

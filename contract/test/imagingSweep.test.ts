import { describe, expect, test } from 'vitest';
import { imagingSweep, SPEED_OF_LIGHT, WINDOW_BROADENING, type ImagingSweep } from '../src/index.ts';

const wish = { sizeM: 1, resolutionM: 0.1, middleHz: 10e9, window: 'hann' } as const;

describe('the sweep that images a model', () => {
  test('has the resolution that was wanted, and shows the model once', () => {
    for (const sizeM of [0.2, 1, 7.3])
      for (const part of [5, 10, 40])
        for (const window of ['rectangular', 'hann', 'taylor'] as const) {
          const resolutionM = sizeM / part;
          const middleHz = (20 * SPEED_OF_LIGHT) / resolutionM;
          const sweep = imagingSweep({ sizeM, resolutionM, middleHz, window }) as ImagingSweep;
          const { firstHz, stepHz, lastHz, frequencies, spanDeg, stepDeg, angles } = sweep;
          const width = 0.886 * WINDOW_BROADENING[window];
          expect((width * SPEED_OF_LIGHT) / (2 * stepHz * frequencies)).toBeLessThanOrEqual(resolutionM);
          const turn = (stepDeg * angles * Math.PI) / 180;
          expect((width * SPEED_OF_LIGHT) / middleHz / (2 * turn)).toBeLessThanOrEqual(resolutionM * 1.001);
          expect(SPEED_OF_LIGHT / (2 * stepHz)).toBeGreaterThan(sizeM);
          expect(SPEED_OF_LIGHT / lastHz / (2 * ((stepDeg * Math.PI) / 180))).toBeGreaterThan(sizeM);
          expect((firstHz + lastHz) / 2 / middleHz).toBeCloseTo(1, 5);
          expect(lastHz - firstHz).toBeCloseTo((frequencies - 1) * stepHz, 0);
          expect(spanDeg).toBeCloseTo((angles - 1) * stepDeg, 9);
        }
  });

  test('there is none where the band would begin below zero', () => {
    expect(imagingSweep({ ...wish, middleHz: 1e9 })).toBeUndefined();
    expect(imagingSweep({ ...wish, resolutionM: 0.0145, middleHz: 7e9 })).toBeUndefined();
    expect(imagingSweep({ ...wish, resolutionM: 0.0145, middleHz: 12e9 })).toBeDefined();
  });
});

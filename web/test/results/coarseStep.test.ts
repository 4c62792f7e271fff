import { SPEED_OF_LIGHT, type MonoStaticRcs } from '@pace/contract';
import { describe, expect, it } from 'vitest';
import { coarseStep } from '../../src/features/results/monostatic/coarseStep.ts';

const curve = (axis: 'theta' | 'phi', anglesDeg: number[], frequency: number, heldDeg = 90) =>
  anglesDeg.map(
    (angle) =>
      ({
        frequency,
        angleTheta: 10 * (axis === 'theta' ? angle : heldDeg),
        anglePhi: 10 * (axis === 'phi' ? angle : heldDeg),
      }) as MonoStaticRcs,
  );

describe('steps of an angle that are too coarse for a line', () => {
  // λ = 0.1 m and a size of 1 m: half of 0.1 rad.
  const frequency = SPEED_OF_LIGHT / 0.1;
  const size = [0.6, 0.8, 0];

  it('are those beyond half a wavelength over the size', () => {
    expect(coarseStep(curve('phi', [0, 2, 4], frequency), 'phi', size)).toBeUndefined();
    const found = coarseStep(curve('phi', [0, 3, 6], frequency), 'phi', size)!;
    expect(found.stepDeg).toBe(3);
    expect(found.limitDeg).toBeCloseTo((0.05 * 180) / Math.PI, 6);
    expect(found).toMatchObject({ sizeM: 1, frequencyHz: frequency });
    expect(coarseStep(curve('theta', [0, 3], frequency), 'theta', size)).toBeDefined();
  });

  it('near the poles phi turns the model less', () => {
    expect(coarseStep(curve('phi', [0, 5], frequency, 30), 'phi', size)).toBeUndefined();
    expect(coarseStep(curve('phi', [0, 6], frequency, 30), 'phi', size)).toBeDefined();
    expect(coarseStep(curve('phi', [0, 90], frequency, 0), 'phi', size)).toBeUndefined();
  });

  it('a point alone has none', () => {
    expect(coarseStep(curve('phi', [0], frequency), 'phi', size)).toBeUndefined();
  });
});

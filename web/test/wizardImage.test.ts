import { imagingSweep, SolverInputSchema, frequenciesHz, illuminations } from '@pace/contract';
import { expect, it } from 'vitest';
import { draftOf, solverInputOf } from '../src/features/wizard/draft.ts';
import { draftOfImage } from '../src/features/wizard/imageDraft.ts';

it('what images a model is an adaptive sweep that the contract accepts, with all frequencies and angles', () => {
  const sweep = imagingSweep({ sizeM: 1.99, resolutionM: 0.05, middleHz: 6e9, window: 'hann' })!;
  for (const [swept, angle] of [
    ['phi', 180],
    ['phi', 5],
    ['theta', 90],
    ['theta', 178],
  ] as const) {
    const draft = {
      ...draftOf(null, 1),
      solvertype: 2,
      ...draftOfImage(sweep, { swept, angle, held: 60 }),
    } as const;
    const input = SolverInputSchema.parse(solverInputOf(draft, 1));
    expect(frequenciesHz(input)).toHaveLength(sweep.frequencies);
    const angles = illuminations(input.anglesweep, input.excitation);
    expect(angles).toHaveLength(sweep.angles);
    const [key, other] =
      swept === 'phi' ? (['phiDeg', 'thetaDeg'] as const) : (['thetaDeg', 'phiDeg'] as const);
    expect(new Set(angles.map((one) => one[other]))).toEqual(new Set([60]));
    if (angle === 180 || angle === 90)
      expect((angles[0]![key] + angles.at(-1)![key]) / 2).toBeCloseTo(angle, 3);
    expect(input.adaptivetolerance).toBe(0.1);
  }
});

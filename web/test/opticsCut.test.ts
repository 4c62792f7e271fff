import { describe, expect, test } from 'vitest';
import { sweepCount } from '@pace/contract';
import { draftOf } from '../src/features/wizard/draft.ts';
import { opticsCut, sweptAxis } from '../src/features/wizard/opticsCut.ts';

const draft = (values: object) => ({ ...draftOf(null, 1), ...values });

describe('the curve of the preview', () => {
  const single = draft({ theta: '60', phi: '30', polarization: 1 });

  test('of a single angle goes over all theta through it, or over all phi', () => {
    expect(sweptAxis(single)).toBe('theta');
    expect(opticsCut(single, 'theta')).toMatchObject({
      held: 30,
      chosen: 60,
      excitation: [0, 180, 30, 30, 1, 1, 90],
    });
    expect(opticsCut(single, 'phi')).toMatchObject({
      held: 60,
      chosen: 30,
      excitation: [60, 60, 0, 360, 1, 90, 2],
    });
  });

  test('of a sweep has its range, finely, and no chosen direction', () => {
    const sweep = draft({
      anglesweep: 1,
      thetaStart: '90',
      thetaEnd: '90',
      phiStart: '0',
      phiEnd: '90',
      phiStep: '45',
    });
    expect(sweptAxis(sweep)).toBe('phi');
    expect(opticsCut(sweep, 'phi')).toMatchObject({
      held: 90,
      chosen: undefined,
      excitation: [90, 90, 0, 90, 0, 90, 0.5],
    });
    expect(opticsCut(sweep, 'theta').excitation.slice(0, 4)).toEqual([0, 180, 0, 0]);
  });

  test.each([0.1, 7, 33.3, 123.4, 179.9])('has 181 points over %d degrees, the last one too', (span) => {
    const sweep = draft({
      anglesweep: 1,
      thetaStart: '0',
      thetaEnd: String(span),
      phiStart: '0',
      phiEnd: '0',
    });
    const [from, to, , , , step] = opticsCut(sweep, 'theta').excitation;
    expect(sweepCount(from, to, step)).toBe(181);
  });
});

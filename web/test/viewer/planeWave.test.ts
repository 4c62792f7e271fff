import { describe, expect, it } from 'vitest';
import { waveDrawing } from '../../src/viewer/IncidenceArrows.tsx';
import { directionTo, electricTip, propagation, type Vector } from '../../src/viewer/planeWave.ts';

const close = (a: Vector, b: readonly number[]) =>
  a.forEach((value, i) => expect(value).toBeCloseTo(b[i]!, 12));
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

describe('a plane wave', () => {
  it('arrives from (theta, phi): theta from +z, phi from +x towards +y', () => {
    close(directionTo(0, 0), [0, 0, 1]);
    close(directionTo(90, 90), [0, 1, 0]);
    close(propagation(90, 0), [-1, 0, 0]);
  });

  it('is drawn as a shaft that ends nearer to the object than it begins', () => {
    const {
      segments: [tail, head],
      heads,
    } = waveDrawing([{ thetaDeg: 90, phiDeg: 0 }]);
    expect(tail![0]).toBeGreaterThan(head![0]);
    close(heads[0]!.along, [-1, 0, 0]);
  });

  it('horizontal is along φ̂, vertical along θ̂', () => {
    close(electricTip(0, 90, 0, 0), [0, 1, 0]);
    close(electricTip(1, 90, 0, 0), [0, 0, -1]);
  });

  it('right-hand circular turns about the propagation like the fingers of the right hand, left-hand the other way', () => {
    const k = propagation(40, 70);
    const turned = (polarization: number) =>
      cross(electricTip(polarization, 40, 70, 0), electricTip(polarization, 40, 70, 0.25));
    close(turned(2), k);
    close(
      turned(3),
      k.map((value) => -value),
    );
  });
});

import {
  type FarZoneField,
  type MonoStaticRcs,
  componentM2,
  type Component,
  type RcsComponent,
} from '@pace/contract';
import { describe, expect, it } from 'vitest';
import {
  bistaticFields,
  curveOf,
  cutAngleDeg,
  monostaticFields,
  scaled,
  sweptAxis,
} from '../../src/features/results/fields/farField.ts';

const VERTICAL = 1;
const componentDbsm = (of: FarZoneField, component: RcsComponent) =>
  scaled(componentM2(of, component, VERTICAL), 'dBsm');
const bistaticCurve = (fields: readonly FarZoneField[], plane: 'xy' | 'xz' | 'yz', component: Component) =>
  curveOf(bistaticFields(fields, plane), component, VERTICAL);
const monostaticCurve = (
  records: readonly MonoStaticRcs[],
  axis: 'frequency' | 'theta',
  held: object,
  component: Component,
) => curveOf(monostaticFields(records, axis, held), component, VERTICAL);

const field = (
  plane: FarZoneField['plane'],
  thetaDeg: number,
  phiDeg: number,
  eTheta = 1,
  ePhi = 0,
): FarZoneField => ({
  plane,
  angleTheta: thetaDeg * 10,
  anglePhi: phiDeg * 10,
  e_Theta_Real: eTheta,
  e_Theta_Imag: 0,
  e_Phi_Real: 0,
  e_Phi_Imag: ePhi,
});

describe('dBsm', () => {
  it('is 10 log10 of 4π|E|² of both components', () => {
    expect(componentDbsm(field('xy', 90, 0, 0.6, 0.8), 'total')).toBeCloseTo(
      10 * Math.log10(4 * Math.PI),
      10,
    );
  });

  it('of a component leaves the other one out', () => {
    const one = field('xy', 90, 0, 2, 3);
    expect(componentDbsm(one, 'theta')).toBeCloseTo(10 * Math.log10(4 * Math.PI * 4), 10);
    expect(componentDbsm(one, 'phi')).toBeCloseTo(10 * Math.log10(4 * Math.PI * 9), 10);
  });

  it('of no field is −∞', () => {
    expect(componentDbsm(field('xy', 90, 0, 0, 0), 'total')).toBe(-Infinity);
  });
});

describe('components by polarization', () => {
  const complex = (theta: [number, number], phi: [number, number]) => ({
    e_Theta_Real: theta[0],
    e_Theta_Imag: theta[1],
    e_Phi_Real: phi[0],
    e_Phi_Imag: phi[1],
  });
  const field = complex([0.3, -0.7], [0.2, 1.1]);

  it('right and left, θ and φ, co and cross each make up the whole', () => {
    const whole = componentM2(field, 'total', 0);
    for (const polarization of [0, 1, 2, 3])
      for (const [a, b] of [
        ['theta', 'phi'],
        ['right', 'left'],
        ['co', 'cross'],
      ] as const)
        expect(componentM2(field, a, polarization) + componentM2(field, b, polarization)).toBeCloseTo(
          whole,
          12,
        );
  });

  it('(θ̂ − jφ̂)/√2 is right circular, and its mirror image left circular', () => {
    const right = complex([Math.SQRT1_2, 0], [0, -Math.SQRT1_2]);
    expect(componentM2(right, 'right', 0)).toBeCloseTo(4 * Math.PI, 12);
    expect(componentM2(right, 'left', 0)).toBeCloseTo(0, 12);
  });

  it('what a mirror sends back of a right circular wave is left circular, so cross-polar', () => {
    // Incident (φ̂ − jθ̂)/√2 (docs/conventions.md) turned round by a conductor: minus the same vector.
    const back = complex([0, Math.SQRT1_2], [-Math.SQRT1_2, 0]);
    expect(componentM2(back, 'left', 2)).toBeCloseTo(4 * Math.PI, 12);
    expect(componentM2(back, 'cross', 2)).toBeCloseTo(4 * Math.PI, 12);
    expect(componentM2(back, 'co', 2)).toBeCloseTo(0, 12);
  });

  it('co-polar is θ for vertical and φ for horizontal incidence', () => {
    expect(componentM2(field, 'co', 1)).toBe(componentM2(field, 'theta', 1));
    expect(componentM2(field, 'co', 0)).toBe(componentM2(field, 'phi', 0));
  });
});

describe('the angle round a cut', () => {
  it('is φ in the xy plane', () => {
    expect(cutAngleDeg('xy', 90, 270)).toBe(270);
  });

  it('is θ on the side of +x (xz) and of +y (yz)', () => {
    expect(cutAngleDeg('xz', 30, 0)).toBe(30);
    expect(cutAngleDeg('yz', 30, 90)).toBe(30);
  });

  it('is 360° − θ on the other side', () => {
    expect(cutAngleDeg('xz', 30, 180)).toBe(330);
    expect(cutAngleDeg('yz', 30.1, 270)).toBe(329.9);
  });

  it('takes a θ that already counts round', () => {
    expect(cutAngleDeg('xz', 270, 0)).toBe(270);
  });
});

describe('a bistatic curve', () => {
  it('has only its plane, in the order of the angle, the poles once', () => {
    const fields = [
      field('xz', 0, 0),
      field('xz', 90, 0),
      field('xz', 180, 0),
      field('xz', 180, 180),
      field('xz', 90, 180),
      field('xy', 90, 45),
    ];
    expect(bistaticCurve(fields, 'xz', 'total').x).toEqual([0, 90, 180, 270]);
  });

  it('keeps each value with its angle', () => {
    const { x, y } = bistaticCurve([field('xz', 90, 180, 10), field('xz', 90, 0, 1)], 'xz', 'theta');
    expect(x).toEqual([90, 270]);
    expect(y[1]! - y[0]!).toBeCloseTo(20, 10);
  });
});

describe('a monostatic curve', () => {
  const record = (frequency: number, thetaDeg: number, phiDeg: number): MonoStaticRcs => ({
    frequency,
    angleTheta: thetaDeg * 10,
    anglePhi: phiDeg * 10,
    e_Theta_Real: thetaDeg + 1,
    e_Theta_Imag: 0,
    e_Phi_Real: frequency / 1e9,
    e_Phi_Imag: 0,
  });
  const records = [1e9, 2e9].flatMap((f) =>
    [0, 12.5, 30].flatMap((theta) => [0, 90].map((phi) => record(f, theta, phi))),
  );

  it('over theta holds frequency and phi', () => {
    const { x, y } = monostaticCurve(records, 'theta', { frequency: 2e9, phi: 90 }, 'theta');
    expect(x).toEqual([0, 12.5, 30]);
    expect(y[2]).toBeCloseTo(10 * Math.log10(4 * Math.PI * 31 ** 2), 10);
  });

  it('over frequency holds both angles', () => {
    expect(monostaticCurve(records, 'frequency', { theta: 12.5, phi: 0 }, 'total').x).toEqual([1e9, 2e9]);
  });

  it('begins with the axis that was swept', () => {
    const at = (thetaDeg: number, phiDeg: number) => ({ thetaDeg, phiDeg });
    expect(sweptAxis([1e9], [at(0, 0), at(1, 0)])).toBe('theta');
    expect(sweptAxis([1e9, 2e9], [at(90, 0), at(90, 1)])).toBe('phi');
    expect(sweptAxis([1e9, 2e9], [at(90, 0)])).toBe('frequency');
  });
});

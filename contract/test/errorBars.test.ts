import { describe, expect, test } from 'vitest';
import {
  barOf,
  CIRCULAR_TERMS,
  LINEAR_TERMS,
  matrixTerm,
  phaseDifferenceDeg,
  phaseDifferenceErrorDeg,
  sizeDbsm,
  termBar,
  termRadius,
  totalPower,
  wholeBar,
  type Bar,
  type ComplexField,
  type FieldErrors,
  type MatrixErrors,
  type ScatteringMatrix,
} from '../src/index.ts';

/** No symmetry, no zero. */
const matrix: ScatteringMatrix & MatrixErrors = {
  s_VV_Real: 0.7,
  s_VV_Imag: -0.2,
  s_VV_Error: 0.08,
  s_VH_Real: -0.14,
  s_VH_Imag: 0.25,
  s_VH_Error: 0.05,
  s_HV_Real: 0.11,
  s_HV_Imag: 0.3,
  s_HV_Error: 0.06,
  s_HH_Real: 0.5,
  s_HH_Imag: -0.6,
  s_HH_Error: 0.11,
};
const field: ComplexField & FieldErrors = {
  e_Theta_Real: 0.7,
  e_Theta_Imag: -0.2,
  e_Theta_Error: 0.1,
  e_Phi_Real: 0.03,
  e_Phi_Imag: 0.04,
  e_Phi_Error: 0.2,
};

/** Values on the rims of the discs, every combination of so many directions. */
function* onTheRims(directions: number): Generator<ScatteringMatrix> {
  for (let code = 0; code < directions ** 4; code++) {
    const moved = { ...matrix };
    LINEAR_TERMS.forEach((term, i) => {
      const angle = (2 * Math.PI * (Math.floor(code / directions ** i) % directions)) / directions;
      moved[`s_${term}_Real`] += matrix[`s_${term}_Error`]! * Math.cos(angle);
      moved[`s_${term}_Imag`] += matrix[`s_${term}_Error`]! * Math.sin(angle);
    });
    yield moved;
  }
}

/** All values lie within the bar, and both of its ends are met as closely as the directions are fine. */
function isTight(values: readonly number[], { low, high }: Bar, slack: number): void {
  expect(Math.min(...values)).toBeGreaterThanOrEqual(low - 1e-12);
  expect(Math.max(...values)).toBeLessThanOrEqual(high + 1e-12);
  expect(Math.min(...values)).toBeLessThan(low + slack);
  expect(Math.max(...values)).toBeGreaterThan(high - slack);
}

describe('the bar of one value', () => {
  test('is |E| ± δ, from 0 where δ ≥ |E|', () => {
    expect(barOf([{ size: 0.5, radius: 0.1 }])).toEqual({ low: 0.4, high: 0.6 });
    expect(barOf([{ size: 0.05, radius: 0.1 }]).low).toBe(0);
    expect(barOf([{ size: 0.1, radius: 0.1 }]).low).toBe(0);
  });
  test('is wider below than above in dB, without an end below in a deep null', () => {
    const dB = ({ low, high }: Bar, size: number) => [
      sizeDbsm(low) - sizeDbsm(size),
      sizeDbsm(high) - sizeDbsm(size),
    ];
    const [below, above] = dB(barOf([{ size: 1, radius: 0.5 }]), 1);
    expect(below).toBeCloseTo(20 * Math.log10(0.5), 12);
    expect(above).toBeCloseTo(20 * Math.log10(1.5), 12);
    expect(dB(barOf([{ size: 0.01, radius: 0.02 }]), 0.01)[0]).toBe(-Infinity);
  });
});

describe('every quantity of a matrix has the range that its discs allow, no more and no less', () => {
  const values = [...onTheRims(12)];
  const size = (of: ScatteringMatrix, term: Parameters<typeof matrixTerm>[1]) => {
    const { real, imaginary } = matrixTerm(of, term);
    return Math.hypot(real, imaginary);
  };
  test.each([...LINEAR_TERMS, ...CIRCULAR_TERMS])('%s', (term) => {
    isTight(
      values.map((one) => size(one, term)),
      termBar(matrix, term)!,
      0.02,
    );
  });
  test('total power', () => {
    isTight(
      values.map((one) => Math.sqrt(totalPower(one))),
      wholeBar(matrix)!,
      0.02,
    );
  });
  test('phase difference', () => {
    const error = phaseDifferenceErrorDeg(matrix)!;
    const most = Math.max(...values.map((one) => phaseDifferenceDeg(one) - phaseDifferenceDeg(matrix)));
    const least = Math.min(...values.map((one) => phaseDifferenceDeg(one) - phaseDifferenceDeg(matrix)));
    for (const side of [most, -least]) {
      expect(side).toBeLessThanOrEqual(error + 1e-9);
      expect(side).toBeGreaterThan(0.95 * error);
    }
  });
});

test('a phase difference with a term that may be nothing says nothing', () => {
  expect(phaseDifferenceErrorDeg({ ...matrix, s_HH_Error: 0.9 })).toBe(180);
});

test('the whole field of one wave has the range of both components', () => {
  const { low, high } = wholeBar(field)!;
  expect(low).toBeCloseTo(Math.hypot(0.7, 0.2) - 0.1, 12);
  expect(high).toBeCloseTo(Math.hypot(Math.hypot(0.7, 0.2) + 0.1, 0.05 + 0.2), 12);
});

test('where errors were not estimated there is no bar', () => {
  const { s_VH_Error: _, ...without } = matrix;
  expect(termBar(without, 'VH')).toBeUndefined();
  expect(termBar(without, 'VV')).toBeDefined();
  expect(termRadius(without, 'RR')).toBeUndefined();
  expect(wholeBar(without)).toBeUndefined();
  expect(wholeBar({ ...field, e_Phi_Error: undefined })).toBeUndefined();
  expect(phaseDifferenceErrorDeg({ ...matrix, s_VV_Error: undefined })).toBeUndefined();
});

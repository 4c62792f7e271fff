import { describe, expect, test } from 'vitest';
import {
  isScatteringMatrix,
  matrixOf,
  matrixTerm,
  parseResultFileName,
  phaseDifferenceDeg,
  POLARIZATIONS,
  rcsDbsm,
  resultFileName,
  termPower,
  totalPower,
  wavesOf,
  CIRCULAR_TERMS,
  type ComplexField,
  type ScatteringMatrix,
} from '../src/index.ts';

/** No symmetry, no zero. */
const vertical: ComplexField = { e_Theta_Real: 0.7, e_Theta_Imag: -0.2, e_Phi_Real: 0.11, e_Phi_Imag: 0.3 };
const horizontal: ComplexField = {
  e_Theta_Real: -0.4,
  e_Theta_Imag: 0.25,
  e_Phi_Real: 0.9,
  e_Phi_Imag: -0.6,
};
const matrix = matrixOf(vertical, horizontal);
const sphere = matrixOf(
  { e_Theta_Real: 0.3, e_Theta_Imag: 0.4, e_Phi_Real: 0, e_Phi_Imag: 0 },
  { e_Theta_Real: 0, e_Theta_Imag: 0, e_Phi_Real: 0.3, e_Phi_Imag: 0.4 },
);

/** E_R and E_L of what a circular wave scatters, from the fields themselves (docs/conventions.md). */
function circularField(sign: 1 | -1): { R: [number, number]; L: [number, number] } {
  const half = Math.SQRT1_2;
  // (φ̂ ∓ jθ̂)/√2: −j or +j times what V scatters, beside what H scatters.
  const component = (v: [number, number], h: [number, number]): [number, number] => [
    half * (h[0] + sign * v[1]),
    half * (h[1] - sign * v[0]),
  ];
  const theta = component(
    [vertical.e_Theta_Real, vertical.e_Theta_Imag],
    [horizontal.e_Theta_Real, horizontal.e_Theta_Imag],
  );
  const phi = component(
    [vertical.e_Phi_Real, vertical.e_Phi_Imag],
    [horizontal.e_Phi_Real, horizontal.e_Phi_Imag],
  );
  return {
    R: [half * (theta[0] - phi[1]), half * (theta[1] + phi[0])],
    L: [half * (theta[0] + phi[1]), half * (theta[1] - phi[0])],
  };
}

describe('the scattering matrix', () => {
  test('has what is received first and what comes in second', () => {
    expect(matrixTerm(matrix, 'HV')).toEqual({ real: 0.11, imaginary: 0.3 });
    expect(matrixTerm(matrix, 'VH')).toEqual({ real: -0.4, imaginary: 0.25 });
    expect(isScatteringMatrix(matrix)).toBe(true);
    expect(isScatteringMatrix(vertical)).toBe(false);
  });
  test('between circular waves is what the circular waves scatter', () => {
    const [right, left] = [circularField(1), circularField(-1)];
    const expected = { RR: right.R, LR: right.L, RL: left.R, LL: left.L };
    for (const term of CIRCULAR_TERMS) {
      const { real, imaginary } = matrixTerm(matrix, term);
      expect(real, term).toBeCloseTo(expected[term][0], 14);
      expect(imaginary, term).toBeCloseTo(expected[term][1], 14);
    }
  });
  test('of a sphere straight back turns right into left', () => {
    expect([termPower(sphere, 'RR'), termPower(sphere, 'LL')]).toEqual([0, 0]);
    expect(termPower(sphere, 'LR')).toBeCloseTo(0.25, 14);
    expect(termPower(sphere, 'RL')).toBeCloseTo(0.25, 14);
  });
  test('has the same total power in every basis, and that is its RCS', () => {
    const circular = CIRCULAR_TERMS.reduce((sum, term) => sum + termPower(matrix, term), 0);
    expect(totalPower(matrix)).toBeCloseTo(circular, 14);
    expect(rcsDbsm(matrix)).toBeCloseTo(10 * Math.log10(4 * Math.PI * circular), 12);
  });
  test('has as phase difference how far VV is ahead of HH, within a turn', () => {
    const at = (vv: number, hh: number): ScatteringMatrix => ({
      ...matrix,
      s_VV_Real: 2 * Math.cos(vv),
      s_VV_Imag: 2 * Math.sin(vv),
      s_HH_Real: Math.cos(hh),
      s_HH_Imag: Math.sin(hh),
    });
    expect(phaseDifferenceDeg(at(1.2, 0.2))).toBeCloseTo(180 / Math.PI, 10);
    expect(phaseDifferenceDeg(at(-3, 3))).toBeCloseTo(360 - 6 * (180 / Math.PI), 10);
    expect(phaseDifferenceDeg(at(Math.PI, 0))).toBeCloseTo(180, 10);
  });
});

describe('files of a run of both polarizations', () => {
  const key = { frequency: 1.3e9, theta: 900, phi: 450 };
  test('that there are once an incident wave have its letter behind their kind', () => {
    const name = resultFileName('currents', { ...key, incident: 'H' });
    expect(name).toBe('solver_result_1300000000_currentsH_900_450.bin');
    expect(parseResultFileName(name)).toEqual({ ...key, kind: 'currents', incident: 'H' });
    expect(parseResultFileName(resultFileName('currents', key))).toEqual({ ...key, kind: 'currents' });
  });
  test('of other kinds have none', () => {
    expect(parseResultFileName('solver_result_1300000000_farzoneV_900_450.json')).toBeUndefined();
  });
  test('are of two waves', () => {
    expect(Object.values(POLARIZATIONS).map(wavesOf)).toEqual([1, 1, 1, 1, 2]);
  });
});
